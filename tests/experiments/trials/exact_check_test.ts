/** Checks of exact numbers. @module */
import assert from "node:assert/strict";
import { exactCheck } from "../../../experiments/trials/exact_check.ts";

Deno.test("the first place that differs is named, a missing one too", () => {
  assert.deepEqual(exactCheck([1, 2, 3], Uint32Array.of(1, 2, 3)), {
    ok: true,
    relErr: 0,
    tolerance: 0,
    checkedRows: 3,
  });
  assert.deepEqual(exactCheck([1, 5, 6], [1, 2, 3]).worst, { row: 1, got: 5, wanted: 2, allowed: 0 });
  assert.deepEqual(exactCheck([1], [1, 2]).worst, { row: 1, got: NaN, wanted: 2, allowed: 0 });
  assert.equal(exactCheck([1, 2], [1]).ok, false);
  assert.equal(exactCheck([NaN], [NaN]).ok, false, "NaN is equal to nothing");
});
