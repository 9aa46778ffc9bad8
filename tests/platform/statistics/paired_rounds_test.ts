import assert from "node:assert/strict";
import { pairedRounds, pairRounds } from "../../../platform/statistics/paired_rounds.ts";

const sample = (round: number, value: number, preparation = 0) => ({ round, value, preparation });

Deno.test("samples are paired by round, in any order, and a round of one contender alone is left out", () => {
  const numerator = [sample(0, 6), sample(2, 9, 1), sample(1, 8)];
  const denominator = [sample(3, 5, 1), sample(1, 4), sample(0, 2), sample(2, 3, 1)];
  assert.deepEqual(pairedRounds(numerator, denominator), [
    { preparation: 0, numerator: 6, denominator: 2 },
    { preparation: 1, numerator: 9, denominator: 3 },
    { preparation: 0, numerator: 8, denominator: 4 },
  ]);
  const { n, median, ciLo, ciHi } = pairRounds(numerator, denominator, 1);
  assert.deepEqual([n, median], [3, 3]);
  const error = 1e-12;
  assert.ok(ciLo > 2 - error && ciHi < 3 + error && ciLo <= ciHi);
});

Deno.test("contenders without a common round have no pairs", () => {
  assert.deepEqual(pairedRounds([sample(0, 1)], [sample(1, 1)]), []);
});
