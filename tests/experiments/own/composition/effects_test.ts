import assert from "node:assert/strict";
import { linearRegression } from "simple-statistics";
import { contrastFacts, roundsOf } from "../../../../experiments/own/composition/contrast_metrics.ts";
import { fractionalFactorial } from "../../../../experiments/own/composition/fractional_factorial.ts";
import { cameTrue, type Prediction } from "../../../../experiments/own/composition/stated_predictions.ts";
import {
  effectId,
  pairId,
  switchedRuns,
  TOGETHER,
} from "../../../../experiments/own/composition/switched_runs.ts";
import { RandomStream } from "../../../../platform/random.ts";
import { median } from "../../../../platform/statistics/mod.ts";

const ALL = [..."abcde"];
/** Speed-ups of single techniques, and how a pair of them changes the other's. */
const SINGLE: Readonly<Record<string, number>> = { a: 2, b: 1.5, c: 1, d: 1.2, e: 0.8 };
const PAIR = { pair: ["a", "b"], factor: 1.3 };
const HALF = switchedRuns(fractionalFactorial(ALL, [{ switches: ALL, sign: -1 }]));
const ROUNDS = 15;

/** Milliseconds of a run of the model above, with a drift that rounds share and noise that they do not. */
function timesOf(noise: number, seed = 1): (run: string) => number[] {
  const times = new Map<string, number[]>(), stream = new RandomStream(seed, "effects");
  const drift = Array.from({ length: ROUNDS }, (_, round) => 1 + round / 10);
  for (const [run, on] of HALF.runs) {
    const single = [...on].reduce((product, id) => product * SINGLE[id], 1);
    const both = PAIR.pair.every((id) => on.has(id)) ? PAIR.factor : 1;
    const ms = drift.map((slow) => slow * 100 / (single * both) * Math.exp(noise * stream.normal()));
    times.set(run, ms);
  }
  return (run) => times.get(run)!;
}

const middle = (values: unknown) => median(values as number[]);
const near = (got: number, wanted: number, tolerance: number) =>
  assert.ok(Math.abs(Math.log(got / wanted)) < tolerance, `${got}, wanted ${wanted}`);

Deno.test("a half fraction with the runs it lacks has nothing, single techniques and all together", () => {
  assert.equal(HALF.runs.size, 16 + 5 + 1);
  for (const run of ["none", ...ALL, "a+b+c+d+e"]) assert.ok(HALF.runs.has(run), run);
});

Deno.test("effects without noise are exact whatever the drift", () => {
  const facts = contrastFacts(roundsOf(HALF.contrasts, timesOf(0)), { predictions: [], seed: 1 });
  for (const id of ALL) near(middle(facts.get(effectId(id))!.alone), SINGLE[id], 1e-9);
  // Averaged over the other switches, half of which have the partner on.
  near(middle(facts.get(effectId("a"))!.average), 2 * Math.sqrt(1.3), 1e-9);
  for (const [a, b] of HALF.pairs) {
    near(middle(facts.get(pairId(a, b))!.interaction), a === "a" && b === "b" ? 1.3 : 1, 1e-9);
  }
  const together = facts.get(TOGETHER)!;
  near(middle(together.product), 2 * 1.5 * 1.2 * 0.8, 1e-9);
  near(middle(together.together), 2 * 1.5 * 1.2 * 0.8 * 1.3, 1e-9);
  near(middle(together.surplus), 1.3, 1e-9);
});

Deno.test("an average is the slope of log time over the switch by least squares", () => {
  const times = timesOf(0.05), [design] = [fractionalFactorial(ALL, [{ switches: ALL, sign: -1 }])];
  const facts = contrastFacts(roundsOf(HALF.contrasts, times), { predictions: [], seed: 1 });
  for (const id of ALL) {
    const average = facts.get(effectId(id))!.average as number[];
    for (let round = 0; round < ROUNDS; round++) {
      const points = design.runs.map((on) => {
        const run = ALL.filter((each) => on.has(each)).join("+") || "none";
        return [on.has(id) ? 1 : 0, Math.log(times(run)[round])];
      });
      near(average[round], Math.exp(-linearRegression(points).m), 1e-9);
    }
  }
});

Deno.test("with noise the one interaction is found and no other, and predictions are judged by it", () => {
  const predictions: Prediction[] = [
    { pair: ["a", "b"], sign: 1, why: "" },
    { pair: ["a", "c"], sign: 0, why: "" },
    { pair: ["a", "d"], sign: -1, why: "" },
  ];
  const facts = contrastFacts(roundsOf(HALF.contrasts, timesOf(0.02)), { predictions, seed: 1 });
  for (const [a, b] of HALF.pairs) {
    const { p_holm } = facts.get(pairId(a, b))!;
    assert.equal(Number(p_holm) < 0.05, a === "a" && b === "b", `${a} ${b}: ${p_holm}`);
  }
  assert.equal(facts.get(pairId("a", "b"))!.came_true, 1);
  assert.equal(facts.get(pairId("a", "c"))!.came_true, 1);
  assert.equal(facts.get(pairId("a", "d"))!.came_true, 0);
  assert.equal(facts.get(pairId("a", "b"))!.predicted, 1);
  assert.equal(facts.get(pairId("d", "e"))!.predicted, undefined);
});

Deno.test("of many experiments without any effect one in twenty at most finds one", () => {
  let found = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const stream = new RandomStream(seed, "null"), times = new Map<string, number[]>();
    for (const run of HALF.runs.keys()) {
      times.set(run, Array.from({ length: ROUNDS }, () => Math.exp(0.1 * stream.normal())));
    }
    const facts = contrastFacts(roundsOf(HALF.contrasts, (run) => times.get(run)), {
      predictions: [],
      seed: 1,
    });
    if ([...facts.values()].some(({ p_holm }) => Number(p_holm) < 0.05)) found++;
  }
  assert.ok(found <= 20, `${found} of 200`);
});

Deno.test("contrasts whose runs have no times are left out, others stay", () => {
  const times = timesOf(0), rounds = roundsOf(HALF.contrasts, (run) => run === "c" ? undefined : times(run));
  assert.ok(!rounds.some(({ of, kind }) => of === effectId("c") && kind === "alone"));
  assert.ok(!rounds.some(({ kind }) => kind === "surplus"));
  assert.ok(rounds.some(({ of, kind }) => of === effectId("a") && kind === "alone"));
});

Deno.test("a prediction is open where the interval is wide and nothing is shown", () => {
  const wide = { median: 1.02, low: 0.9, high: 1.2, p: 1 },
    narrow = { median: 1, low: 0.98, high: 1.02, p: 1 };
  for (const sign of [-1, 0, 1] as const) assert.equal(cameTrue(sign, wide), undefined);
  assert.equal(cameTrue(0, narrow), true);
  assert.equal(cameTrue(1, narrow), false);
  const shown = { median: 0.8, low: 0.7, high: 0.9, p: 0.001 };
  assert.equal(cameTrue(-1, shown), true);
  assert.equal(cameTrue(1, shown), false);
  assert.equal(cameTrue(0, shown), false);
  // A difference that is shown but too small to matter leaves "they multiply" true.
  assert.equal(cameTrue(0, { median: 1.01, low: 1.005, high: 1.02, p: 0.001 }), true);
});
