import assert from "node:assert/strict";
import { oncePerObject } from "../../platform/once_per_object.ts";

Deno.test("a result belongs to its object: computed once, also where it is undefined, and not for a copy", () => {
  const asked: object[] = [];
  const firstOf = oncePerObject((numbers: readonly number[]): number | undefined => {
    asked.push(numbers);
    return numbers[0];
  });
  const numbers = [7, 8], empty: number[] = [];
  assert.deepEqual([numbers, numbers, empty, empty].map(firstOf), [7, 7, undefined, undefined]);
  assert.equal(firstOf([...numbers]), 7);
  assert.equal(asked.length, 3);
  assert.equal(asked[0], numbers);
});

Deno.test("a failure is not kept", () => {
  let attempts = 0;
  const sizeOf = oncePerObject((_: object) => {
    if (attempts++ === 0) throw new RangeError("not yet");
    return attempts;
  });
  const owner = {};
  assert.throws(() => sizeOf(owner), RangeError);
  assert.deepEqual([sizeOf(owner), sizeOf(owner)], [2, 2]);
});
