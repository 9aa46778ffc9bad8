/** Series of rounds, and how far an A/A run's difference moves a number that is computed from them. @module */
import assert from "node:assert/strict";
import {
  meanOf,
  nearby,
  quantityOfMedians,
  quantityRounds,
  type RoundSeries,
  roundSeries,
} from "../../../experiments/claims/timed_series.ts";
import type { Row, Sample } from "../../../results/row.ts";

const rowOf = (own: Partial<Row>) =>
  ({ cell: "suite:work:a", contender: "a", attempt: 1, timer: "wall", unit: "ms", median: 2, ...own }) as Row;
const samplesOf = (values: readonly number[]) =>
  values.map((value, round) => ({ preparation: 0, round, value }) as Sample);

const near = (found: readonly number[], wanted: readonly number[]) => {
  assert.equal(found.length, wanted.length);
  found.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1e-12, `${found}, not ${wanted}`));
};

Deno.test("a time needs two samples to be more than one that was taken once", () => {
  const kind = (count: number, own: Partial<Row> = {}) =>
    roundSeries(rowOf(own), samplesOf(Array(count).fill(2))).kind;
  assert.deepEqual([0, 1, 2, 15].map((count) => kind(count)), ["once", "once", "time", "time"]);
  assert.deepEqual([0, 1].map((count) => kind(count, { unit: "x", timer: "" })), ["exact", "ratio"]);
  assert.equal(kind(0, { source: "modelled", timer: "" }), "exact", "a model gives one time, and exactly");
});

Deno.test("values near others are off by half of a difference each, in every combination", () => {
  const pairs = nearby([2, 30], 0.21).map((pair) => pair.map((value) => Number(value.toPrecision(9))));
  const [low, high] = [2 / 1.1, 30 / 1.1].map((value) => Number(value.toPrecision(9)));
  assert.deepEqual(pairs.sort(([a, b], [c, d]) => a - c || b - d), [[low, high], [low, 33], [2.2, high], [
    2.2,
    33,
  ]]);
  const many = nearby(Array(8).fill(1), 0.1);
  assert.deepEqual([many.length, new Set(many.map(String)).size], [256, 256]);
  // More are too many to look at all of them: some are drawn, with every value on both sides.
  const drawn = nearby(Array(12).fill(1), 0.1);
  assert.equal(drawn.length, 256);
  assert.ok(new Set(drawn.map(String)).size > 200);
  for (let i = 0; i < 12; i++) assert.equal(new Set(drawn.map((values) => values[i] > 1)).size, 2);
});

/** Three rounds of a value in one comparison. */
const series = (kind: RoundSeries["kind"], value: number, own: Partial<Row> = {}): RoundSeries => ({
  ...{ kind, value, rows: [rowOf({ median: value, ...own })] },
  rounds: new Map([0, 1, 2].map((round) => [round, { preparation: 0, value }])),
});

const DIFFERENCE = { smallestDifference: 0.21, seed: 1 };

Deno.test("in a round a ratio is off by all of the difference, beside a time or another ratio of its rounds, too", () => {
  const bounds = (of: readonly RoundSeries[], quantity: (values: readonly number[]) => number) => {
    const rounds = quantityRounds(of, quantity, DIFFERENCE);
    assert.equal(rounds.length, 3);
    return [rounds[0].least, rounds[0].value, rounds[0].most];
  };
  const ratio = series("ratio", 3), time = series("time", 5);
  near(bounds([ratio], ([value]) => value), [3 / 1.21, 3, 3 * 1.21]);
  near(bounds([ratio, time], ([value]) => value), [3 / 1.21, 3, 3 * 1.21]);
  near(bounds([ratio, time], ([, value]) => value), [5 / 1.1, 5, 5 * 1.1]);
  near(bounds([time, time], ([a, b]) => a / b), [1 / 1.21, 1, 1.21]);
  // What two ratios have in common cancels in their quotient, and not in their product.
  near(bounds([ratio, ratio], ([a, b]) => a / b), [1 / 1.21, 1, 1.21]);
  near(bounds([ratio, ratio], ([a, b]) => a * b), [9 / 1.21 ** 2, 9, 9 * 1.21 ** 2]);
  const { rounds: _, ...once } = series("once", 4);
  near(bounds([time, once], ([, value]) => value), [2, 4, 8]);
  // Another contender has the same rounds; another workload, or a later attempt, has rounds of its own.
  const beside = series("ratio", 3, { cell: "suite:work:other", contender: "other" });
  near(bounds([ratio, beside], ([a, b]) => a / b), [1 / 1.21, 1, 1.21]);
  for (const own of [{ cell: "suite:elsewhere:a" }, { attempt: 2 }]) {
    const apart = series("ratio", 3, own);
    near(bounds([ratio, apart], ([a, b]) => a / b), [1 / 1.21 ** 2, 1, 1.21 ** 2]);
    // So has a mean over both, which is of two comparisons.
    near(bounds([ratio, meanOf([ratio, apart])], ([a, b]) => a / b), [1 / 1.21 ** 2, 1, 1.21 ** 2]);
  }
  // What is exact is not off, whatever its place among the others.
  const exact = series("exact", 7);
  for (const  of of[[exact, time, time], [time, exact, time], [time, time, exact]]) {
    near(bounds(of, (values) => values.reduce((a, b) => a * b)), [175 / 1.21, 175, 175 * 1.21]);
  }
});

