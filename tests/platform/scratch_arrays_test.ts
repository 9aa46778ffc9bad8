import assert from "node:assert/strict";
import { ScratchArrays } from "../../platform/scratch_arrays.ts";

Deno.test("no two borrowers have the same memory, and memory given back is lent again", () => {
  const scratch = new ScratchArrays();
  const first = scratch.take(100), second = scratch.take(50);
  assert.deepEqual([first.length, second.length], [100, 50]);
  assert.notEqual(first.buffer, second.buffer);
  scratch.giveBack(first);
  scratch.giveBack(second);
  const third = scratch.take(60);
  assert.equal(third.buffer, first.buffer);
  assert.equal(third.length, 60);
  assert.equal(scratch.take(50).buffer, second.buffer);
  assert.equal(scratch.take(1).length, 1);
});
