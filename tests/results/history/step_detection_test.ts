import assert from "node:assert/strict";
import fc from "fast-check";
import { RandomStream } from "../../../platform/random.ts";
import { median, medianAbsoluteDeviation } from "../../../platform/statistics/mod.ts";
import { detectSteps, type StepRules } from "../../../results/history/step_detection.ts";

const NIGHTS = 60;
const ROUNDS = 13;
/** Deviation of normal noise whose MAD is 2 %. */
const DEVIATION = 1.4826 * 0.02;

/**
 * One night: the median of samples whose MAD is 2 % of it, with the standard error that their spread gives.
 */
function night(stream: RandomStream, level: number): number {
  return level * median(Float64Array.from({ length: ROUNDS }, () => Math.exp(DEVIATION * stream.normal())));
}

const RULES: StepRules = { smallestDifference: 0.02, withinNight: 1.2533 * DEVIATION / Math.sqrt(ROUNDS) };

const confirmed = (values: ArrayLike<number>, rules = RULES) =>
  detectSteps(values, rules).filter((step) => step.confirmedAt !== undefined);

Deno.test("a planted 10 % regression among noise of 2 % is confirmed by its second night in 95 of 100 histories", () => {
  const stream = new RandomStream(11, "planted regressions");
  let found = 0;
  for (let history = 0; history < 100; history++) {
    const at = 15 + stream.below(NIGHTS - 17);
    const values = Array.from({ length: NIGHTS }, (_, i) => night(stream, i >= at ? 1.1 : 1));
    const steps = confirmed(values);
    if (steps.some((step) => step.at === at && step.confirmedAt! <= at + 1 && step.after > step.before)) {
      found++;
    }
  }
  assert.ok(found >= 95, `${found} of 100`);
});

Deno.test("2,000 histories without a step raise at most one false alarm in 60 nights", () => {
  const stream = new RandomStream(12, "quiet site");
  let alarms = 0;
  for (let cell = 0; cell < 2000; cell++) {
    alarms += confirmed(Array.from({ length: NIGHTS }, () => night(stream, 1))).length;
  }
  assert.ok(alarms <= 1, `${alarms} alarms`);
});

Deno.test("where the nights themselves spread by 2 %, 2,000 histories still raise at most one false alarm", () => {
  const stream = new RandomStream(13, "noisy nights");
  let alarms = 0;
  const first: number[] = [];
  for (let cell = 0; cell < 2000; cell++) {
    const values = Array.from({ length: NIGHTS }, () => Math.exp(DEVIATION * stream.normal()));
    if (cell === 0) first.push(...values);
    alarms += confirmed(values, { smallestDifference: 0.02 }).length;
  }
  assert.ok(
    Math.abs(medianAbsoluteDeviation(first) - 0.02) < 0.008,
    "the noise is not what it is said to be",
  );
  assert.ok(alarms <= 1, `${alarms} alarms`);
});

Deno.test("a step of three deviations, found nights later, is dated to its first night in three of four histories", () => {
  const stream = new RandomStream(14, "small steps");
  let found = 0, exact = 0;
  for (let history = 0; history < 400; history++) {
    const values = Array.from(
      { length: NIGHTS },
      (_, i) => Math.exp(0.01 * stream.normal() + (i < 35 ? 0 : 0.03)),
    );
    const [step] = confirmed(values, {});
    if (step === undefined) continue;
    found++;
    if (step.at === 35) exact++;
  }
  assert.ok(found > 300 && exact >= 0.75 * found, `${exact} of ${found}`);
});

Deno.test("one night far out is no step, and two are one that the second confirms", () => {
  const stream = new RandomStream(14, "outliers");
  const quiet = Array.from({ length: 40 }, () => 5 * Math.exp(0.005 * stream.normal()));
  const once = quiet.with(30, 9);
  assert.deepEqual(confirmed(once), []);
  const twice = once.with(31, 9.1);
  const [up, down] = confirmed(twice);
  assert.equal(up.at, 30);
  assert.equal(up.confirmedAt, 31);
  assert.ok(up.before < 5.1 && up.after > 8.9);
  // Three nights of the new level are needed before the next step can be told from it.
  assert.ok(down.at === 33 && down.after < 5.1);
});