Deno.test("a share is off as its part over the rest is, and stays between 0 and 100 %", () => {
  const percent = (odds: number) => 100 * odds / (1 + odds);
  for (const odds of [0.25, 99]) {
    const [{ least, value, most }] = quantityRounds(
      [series("share", percent(odds))],
      ([own]) => own,
      DIFFERENCE,
    );
    near([least, value, most], [percent(odds / 1.21), percent(odds), percent(odds * 1.21)]);
  }
});

Deno.test("a mean of what is computed from several series is that of each round, and of the medians", () => {
  const at = (values: readonly number[], value: number, own: Partial<Row> = {}): RoundSeries => ({
    ...series("ratio", value, own),
    rounds: new Map(values.map((each, round) => [round, { preparation: round, value: each }])),
  });
  const [a, b] = [at([1, 2], 4), at([4, 8, 9], 2, { cell: "suite:elsewhere:a" })];
  const mean = meanOf([a, b], (value) => 1 / value);
  assert.deepEqual(
    mean.rounds,
    new Map([
      [0, { preparation: 0, value: 0.625 }],
      [1, { preparation: 1, value: 0.3125 }],
    ]),
  );
  assert.equal(mean.value, 0.375);
  assert.deepEqual(mean.rows, [...a.rows, ...b.rows]);
  assert.equal(meanOf([a, b]).value, 3);
});

Deno.test("only rounds that all series have count", () => {
  const some = (kept: readonly number[]): RoundSeries => ({
    ...series("time", 2),
    rounds: new Map(kept.map((round) => [round, { preparation: round, value: round + 1 }])),
  });
  const rounds = quantityRounds([some([0, 1, 2]), some([1, 2, 3])], ([a, b]) => a * b, DIFFERENCE);
  assert.deepEqual(rounds.map(({ preparation, value }) => [preparation, value]), [[1, 4], [2, 9]]);
  assert.deepEqual(quantityRounds([some([0]), some([1])], ([a]) => a, DIFFERENCE), []);
});

Deno.test("a number of medians is asked at both ends of every interval, widened by the difference", () => {
  const of = [series("exact", 2, { ci_lo: 1, ci_hi: 3 }), series("exact", 20, { ci_lo: 10, ci_hi: 40 })];
  const bounds = (of: readonly RoundSeries[], quantity: (values: readonly number[]) => number) => {
    const { least, most } = quantityOfMedians(of, quantity, DIFFERENCE);
    return [least, most];
  };
  near(bounds(of, ([a, b]) => a + b), [11, 43]);
  near(bounds(of, ([a, b]) => b - a), [7, 39]);
  near(bounds([series("time", 2, { ci_lo: 1, ci_hi: 3 })], ([value]) => value), [1 / 1.1, 3 * 1.1]);
  near(bounds([series("exact", 2)], ([value]) => value), [2, 2]);
  const ratio = series("ratio", 3);
  near(bounds([ratio], ([value]) => value), [3 / 1.21, 3 * 1.21]);
  near(bounds([ratio, ratio], ([a, b]) => a * b), [9 / 1.21 ** 2, 9 * 1.21 ** 2]);
  near(bounds([ratio, ratio], ([a, b]) => a / b), [1 / 1.21, 1.21]);
  // A number that is largest between the ends is known at the medians.
  near(bounds(of, ([a]) => a === 2 ? 9 : a), [1, 9]);
});
