import assert from "node:assert/strict";
import { counted, plural } from "../../../platform/text/plural.ts";

Deno.test("one thing has its noun in the singular", () => {
  assert.deepEqual([0, 1, 2].map((count) => counted(count, "row")), ["0 rows", "1 row", "2 rows"]);
  assert.deepEqual([1, 2000].map((count) => plural(count, "row")), ["1 row", "2000 rows"]);
  assert.equal(counted(1, "more row is", "more rows are"), "1 more row is");
});
