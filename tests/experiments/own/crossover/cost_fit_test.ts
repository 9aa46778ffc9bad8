import assert from "node:assert/strict";
import {
  agreement,
  type CostSample,
  fitCosts,
  leastPredicted,
  mostFrequentWinner,
  predictSamples,
  splitSamples,
  winnerAgreement,
} from "../../../../experiments/own/crossover/cost_fit.ts";
import { RandomStream } from "../../../../platform/random.ts";

const POINTS = 40;

/** Times by known rates: one contender pays for bytes, the other for rows and a constant. */
function samples(noise: number): CostSample[] {
  const stream = new RandomStream(1, "costs");
  return Array.from({ length: POINTS }, (_, i) => {
    const bytes = 1e6 * (1 + i % 7), rows = 1e4 * (1 + (i * 3) % 11);
    const disturbed = (ms: number) => ms * (1 + noise * (2 * stream.uniform() - 1));
    const point = `p${i}`, terms = [bytes, rows];
    return [
      { point, contender: "bytes", ms: disturbed(1e-6 * bytes), terms },
      { point, contender: "rows", ms: disturbed(0.5 + 5e-5 * rows), terms },
    ];
  }).flat();
}

Deno.test("half of the points judge, the same ones every time", () => {
  const { fitted, judged } = splitSamples(samples(0));
  const points = (of: readonly CostSample[]) => new Set(of.map(({ point }) => point));
  assert.equal(points(fitted).size, POINTS / 2);
  assert.equal(points(judged).size, POINTS / 2);
  assert.equal(points(fitted).intersection(points(judged)).size, 0);
  assert.deepEqual(points(splitSamples(samples(0).reverse()).fitted), points(fitted));
});

Deno.test("rates of known costs are found, and name the winner of points that were not fitted", () => {
  const { fitted, judged } = splitSamples(samples(0));
  const model = fitCosts(fitted);
  assert.ok(Math.abs(model("bytes", [3e6, 0])! - 3) < 1e-6);
  assert.ok(Math.abs(model("rows", [0, 2e4])! - 1.5) < 1e-6);
  assert.equal(model("unknown", [1, 1]), undefined);
  const predicted = predictSamples(judged, model);
  const { rankCorrelation, errorPercent } = agreement(predicted);
  assert.ok(rankCorrelation > 0.99 && errorPercent < 1e-3, `${rankCorrelation}, ${errorPercent}`);
  const { rightPercent, regret } = winnerAgreement(predicted, leastPredicted);
  assert.ok(rightPercent === 100 && regret === 1, `${rightPercent}, ${regret}`);
});

Deno.test("with noise the model still beats the most frequent winner, and no rate is negative", () => {
  const { fitted, judged } = splitSamples(samples(0.1));
  const model = fitCosts(fitted), predicted = predictSamples(judged, model);
  const frequent = mostFrequentWinner(fitted);
  const ofModel = winnerAgreement(predicted, leastPredicted);
  const ofFrequent = winnerAgreement(
    predicted,
    (own) => own.find(({ contender }) => contender === frequent)!,
  );
  assert.ok(
    ofModel.rightPercent > ofFrequent.rightPercent,
    `${ofModel.rightPercent}, ${ofFrequent.rightPercent}`,
  );
  assert.ok(ofModel.regret < ofFrequent.regret && ofModel.regret >= 1);
  for (const contender of ["bytes", "rows"]) {
    for (const terms of [[0, 0], [1e6, 0], [0, 1e4]]) assert.ok(model(contender, terms)! >= 0);
  }
});

Deno.test("a wrongly named winner costs what it takes longer", () => {
  const own: CostSample[] = [
    { point: "p", contender: "a", ms: 2, terms: [] },
    { point: "p", contender: "b", ms: 3, terms: [] },
  ];
  assert.deepEqual(winnerAgreement(own, ([, b]) => b), { rightPercent: 0, regret: 1.5 });
});

Deno.test("the most frequent winner is the fastest at most points, whatever its order and its times", () => {
  const at = (point: string, times: Readonly<Record<string, number>>): CostSample[] =>
    Object.entries(times).map(([contender, ms]) => ({ point, contender, ms, terms: [] }));
  const points = [
    at("p", { a: 1, b: 2, c: 9 }),
    at("q", { a: 5, b: 4, c: 9 }),
    at("r", { a: 6, b: 9, c: 5 }),
    at("s", { a: 900, b: 800, c: 900 }),
  ];
  assert.equal(mostFrequentWinner(points.flat()), "b");
  assert.equal(mostFrequentWinner(points.toReversed().flatMap((own) => own.toReversed())), "b");
});
