/**
 * Percentile bootstrap confidence intervals, of one sample and of samples that were taken in groups. Every
 * interval is seeded: the same values give the same bounds on every machine.
 *
 * @module
 */
import { UsageError } from "../errors.ts";
import { sumOf } from "../lists/sum_of.ts";
import { RandomStream } from "../random.ts";
import { medianInPlace, quantile } from "./median.ts";

/** A closed interval, in the unit of the statistic. */
export interface Interval {
  /** Lower bound. */
  readonly lo: number;
  /** Upper bound. */
  readonly hi: number;
}

/** Options of an interval. */
export interface BootstrapOptions {
  /** Seed of the resampling. */
  readonly seed: number;
  /** Share of the statistic's sampling distribution inside the interval; 0.95 by default. */
  readonly confidence?: number;
  /** Number of resamples; 2,000 by default. */
  readonly resamples?: number;
}

/** Interval without any knowledge, which overlaps every other. */
const UNBOUNDED: Interval = { lo: -Infinity, hi: Infinity };

/** Checks the options; returns the confidence and the number of resamples. */
function checked(
  { confidence = 0.95, resamples = 2000 }: BootstrapOptions,
): { readonly confidence: number; readonly resamples: number } {
  if (confidence > 0 && confidence < 1 && Number.isInteger(resamples) && resamples > 0) {
    return { confidence, resamples };
  }
  throw new UsageError({
    action: "draw a bootstrap interval",
    current: `confidence ${confidence} and ${resamples} resamples`,
    wanted: "a confidence between 0 and 1 and at least one resample",
    next: "correct the options",
  });
}

/** Interval with the middle `confidence` of some values. */
function central(values: Float64Array, confidence: number): Interval {
  return { lo: quantile(values, (1 - confidence) / 2), hi: quantile(values, (1 + confidence) / 2) };
}

/** The central interval of `resamples` values of a statistic, each from one call of `draw`. */
function percentileInterval(options: BootstrapOptions, draw: (stream: RandomStream) => number): Interval {
  const { confidence, resamples } = checked(options);
  const stream = new RandomStream(options.seed, "bootstrap");
  return central(Float64Array.from({ length: resamples }, () => draw(stream)), confidence);
}

/** Number of resamples that a sample has, in which the order counts. */
function countOfResamples({ length }: ArrayLike<number>): number {
  return length ** length;
}

/** A statistic of each resample of a sample. */
function ofEveryResample(
  sample: ArrayLike<number>,
  statistic: (resample: Float64Array) => number,
): Float64Array {
  const n = sample.length, resample = new Float64Array(n);
  return Float64Array.from({ length: countOfResamples(sample) }, (_, number) => {
    // The digits of a number in base n are a resample.
    for (let i = 0, rest = number; i < n; i++, rest = Math.floor(rest / n)) resample[i] = sample[rest % n]!;
    return statistic(resample);
  });
}

/**
 * Percentile bootstrap interval (Efron and Tibshirani, "An introduction to the bootstrap", 1993, chapter 13)
 * of any statistic of one sample. `statistic` gets a buffer that is filled anew for each resample: it may
 * reorder it, but not keep it. Where there are no more resamples than are asked for (256 of four values), it
 * is of all of them, and no seed matters.
 *
 * Fewer than two values say nothing about their spread: the interval is then unbounded, so that it is never
 * taken for a narrow one. A statistic that turns NaN makes both bounds NaN. Coverage falls short of the
 * nominal one in small samples.
 *
 * @throws {UsageError} The confidence is outside (0, 1) or there is no resample.
 *
 * @example
 * ```ts
 * const mean = (values: Float64Array) => values.reduce((a, b) => a + b) / values.length;
 * const { lo, hi } = bootstrapInterval([9, 10, 11, 10, 9, 12], mean, { seed: 1 });
 * if (!(lo >= 9 && hi <= 12)) throw new Error("bootstrap");
 * ```
 */
export function bootstrapInterval(
  sample: ArrayLike<number>,
  statistic: (resample: Float64Array) => number,
  options: BootstrapOptions,
): Interval {
  const n = sample.length;
  if (n < 2) return UNBOUNDED;
  const { confidence, resamples } = checked(options);
  if (countOfResamples(sample) <= resamples) return central(ofEveryResample(sample, statistic), confidence);
  const resample = new Float64Array(n);
  return percentileInterval(options, (stream) => {
    for (let i = 0; i < n; i++) resample[i] = sample[stream.below(n)]!;
    return statistic(resample);
  });
}

/** Number of values up to which sorting a resample is as fast as counting it. */
const FEW = 8;

/**
 * {@linkcode bootstrapInterval} of the median, with the same bounds in half the time: the values of a
 * resample are counted by their places among all values instead of sorted.
 *
 * @throws {UsageError} The confidence is outside (0, 1) or there is no resample.
 */
export function bootstrapMedianInterval(sample: ArrayLike<number>, options: BootstrapOptions): Interval {
  const n = sample.length, ascending = Float64Array.from(sample).sort();
  if (n <= FEW || Number.isNaN(ascending[n - 1])) return bootstrapInterval(sample, medianInPlace, options);
  const places = Uint32Array.from(sample, (value) => ascending.indexOf(value));
  const counts = new Uint32Array(n), middle = new Float64Array(2);
  const below = (n - 1) >> 1, above = n >> 1;
  return percentileInterval(options, (stream) => {
    counts.fill(0);
    for (let i = 0; i < n; i++) counts[places[stream.below(n)]!]!++;
    // All counts together are n, more than `above`.
    let place = 0, counted = counts[0]!;
    while (counted <= below) counted += counts[++place]!;
    middle[0] = ascending[place]!;
    while (counted <= above) counted += counts[++place]!;
    middle[1] = ascending[place]!;
    return medianInPlace(middle);
  });
}