Deno.test("a last night that is far out is a step that awaits confirmation", () => {
  const values = Array.from({ length: 20 }, (_, i) => (i < 19 ? 10 : 13) + 0.05 * Math.sin(7 * i * i));
  const [step, ...more] = detectSteps(values);
  assert.equal(more.length, 0);
  assert.equal(step.at, 19);
  assert.equal(step.confirmedAt, undefined);
});

Deno.test("a step is confirmed by as many nights as the rules ask for, and no sooner", () => {
  const values = Array.from({ length: 30 }, (_, i) => (i < 20 ? 10 : 13) + 0.05 * Math.sin(7 * i * i));
  for (const persistence of [1, 2, 3]) {
    const [step] = detectSteps(values, { persistence });
    assert.deepEqual([step.at, step.confirmedAt], [20, 19 + persistence], String(persistence));
  }
});

Deno.test("a number without noise steps with any change, also to and from 0", () => {
  const [step] = confirmed([7, 7, 7, 7, 8, 8, 8], {});
  assert.deepEqual([step.at, step.confirmedAt, step.before, step.after], [4, 5, 7, 8]);
  assert.equal(confirmed([0, 0, 0, 0, 1, 1], {})[0].at, 4);
  assert.deepEqual(detectSteps([7, 7, 7, 7 + 1e-12, 7 - 1e-12, 7]), []);
});

Deno.test("differences below the smallest that the device can see are no steps", () => {
  const values = Array.from({ length: 30 }, (_, i) => (i < 20 ? 1 : 1.05) + 1e-4 * Math.sin(i * i));
  assert.equal(confirmed(values, { smallestDifference: 0.02 })[0].at, 20);
  assert.deepEqual(detectSteps(values, { smallestDifference: 0.06 }), []);
});

Deno.test("the smallest difference of numbers that may be negative is a share of their level", () => {
  const step = (after: number) => [...Array(12).fill(-100), ...Array(4).fill(after)];
  assert.deepEqual(detectSteps(step(-101), { smallestDifference: 0.02 }), []);
  assert.equal(detectSteps(step(-103), { smallestDifference: 0.02 })[0].at, 12);
});

Deno.test("a number with noise needs ten nights before a step, one without needs three", () => {
  const noisy = (nights: number) => [
    ...Array.from({ length: nights }, (_, i) => 10 + 0.01 * (i % 2)),
    ...[20, 20.01],
  ];
  assert.deepEqual(confirmed(noisy(9), {}), []);
  assert.deepEqual(detectSteps(noisy(10)).map(({ at, confirmedAt }) => [at, confirmedAt]), [[10, 11]]);
  assert.equal(detectSteps(noisy(6), { warmUp: 6 }).length, 1);
  assert.deepEqual(confirmed([10, 10, 20, 20], {}), []);
  assert.equal(detectSteps([10, 10, 10, 20, 20])[0].at, 3);
});

Deno.test("nights of which more than a quarter stayed behind half of the change are no step", () => {
  // Four nights after twelve: one that stayed is a quarter, two are not confirmed by any look.
  const level = Array(12).fill(8);
  assert.deepEqual(detectSteps([...level, 9, 8, 9, 8]), []);
  assert.deepEqual(
    detectSteps([...level, 9, 8, 9, 9], { persistence: 4 }).map(({ at, confirmedAt }) => [at, confirmedAt]),
    [[12, 15]],
  );
});

Deno.test("a step is dated by levels on both sides: the median of the window before it and of the nights up to now", () => {
  const values = [1, 1, 1, 9, 9, 9, 9, 3, 3];
  const found = detectSteps(values, { window: 4 });
  assert.deepEqual(found.map(({ at, confirmedAt, before, after }) => [at, confirmedAt, before, after]), [
    [3, 4, 1, 9],
    [7, 8, 9, 3],
  ]);
});

Deno.test("a night never changes what was confirmed before it, and no history makes it throw", () => {
  fc.assert(fc.property(
    fc.array(fc.oneof(fc.double({ min: 0.9, max: 1.1, noNaN: true }), fc.constantFrom(0, -1, 2, 2, 2)), {
      maxLength: 40,
      size: "max",
    }),
    fc.nat(40),
    (values, cut) => {
      const early = confirmed(values.slice(0, cut), {});
      const sign = (list: readonly number[]) => list.every((value) => value > 0);
      // Values at or below 0 that come later make all of them plain numbers instead of ratios.
      if (sign(values.slice(0, cut)) !== sign(values)) return;
      assert.deepEqual(confirmed(values, {}).slice(0, early.length), early);
    },
  ));
});
