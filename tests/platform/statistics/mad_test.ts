import assert from "node:assert/strict";
import fc from "fast-check";
import * as simple from "simple-statistics";
import { medianAbsoluteDeviation } from "../../../platform/statistics/mod.ts";

Deno.test("the MAD is simple-statistics' raw one", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 40, size: "max" }),
      (values) => {
        assert.ok(Math.abs(medianAbsoluteDeviation(values) - simple.medianAbsoluteDeviation(values)) < 1e-9);
      },
    ),
  );
});

Deno.test("the MAD is not scaled, and one outlier does not move it", () => {
  assert.equal(medianAbsoluteDeviation([1, 1, 2, 2, 4, 6, 9]), 1);
  assert.equal(medianAbsoluteDeviation([1, 1, 2, 2, 4, 6, 1e9]), 1);
});

Deno.test("the MAD of no, one and NaN values is as documented", () => {
  assert.ok(Number.isNaN(medianAbsoluteDeviation([])));
  assert.equal(medianAbsoluteDeviation([7]), 0);
  assert.ok(Number.isNaN(medianAbsoluteDeviation([1, 2, NaN])));
  assert.ok(Number.isNaN(medianAbsoluteDeviation([Infinity, Infinity])));
  assert.ok(Number.isNaN(medianAbsoluteDeviation([1, 2, 3, 4, Infinity])));
  assert.ok(Number.isNaN(medianAbsoluteDeviation([Infinity, 1, 2, 3, 4])));
});