/**
 * Two-level percentile bootstrap interval (Davison and Hinkley, "Bootstrap methods and their application",
 * 1997, section 3.8) of a statistic of samples that share a preparation: groups are drawn with replacement,
 * and then the values within each drawn group, so that what varies from one preparation to the next widens
 * the interval.
 *
 * Empty groups count as absent. A single group is only resampled within, and its interval does not cover
 * variation between preparations. Fewer than two values in all give an unbounded interval. Few groups give
 * too narrow a one: three are a minimum, not a comfort.
 *
 * @throws {UsageError} The confidence is outside (0, 1) or there is no resample.
 */
export function clusterBootstrapInterval(
  groups: readonly ArrayLike<number>[],
  statistic: (resample: Float64Array) => number,
  options: BootstrapOptions,
): Interval {
  const present = groups.filter((group) => group.length > 0), [first, ...others] = present;
  if (first === undefined) return UNBOUNDED;
  if (others.length === 0) return bootstrapInterval(first, statistic, options);
  const draw = twoLevelDraw(present);
  return percentileInterval(options, (stream) => statistic(draw(stream)));
}

/** Function that draws groups with replacement and then values within each, into a buffer of its own. */
function twoLevelDraw(groups: readonly ArrayLike<number>[]): (stream: RandomStream) => Float64Array {
  const largest = groups.reduce((most, group) => Math.max(most, group.length), 0);
  const resample = new Float64Array(largest * groups.length);
  return (stream) => {
    let size = 0;
    for (let g = 0; g < groups.length; g++) {
      const group = groups[stream.below(groups.length)]!;
      for (let i = 0; i < group.length; i++) resample[size++] = group[stream.below(group.length)]!;
    }
    return resample.subarray(0, size);
  };
}

/** The only group that has values; `undefined` where several have. */
function onlyGroup(groups: readonly ArrayLike<number>[]): ArrayLike<number> | undefined {
  const [first, ...others] = groups.filter((group) => group.length > 0);
  return others.length === 0 ? first : undefined;
}

/** Draws within each of several independent samples; `undefined` where one has fewer than two values. */
function independentDraws(
  samples: readonly (readonly ArrayLike<number>[])[],
): readonly ((stream: RandomStream) => Float64Array)[] | undefined {
  const present = samples.map((groups) => groups.filter((group) => group.length > 0));
  const isKnown = (groups: readonly ArrayLike<number>[]) => sumOf(groups, (group) => group.length) >= 2;
  return present.every(isKnown) ? present.map(twoLevelDraw) : undefined;
}

/**
 * Percentile bootstrap interval of the mean over strata of a statistic of each: a fixed set of strata, in
 * each of which groups and values are drawn as in {@linkcode clusterBootstrapInterval}. Where a stratum has
 * fewer than two values, nothing is known of its spread, and the interval is unbounded.
 *
 * @throws {UsageError} The confidence is outside (0, 1) or there is no resample.
 */
export function strataBootstrapInterval(
  strata: readonly (readonly ArrayLike<number>[])[],
  statistic: (resample: Float64Array) => number,
  options: BootstrapOptions,
): Interval {
  const draws = independentDraws(strata);
  if (draws === undefined || draws.length === 0) return UNBOUNDED;
  return percentileInterval(
    options,
    (stream) => sumOf(draws, (draw) => statistic(draw(stream))) / draws.length,
  );
}

/**
 * Percentile bootstrap interval of how much a statistic of one sample exceeds that of another one, which was
 * taken independently of it: groups and values of both are drawn as in {@linkcode clusterBootstrapInterval}.
 * Where each has one group and there are no more pairs of resamples than are asked for (729 of three values
 * and three), it is of all of them, and no seed matters. Where one of them has fewer than two values, nothing
 * is known of its spread, and the interval is unbounded.
 *
 * @throws {UsageError} The confidence is outside (0, 1) or there is no resample.
 *
 * @example
 * ```ts
 * const mean = (values: Float64Array) => values.reduce((a, b) => a + b) / values.length;
 * const { lo, hi } = differenceBootstrapInterval([[9, 10, 11]], [[4, 5, 6]], mean, { seed: 1 });
 * if (!(lo > 3 && hi < 7)) throw new Error("5 more");
 * ```
 */
export function differenceBootstrapInterval(
  above: readonly ArrayLike<number>[],
  below: readonly ArrayLike<number>[],
  statistic: (resample: Float64Array) => number,
  options: BootstrapOptions,
): Interval {
  const [drawAbove, drawBelow] = independentDraws([above, below]) ?? [];
  if (drawAbove === undefined || drawBelow === undefined) return UNBOUNDED;
  const { confidence, resamples } = checked(options);
  const [groupAbove, groupBelow] = [onlyGroup(above), onlyGroup(below)];
  if (groupAbove && groupBelow && countOfResamples(groupAbove) * countOfResamples(groupBelow) <= resamples) {
    const subtrahends = ofEveryResample(groupBelow, statistic);
    const differences = [...ofEveryResample(groupAbove, statistic)].flatMap((minuend) =>
      Array.from(subtrahends, (subtrahend) => minuend - subtrahend)
    );
    return central(Float64Array.from(differences), confidence);
  }
  return percentileInterval(
    options,
    (stream) => statistic(drawAbove(stream)) - statistic(drawBelow(stream)),
  );
}
