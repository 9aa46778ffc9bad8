import assert from "node:assert/strict";
import { elementOf } from "../../../platform/lists/element_of.ts";
import { groupBy } from "../../../platform/lists/group_by.ts";
import { inTurn, isNonEmpty, lastOf } from "../../../platform/lists/non_empty.ts";
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
