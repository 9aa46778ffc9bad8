import assert from "node:assert/strict";
import { checkChoice } from "../../../../experiments/eppgcn/group_sizes/choice_check.ts";

const right = [{ least: 32, most: 32 }, { least: 1, most: 16 }];

Deno.test("sizes within their ranges are right, at both ends", () => {
  for (const sizes of [[32, 1], [32, 16]]) {
    const { ok, relErr, checkedRows } = checkChoice(sizes, right);
    assert.deepEqual({ ok, relErr, checkedRows }, { ok: true, relErr: 0, checkedRows: 2 });
  }
});

Deno.test("a size outside of its range is wrong and named with the nearest right one", () => {
  const { ok, relErr, worst } = checkChoice([32, 20], right);
  assert.equal(ok, false);
  assert.equal(relErr, 0.25);
  assert.deepEqual(worst, { row: 1, col: 0, got: 20, wanted: 16, allowed: 0 });
  assert.equal(checkChoice([31, 16], right).ok, false);
});

Deno.test("a size that is no whole number, or a product without a size, is wrong", () => {
  assert.equal(checkChoice([32, 2.5], right).ok, false);
  assert.equal(checkChoice([32], right).ok, false);
  assert.equal(checkChoice([32, 1, 1], right).ok, false);
});
