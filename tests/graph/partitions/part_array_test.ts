import assert from "node:assert/strict";
import { partArray } from "../../../graph/partitions/part_array.ts";

Deno.test("an array of parts holds the greatest of them, in as few bytes as that takes", () => {
  for (const [count, bytes] of [[1, 1], [256, 1], [257, 2], [65_536, 2], [65_537, 4], [2 ** 31 - 1, 4]]) {
    const parts = partArray(count, 2);
    parts[1] = count - 1;
    assert.deepEqual([parts[0], parts[1], parts.BYTES_PER_ELEMENT], [0, count - 1, bytes]);
  }
});
