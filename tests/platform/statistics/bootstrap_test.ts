import assert from "node:assert/strict";
import fc from "fast-check";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import {
  bootstrapInterval,
  bootstrapMedianInterval,
  clusterBootstrapInterval,
  differenceBootstrapInterval,
  median,
  medianInPlace,
  quantile,
  strataBootstrapInterval,
} from "../../../platform/statistics/mod.ts";

const mean = (values: Float64Array) => sumOf(values) / values.length;
const UNBOUNDED = { lo: -Infinity, hi: Infinity };

Deno.test("an interval repeats for its seed and moves with it", () => {
  const sample = Array.from({ length: 20 }, (_, i) => Math.sin(i) * 10);
  const interval = (seed: number) => bootstrapInterval(sample, mean, { seed, resamples: 200 });
  assert.deepEqual(interval(1), interval(1));
  assert.notDeepEqual(interval(1), interval(2));
});

Deno.test("of a few values all resamples are taken: each once, and no seed matters", () => {
  const seen: string[] = [];
  const statistic = (resample: Float64Array) => {
    seen.push(resample.join());
    return mean(resample);
  };
  const interval = bootstrapInterval([1, 2, 4], statistic, { seed: 1 });
  assert.equal(seen.length, 27);
  assert.equal(new Set(seen).size, 27);
  assert.deepEqual(interval, bootstrapInterval([1, 2, 4], mean, { seed: 2 }));
  // The mean of three is 1 or 4 once in 27 times each.
  assert.ok(interval.lo > 1 && interval.lo < 4 / 3 && interval.hi < 4 && interval.hi > 10 / 3);
  assert.deepEqual(clusterBootstrapInterval([[1, 2, 4], []], mean, { seed: 3 }), interval);
});

Deno.test("there are 2,000 resamples by default, and no fewer than asked for where a sample has as many", () => {
  const count = (n: number, resamples?: number) => {
    const seen: string[] = [];
    bootstrapInterval(Array.from({ length: n }, (_, i) => i), (resample) => seen.push(resample.join()), {
      seed: 1,
      ...(resamples && { resamples }),
    });
    return { taken: seen.length, different: new Set(seen).size };
  };
  assert.equal(count(5).taken, 2000);
  assert.deepEqual(count(4), { taken: 256, different: 256 });
  assert.deepEqual(count(4, 256), { taken: 256, different: 256 });
  const drawn = count(4, 255);
  assert.equal(drawn.taken, 255);
  assert.ok(drawn.different < 255);
});

Deno.test("95 % intervals of a mean cover the truth in 90 to 98 of 100 samples of 30", () => {
  const stream = new RandomStream(101, "coverage");
  const trials = 400;
  let covered = 0;
  for (let trial = 0; trial < trials; trial++) {
    const sample = Float64Array.from({ length: 30 }, () => 5 + stream.normal());
    const { lo, hi } = bootstrapInterval(sample, mean, { seed: trial, resamples: 300 });
    if (lo <= 5 && 5 <= hi) covered++;
  }
  assert.ok(covered / trials > 0.90 && covered / trials < 0.98, `coverage ${covered / trials}`);
});

Deno.test("a mean's interval is as wide as theory says", () => {
  const stream = new RandomStream(3, "width");
  const sample = Float64Array.from({ length: 200 }, () => stream.normal());
  const center = mean(sample);
  const deviation = Math.sqrt(mean(sample.map((value) => (value - center) ** 2)));
  const { lo, hi } = bootstrapInterval(sample, mean, { seed: 1 });
  const theory = 2 * 1.96 * deviation / Math.sqrt(200);
  assert.ok(Math.abs((hi - lo) / theory - 1) < 0.1);
  assert.ok(Math.abs((hi + lo) / 2 - center) < 0.1 * theory);
});

Deno.test("a two-level interval covers where preparations differ, and a flat one does not", () => {
  const stream = new RandomStream(23, "preparations");
  const trials = 150;
  let flat = 0;
  let twoLevel = 0;
  for (let trial = 0; trial < trials; trial++) {
    const groups = Array.from({ length: 8 }, () => {
      const shift = stream.normal();
      return Array.from({ length: 5 }, () => shift + 0.2 * stream.normal());
    });
    const options = { seed: trial, resamples: 300 };
    const covers = ({ lo, hi }: { lo: number; hi: number }) => lo <= 0 && 0 <= hi ? 1 : 0;
    flat += covers(bootstrapInterval(groups.flat(), mean, options));
    twoLevel += covers(clusterBootstrapInterval(groups, mean, options));
  }
  assert.ok(twoLevel / trials > 0.82, `two-level coverage ${twoLevel / trials}`);
  assert.ok(flat / trials < 0.7, `flat coverage ${flat / trials}`);
});

Deno.test("a two-level resample takes values of drawn groups only, in the groups' sizes", () => {
  const sizes = new Set<number>();
  clusterBootstrapInterval([[1, 1, 1], [], [2]], (resample) => {
    sizes.add(resample.length);
    const ones = resample.filter((value) => value === 1).length;
    assert.equal(ones % 3, 0);
    assert.ok(resample.every((value) => value === 1 || value === 2));
    return 0;
  }, { seed: 1, resamples: 100 });
  assert.deepEqual([...sizes].sort(), [2, 4, 6]);
});

Deno.test("the interval over strata is of the mean of their statistics: of one stratum, that of its groups", () => {
  const groups = [[1, 2, 4], [3, 7]], options = { seed: 1 };
  assert.deepEqual(
    strataBootstrapInterval([groups], mean, options),
    clusterBootstrapInterval(groups, mean, options),
  );
  // Strata of one value each, over and over, have a mean without spread.
  assert.deepEqual(strataBootstrapInterval([[[2, 2]], [[3, 3]], [[7, 7]]], mean, options), { lo: 4, hi: 4 });
});

