import assert from "node:assert/strict";
import { RandomStream } from "../../../platform/random.ts";
import {
  geometricMeanRatio,
  strataBootstrapInterval,
  summarizeRatios,
} from "../../../platform/statistics/mod.ts";

/** Rounds whose true ratio is known, with 5 % of noise on each side. */
function rounds(ratio: number, seed: number) {
  const stream = new RandomStream(seed, "rounds");
  return Array.from({ length: 15 }, (_, round) => ({
    preparation: round % 3,
    numerator: ratio * Math.exp(0.05 * stream.normal()),
    denominator: Math.exp(0.05 * stream.normal()),
  }));
}

Deno.test("the mean of one cell is its median ratio; of several, the root of their product", () => {
  const one = rounds(3, 1), other = rounds(0.5, 2);
  const medians = [one, other].map((cell) => summarizeRatios(cell, { seed: 1 }).median);
  assert.ok(Math.abs(geometricMeanRatio([one], { seed: 1 }).mean - medians[0]) < 1e-12);
  assert.ok(
    Math.abs(geometricMeanRatio([one, other], { seed: 1 }).mean - Math.sqrt(medians[0] * medians[1])) < 1e-12,
  );
});

Deno.test("the interval narrows with the number of cells and holds the truth about as often as it says", () => {
  let held = 0, narrower = 0;
  for (let trial = 0; trial < 100; trial++) {
    const cells = Array.from({ length: 6 }, (_, cell) => rounds(2, 100 * trial + cell));
    const { ciLo, ciHi } = geometricMeanRatio(cells, { seed: trial, resamples: 400 });
    const single = geometricMeanRatio(cells.slice(0, 1), { seed: trial, resamples: 400 });
    if (ciLo <= 2 && ciHi >= 2) held++;
    if (ciHi - ciLo < single.ciHi - single.ciLo) narrower++;
  }
  assert.ok(held >= 88, `${held} of 100`);
  assert.ok(narrower >= 95, `${narrower} of 100`);
});

Deno.test("swapping both sides gives reciprocals, and a cell of one round leaves the interval unbounded", () => {
  const cells = [rounds(3, 1), rounds(0.5, 2)];
  const swapped = cells.map((cell) =>
    cell.map(({ preparation, numerator, denominator }) => ({
      preparation,
      numerator: denominator,
      denominator: numerator,
    }))
  );
  const { mean, ciLo, ciHi } = geometricMeanRatio(cells, { seed: 1 });
  const back = geometricMeanRatio(swapped, { seed: 1 });
  for (const [a, b] of [[mean, back.mean], [ciLo, back.ciHi], [ciHi, back.ciLo]]) {
    assert.ok(Math.abs(a * b - 1) < 1e-9, `${a} ${b}`);
  }
  const poor = geometricMeanRatio([cells[0], cells[1].slice(0, 1)], { seed: 1 });
  assert.deepEqual([poor.ciLo, poor.ciHi], [0, Infinity]);
  assert.deepEqual(strataBootstrapInterval([], () => 0, { seed: 1 }), { lo: -Infinity, hi: Infinity });
});
