import assert from "node:assert/strict";
import fc from "fast-check";
import * as simple from "simple-statistics";
import { median, medianInPlace, quantile } from "../../../platform/statistics/mod.ts";
import { shares } from "../../shares.ts";

const samples = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), {
  minLength: 1,
  maxLength: 60,
  size: "max",
});

Deno.test("the median is simple-statistics' median", () => {
  fc.assert(
    fc.property(samples, (values) => {
      const want = simple.median(values);
      // Its mean of two values rounds their difference, which may be far larger than the mean.
      const largest = Math.max(...values.map(Math.abs));
      assert.ok(Math.abs(median(values) - want) <= 2 * Number.EPSILON * largest + Number.MIN_VALUE);
    }),
    { examples: [[[-999999.9981407903, 999999.9981407904]]], numRuns: 1000 },
  );
});

Deno.test("quantiles are those of R's type 7", () => {
  // R: quantile(c(2, 4, 4, 5, 7, 9, 10, 40), c(0.05, 0.25, 1/3, 0.9), type = 7)
  const values = [9, 2, 40, 4, 7, 4, 10, 5];
  [[0.05, 2.7], [0.25, 4], [1 / 3, 13 / 3], [0.9, 19]].forEach(([p, want]) =>
    assert.ok(Math.abs(quantile(values, p) - want) < 1e-12, `p = ${p}`)
  );
  assert.equal(quantile(values, 0), 2);
  assert.equal(quantile(values, 1), 40);
});

Deno.test("a quantile rises with p, stays inside the sample, and does not reorder it", () => {
  fc.assert(
    fc.property(
      samples,
      shares,
      shares,
      (values, p, q) => {
        const before = [...values];
        const [lo, hi] = [quantile(values, Math.min(p, q)), quantile(values, Math.max(p, q))];
        assert.ok(lo <= hi + 1e-9);
        assert.ok(Math.min(...values) <= lo && hi <= Math.max(...values));
        assert.deepEqual(values, before);
        const array = Float64Array.from(values);
        assert.equal(quantile(array, Math.min(p, q)), lo);
        assert.deepEqual([...array], before);
        assert.equal(medianInPlace(array), median(values));
      },
    ),
  );
});

Deno.test("quantiles of no, one, NaN, infinite and extreme values are as documented", () => {
  assert.ok(Number.isNaN(median([])));
  assert.equal(median([3]), 3);
  assert.ok(Number.isNaN(medianInPlace(new Float64Array(0))));
  for (const length of [3, 60]) {
    for (let place = 0; place < length; place++) {
      const values = Array.from({ length }, (_, i) => i === place ? NaN : i);
      for (const p of [0, 0.3, 1]) assert.ok(Number.isNaN(quantile(values, p)), `NaN at ${place}`);
      assert.ok(Number.isNaN(medianInPlace(Float64Array.from(values))));
    }
  }
  assert.equal(median([-Infinity, 1, Infinity]), 1);
  assert.equal(quantile([1, Infinity], 0), 1);
  assert.equal(median([-Number.MAX_VALUE, Number.MAX_VALUE]), 0);
  assert.equal(quantile([0.1, 0.1, 0.1], 0.37), 0.1);
  for (const p of [-0.1, 1.1, NaN, 50]) {
    assert.throws(() => quantile([1, 2], p), /wanted a number from 0 to 1/);
  }
});