Deno.test("groups without values change nothing", () => {
  const full = [[1, 2, 4], [3, 7]], sparse = [[], [1, 2, 4], [], [3, 7]], options = { seed: 1 };
  const cluster = (groups: number[][]) => clusterBootstrapInterval(groups, mean, options);
  const strata = (groups: number[][]) => strataBootstrapInterval([groups, [[5, 6]]], mean, options);
  const difference = (groups: number[][]) => differenceBootstrapInterval(groups, [[5, 6]], mean, options);
  for (const interval of [cluster, strata, difference]) {
    assert.deepEqual(interval(sparse), interval(full));
    assert.deepEqual(interval([[1, 2], []]), interval([[1, 2]]));
    assert.ok(Number.isFinite(interval([[1, 2]]).hi), "two values tell of their spread");
    assert.deepEqual(interval([[1], []]), UNBOUNDED);
  }
});

Deno.test("the interval of a difference is that of all pairs of resamples of two small samples", () => {
  // No two sums of these are alike, so that pairs that are drawn miss the bounds.
  const above = [9, 10.31, 12.97], below = [4, 5.13, 5.57, 7.19];
  const resamples = (values: readonly number[]) =>
    Array.from(
      { length: values.length ** values.length },
      (_, number) =>
        values.map((_, place) => values[Math.floor(number / values.length ** place) % values.length]),
    );
  const means = (values: readonly number[]) =>
    resamples(values).map((resample) => mean(Float64Array.from(resample)));
  const all = means(above).flatMap((high) => means(below).map((low) => high - low));
  const interval = (seed: number, resamples: number) =>
    differenceBootstrapInterval([above], [below], mean, { seed, resamples });
  // There are 27 times 256 pairs. They are drawn where fewer are asked for.
  for (const [resamples, tolerance] of [[6911, 0.1], [6912, 1e-12]] as const) {
    const { lo, hi } = interval(1, resamples);
    assert.ok(Math.abs(lo - quantile(all, 0.025)) <= tolerance, `${lo}, not ${quantile(all, 0.025)}`);
    assert.ok(Math.abs(hi - quantile(all, 0.975)) <= tolerance, `${hi}, not ${quantile(all, 0.975)}`);
  }
  assert.deepEqual(interval(1, 6912), interval(2, 6912));
  assert.notDeepEqual(interval(1, 6911), interval(2, 6911));
  // Values of two groups share more than their session: they are drawn by group.
  const drawn = differenceBootstrapInterval([above, [10]], [below], mean, { seed: 1, resamples: 6912 });
  assert.notDeepEqual(drawn, interval(1, 6912));
  assert.deepEqual(differenceBootstrapInterval([above], [[], [5]], mean, { seed: 1 }), UNBOUNDED);
  assert.deepEqual(differenceBootstrapInterval([], [below], mean, { seed: 1 }), UNBOUNDED);
});

Deno.test("an interval lies within the sample and narrows with the confidence", () => {
  const samples = fc.array(fc.double({ noNaN: true, min: -1e3, max: 1e3 }), {
    minLength: 2,
    maxLength: 15,
    size: "max",
  });
  fc.assert(
    fc.property(samples, fc.nat(), (sample, seed) => {
      const wide = bootstrapInterval(sample, median, { seed, resamples: 100 });
      const narrow = bootstrapInterval(sample, median, { seed, resamples: 100, confidence: 0.5 });
      assert.ok(Math.min(...sample) <= wide.lo && wide.hi <= Math.max(...sample));
      assert.ok(wide.lo <= narrow.lo && narrow.lo <= narrow.hi && narrow.hi <= wide.hi);
    }),
    { numRuns: 50 },
  );
});

Deno.test("intervals of too few and of NaN values are as documented, and bad options are refused", () => {
  for (const sample of [[], [1]]) assert.deepEqual(bootstrapInterval(sample, median, { seed: 1 }), UNBOUNDED);
  for (const groups of [[], [[]], [[1], []]]) {
    assert.deepEqual(clusterBootstrapInterval(groups, median, { seed: 1 }), UNBOUNDED);
  }
  assert.deepEqual(bootstrapInterval([NaN, NaN], median, { seed: 1 }), { lo: NaN, hi: NaN });
  assert.deepEqual(bootstrapInterval([4, 4, 4], median, { seed: 1 }), { lo: 4, hi: 4 });
  // One NaN among many is in most resamples.
  const many = [NaN, ...Array.from({ length: 20 }, (_, i) => i)];
  assert.deepEqual(bootstrapMedianInterval(many, { seed: 1 }), { lo: NaN, hi: NaN });
  for (
    const bad of [{ confidence: 0 }, { confidence: 1 }, { confidence: NaN }, { resamples: 0 }, {
      resamples: 1.5,
    }]
  ) {
    assert.throws(
      () => bootstrapInterval([1, 2], median, { seed: 1, ...bad }),
      /wanted a confidence between/,
    );
  }
});

Deno.test("a median's interval by counting is that by sorting, with ties, infinities, NaN and few values", () => {
  const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double(), fc.constant(Infinity));
  fc.assert(fc.property(fc.array(value, { maxLength: 30, size: "max" }), fc.nat(), (sample, seed) => {
    const options = { seed, resamples: 60 };
    const counted = bootstrapMedianInterval(sample, options);
    const sorted = bootstrapInterval(sample, medianInPlace, options);
    // Zeros of both signs are one value.
    assert.deepEqual([counted.lo + 0, counted.hi + 0], [sorted.lo + 0, sorted.hi + 0]);
  }));
});
