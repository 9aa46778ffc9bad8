import assert from "node:assert/strict";
import { leadingNumber } from "../../../../results/report/plots/leading_number.ts";

Deno.test("the number that a factor begins with is a place on an axis", () => {
  assert.deepEqual(["16(4)", "2.5", "1e6", "-3", "best", "", undefined].map(leadingNumber), [
    ...["16", "2.5", "1e6", "-3"],
    ...[undefined, undefined, undefined],
  ]);
});
