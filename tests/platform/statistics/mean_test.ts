import assert from "node:assert/strict";
import fc from "fast-check";
import * as simple from "simple-statistics";
import { mean, standardDeviation } from "../../../platform/statistics/mod.ts";

Deno.test("mean and deviation of a sample are those of simple-statistics, however large the values", () => {
  const samples = fc.array(fc.integer({ min: 1000, max: 1100 }), { minLength: 2, maxLength: 12 });
  fc.assert(fc.property(samples, (sample) => {
    assert.ok(Math.abs(mean(sample) - simple.mean(sample)) < 1e-9);
    assert.ok(Math.abs(standardDeviation(sample) - simple.sampleStandardDeviation(sample)) < 1e-9);
  }));
});

Deno.test("two seeds a point apart deviate by its root of a half, and one seed has no deviation", () => {
  assert.ok(Math.abs(standardDeviation([80, 81]) - Math.SQRT1_2) < 1e-12);
  assert.equal(standardDeviation([80]), 0);
  assert.ok(Number.isNaN(mean([])));
});
