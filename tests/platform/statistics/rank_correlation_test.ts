import assert from "node:assert/strict";
import * as simple from "simple-statistics";
import { RandomStream } from "../../../platform/random.ts";
import { rankCorrelation } from "../../../platform/statistics/rank_correlation.ts";

Deno.test("without ties it is simple-statistics' rank correlation", () => {
  const stream = new RandomStream(1, "ranks");
  const x = Array.from({ length: 30 }, () => stream.uniform());
  const y = x.map((value) => value ** 3 + 0.3 * stream.uniform());
  assert.ok(Math.abs(rankCorrelation(x, y) - simple.sampleRankCorrelation(x, y)) < 1e-12);
});

Deno.test("equal values share a rank, and a quantity that does not vary has no correlation", () => {
  // By hand: ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4 have r = 4.5 / sqrt(4.5 * 5).
  assert.ok(Math.abs(rankCorrelation([1, 2, 2, 3], [1, 2, 3, 4]) - 4.5 / Math.sqrt(22.5)) < 1e-12);
  assert.ok(Number.isNaN(rankCorrelation([1, 1, 1], [1, 2, 3])));
});
