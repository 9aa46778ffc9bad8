import assert from "node:assert/strict";
import { peakMemory } from "../../platform/peak_memory.ts";

Deno.test("the peak of memory grows with an array that is written, and stays when the array is gone", () => {
  const before = peakMemory();
  assert.ok(before >= Deno.memoryUsage().rss / 2, `${before} bytes`);
  const bytes = 2 * before;
  assert.equal(new Uint8Array(bytes).fill(1)[bytes - 1], 1);
  assert.ok(peakMemory() >= bytes);
});
