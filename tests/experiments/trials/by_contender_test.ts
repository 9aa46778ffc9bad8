import assert from "node:assert/strict";
import { byContender } from "../../../experiments/trials/by_contender.ts";

Deno.test("an outcome is worked out for the contender that is asked for, and for no other", () => {
  const worked: number[] = [];
  const outcomeOf = byContender([1, 2, 3].map((n) => ({ id: `c${n}`, label: "", n })), ({ n }) => {
    worked.push(n);
    if (n === 3) throw new RangeError("three");
    return 10 * n;
  });
  assert.equal(outcomeOf("c2"), 20);
  assert.deepEqual(worked, [2]);
  assert.throws(() => outcomeOf("c3"), RangeError);
  assert.throws(() => outcomeOf("c4"), /"c4" was not asked for/);
});
