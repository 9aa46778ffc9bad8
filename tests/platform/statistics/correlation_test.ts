import assert from "node:assert/strict";
import fc from "fast-check";
import * as simple from "simple-statistics";
import {
  correlationPValue,
  partialCorrelation,
  pearsonCorrelation,
} from "../../../platform/statistics/mod.ts";
import { RandomStream } from "../../../platform/random.ts";

Deno.test("all eight p values that eppgcn's Table II prints follow from its r, for 80 graphs", () => {
  // The number of graphs is not printed; 80 is the only one that fits.
  const table = [
    [0.07612, 0.50218, 78],
    [0.37703, 5.66e-4, 78],
    [0.86648, 3.03e-25, 78],
    [0.26515, 0.01746, 78],
    [0.40826, 2.28e-4, 75],
    [-0.33405, 0.00299, 75],
    [0.85306, 6.98e-23, 75],
    [0.32713, 0.00369, 75],
  ];
  for (const [r, printed, df] of table) {
    const ratio = correlationPValue(r, df) / printed;
    assert.ok(Math.abs(ratio - 1) < 2e-3, `r = ${r}: p is ${ratio} of the printed one`);
  }
});

const draws = (seed: number, count: number, n: number) => {
  const stream = new RandomStream(seed, "correlation");
  return Array.from({ length: count }, () => Array.from({ length: n }, () => stream.normal()));
};

Deno.test("Pearson's r is that of simple-statistics", () => {
  fc.assert(fc.property(fc.nat(), fc.integer({ min: 3, max: 60 }), (seed, n) => {
    const [x, y] = draws(seed, 2, n);
    const { r, degreesOfFreedom } = pearsonCorrelation(x, y);
    assert.ok(Math.abs(r - simple.sampleCorrelation(x, y)) < 1e-12);
    assert.equal(degreesOfFreedom, n - 2);
  }));
});

Deno.test("r has no unit, and stays within 1 whatever the rounding", () => {
  fc.assert(fc.property(fc.nat(), fc.integer({ min: 3, max: 60 }), (seed, n) => {
    const [x, y] = draws(seed, 2, n), { r } = pearsonCorrelation(x, y);
    for (const unit of [1e-30, 1e30]) {
      assert.ok(Math.abs(pearsonCorrelation(x.map((value) => unit * value), y).r - r) < 1e-12, `${unit}`);
    }
    for (const sign of [-1, 1]) {
      const same = pearsonCorrelation(x, x.map((value) => sign * value));
      assert.ok(sign * same.r <= 1 && sign * same.r > 1 - 1e-12 && same.p < 1e-6, `${same.r}, ${same.p}`);
    }
  }));
});

Deno.test("with one control, the partial r is (r_xy - r_xz r_yz) / sqrt((1 - r_xz^2)(1 - r_yz^2))", () => {
  fc.assert(fc.property(fc.nat(), fc.integer({ min: 5, max: 60 }), (seed, n) => {
    const [x, y, z] = draws(seed, 3, n);
    const [xy, xz, yz] = [[x, y], [x, z], [y, z]].map(([a, b]) => simple.sampleCorrelation(a, b));
    const wanted = (xy - xz * yz) / Math.sqrt((1 - xz * xz) * (1 - yz * yz));
    const { r, p, degreesOfFreedom } = partialCorrelation(x, y, [z]);
    assert.ok(Math.abs(r - wanted) < 1e-9, `${r}, not ${wanted}`);
    assert.equal(degreesOfFreedom, n - 3);
    assert.ok(p >= 0 && p <= 1);
  }));
});

Deno.test("a relation that only goes through a third quantity disappears when that is held fixed", () => {
  const [z, a, b] = draws(1, 3, 400);
  const x = z.map((value, i) => value + 0.3 * a[i]), y = z.map((value, i) => value + 0.3 * b[i]);
  assert.ok(pearsonCorrelation(x, y).r > 0.8 && pearsonCorrelation(x, y).p < 1e-50);
  const partial = partialCorrelation(x, y, [z]);
  assert.ok(Math.abs(partial.r) < 0.15 && partial.p > 0.01);
});

Deno.test("p values of unrelated quantities are uniform: a tenth are below a tenth", () => {
  let below = 0;
  for (let seed = 0; seed < 2000; seed++) {
    const [x, y, z] = draws(seed, 3, 12);
    if (partialCorrelation(x, y, [z]).p < 0.1) below++;
  }
  // Four standard deviations of a binomial of 2,000 draws.
  assert.ok(Math.abs(below - 200) < 54, `${below} of 2,000`);
});

Deno.test("what does not vary, or has too few observations, has no correlation", () => {
  const [x, y] = draws(3, 2, 6);
  for (
    const { r, p } of [
      pearsonCorrelation(x, [7, 7, 7, 7, 7, 7]),
      pearsonCorrelation(x.slice(0, 2), y.slice(0, 2)),
      pearsonCorrelation([], []),
      pearsonCorrelation(x, y.slice(1)),
      partialCorrelation(x, y, [x]),
      partialCorrelation(x, y, [[1, 1, 1, 1, 1, 1]]),
    ]
  ) assert.ok(Number.isNaN(r) && Number.isNaN(p));
  const { r, p } = pearsonCorrelation([1, 2, 3], [2, 4, 6]);
  assert.ok(r <= 1 && r > 1 - 1e-12 && p < 1e-7);
});
