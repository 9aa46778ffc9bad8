import assert from "node:assert/strict";
import { elementOf } from "../../../platform/lists/element_of.ts";
import { groupBy } from "../../../platform/lists/group_by.ts";
import { inTurn, isNonEmpty, lastOf } from "../../../platform/lists/non_empty.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { zip } from "../../../platform/lists/zip.ts";

Deno.test("an element that is not there is an error that names index and length, and undefined is an element", () => {
  assert.equal(elementOf(["a", undefined], 1), undefined);
  for (const index of [-1, 2, 0.5, NaN]) {
    assert.throws(() => elementOf(["a", "b"], index), {
      name: "RangeError",
      message: `no element ${index} in a list of 2`,
    });
  }
});

Deno.test("lists side by side have one length", () => {
  assert.deepEqual(zip([], []), []);
  assert.deepEqual(zip(["a", "b"], [1, 2]), [["a", 1], ["b", 2]]);
  assert.throws(() => zip(["a"], [1, 2]), { message: "lists of 1 and 2 elements side by side" });
});

Deno.test("groups keep the order of their first elements; a list repeats from its end on", () => {
  assert.deepEqual([...groupBy([3, 1, 4, 1, 5], (value) => value % 2)], [[1, [3, 1, 1, 5]], [0, [4]]]);
  assert.equal(groupBy([], String).size, 0);
  assert.deepEqual([isNonEmpty([]), isNonEmpty([undefined])], [false, true]);
  assert.deepEqual([lastOf([1, 2]), inTurn([1, 2], 4), inTurn([1, 2], 5)], [2, 1, 2]);
});

Deno.test("numbers are added from the first on, whatever they lie in", () => {
  // From the last on the small one would be lost, too, but not the other.
  const numbers = [1, 2 ** 53, -(2 ** 53), 0.5];
  assert.equal(sumOf(numbers), 0.5);
  assert.equal(sumOf(numbers.toReversed()), 1);
  assert.equal(sumOf(Float32Array.of(1.5, 2)), 3.5);
  assert.equal(sumOf(new Set([2, 3]).values()), 5);
  assert.equal(sumOf([]), 0);
});

Deno.test("an element counts as much as is said of it and its index", () => {
  assert.equal(sumOf([{ bytes: 4 }, { bytes: 8 }], ({ bytes }) => bytes), 12);
  assert.equal(sumOf(["a", "b", "c"], (_, index) => 10 ** index), 111);
});
