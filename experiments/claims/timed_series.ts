/**
 * Numbers that are computed from measured metrics round by round, each with the range that it has where the
 * metrics are off by as much as copies of one kernel are in the session's A/A run.
 *
 * @module
 */
import { RandomStream } from "../../platform/random.ts";
import { mean } from "../../platform/statistics/mod.ts";
import { medianOf, type Row, type Sample } from "../../results/row.ts";
import type { QuantityRound } from "../../results/verdicts/timed.ts";
import { inMilliseconds } from "../metrics.ts";

/** Values of a metric by round, or one value for all rounds. */
export interface RoundSeries {
  /** Rows that the values stand behind. */
  readonly rows: readonly Row[];
  /**
   * Kind of the values, by which the A/A run's difference moves them. `time`: by half of it, as two copies
   * are apart by all of it; `ratio`: by all of it; `share`: the part over the rest by all of it; `once`: a
   * time that was taken once is taken to be right within a factor of two; `exact`: not at all.
   */
  readonly kind: "time" | "ratio" | "share" | "once" | "exact";
  /** Value in a round, and the preparation that the round ran on; absent of a value that no round changes. */
  readonly rounds?: ReadonlyMap<number, { readonly preparation: number; readonly value: number }>;
  /** Median of the values. */
  readonly value: number;
}

/** Factor within which a time is right that was taken once. */
const ONCE = 2;

/** Corners that are looked at where there are more. Nearly all claims read two series, which have four. */
const MOST_CORNERS = 256;

/** Values of a row from its samples. */
export function roundSeries(row: Row, samples: readonly Sample[]): RoundSeries {
  const value = medianOf(row), isTime = inMilliseconds(1, row.unit) !== undefined;
  if (samples.length === 0 || (isTime && samples.length === 1)) {
    return { rows: [row], kind: row.timer ? "once" : "exact", value };
  }
  const rounds = new Map(
    samples.map(({ round, preparation, value }) => [round, { preparation, value }] as const),
  );
  return { rows: [row], kind: isTime ? "time" : "ratio", rounds, value };
}

/**
 * Arithmetic mean of ratios, round by round: all of them are off together.
 *
 * @param of Computes from a value the one that is averaged; the value itself when absent.
 */
export function meanOf(series: readonly RoundSeries[], of = (value: number) => value): RoundSeries {
  const rounds = commonRounds(series).map((round) => {
    const values = series.map((each) => at(each, round));
    return [round, { preparation: preparationOf(series, round), value: mean(values.map(of)) }] as const;
  });
  return {
    rows: series.flatMap(({ rows }) => rows),
    kind: "ratio",
    rounds: new Map(rounds),
    value: mean(series.map(({ value }) => of(value))),
  };
}

/** Rounds that all of these series have. Rounds of several comparisons are paired by their places. */
function commonRounds(series: readonly RoundSeries[]): number[] {
  const [first, ...others] = series.flatMap(({ rounds }) => rounds ?? []);
  return first === undefined
    ? []
    : [...first.keys()].filter((round) => others.every((each) => each.has(round)));
}

function at({ rounds, value }: RoundSeries, round: number): number {
  return rounds === undefined ? value : rounds.get(round)!.value;
}

function preparationOf(series: readonly RoundSeries[], round: number): number {
  return series.find(({ rounds }) => rounds)!.rounds!.get(round)!.preparation;
}

/** Comparison that a row is of: a run of a suite's workload. */
function comparisonOf({ cell, contender, attempt }: Row): string {
  return `${cell.slice(0, cell.length - contender.length)}${attempt}`;
}

/** Largest logarithm by which the values of a series are off. */
interface SeriesError {
  /** Part of it that is this series' own. */
  readonly own: number;
  /** Part that it shares with the other series: that of the times that they all are ratios to. */
  readonly common: number;
}

/**
 * Largest errors of series. Ratios of one comparison share its rounds, so that two of them are off from one
 * another by no more than two times are, and all of them together by as much.
 */
function largestErrors(series: readonly RoundSeries[], smallestDifference: number): SeriesError[] {
  const whole = Math.log1p(smallestDifference);
  const comparisons = new Set(series.flatMap(({ rows }) => rows.map(comparisonOf)));
  const isOne = comparisons.size === 1 && series.filter(({ rounds }) => rounds).length > 1;
  return series.map(({ kind }) => {
    switch (kind) {
      case "exact":
        return { own: 0, common: 0 };
      case "once":
        return { own: Math.log(ONCE), common: 0 };
      case "time":
        return { own: whole / 2, common: 0 };
      case "ratio":
      case "share":
        return isOne ? { own: whole / 2, common: whole / 2 } : { own: whole, common: 0 };
      default:
        throw kind satisfies never;
    }
  });
}

/** Signs that the common part of errors may have; 0 where there is none. */
function signsOf(errors: readonly SeriesError[]): readonly number[] {
  return errors.some(({ common }) => common > 0) ? [-1, 1] : [0];
}

/** Errors of all series, their common part up and down in each corner of their own. */
function errorCorners(errors: readonly SeriesError[], seed: number): readonly (readonly number[])[] {
  return corners(errors.map(({ own }) => own), seed).flatMap((own) =>
    signsOf(errors).map((sign) => own.map((each, i) => each + sign * errors[i].common))
  );
}

/** A value that is off by a factor, given by its logarithm. A share is in percent. */
function off({ kind }: RoundSeries, value: number, error: number): number {
  if (kind !== "share") return value * Math.exp(error);
  const part = value * Math.exp(error);
  return 100 * part / (part + 100 - value);
}

/**
 * Values that are off by half of a relative difference each, up or down: every combination, or as many drawn
 * ones as are looked at.
 */
export function nearby(values: readonly number[], difference: number): readonly (readonly number[])[] {
  const error = Math.log1p(difference) / 2;
  return corners(values.map(() => error), 1).map((own) => own.map((each, i) => values[i] * Math.exp(each)));
}

/** Signs of errors: every combination, or as many drawn ones as are looked at. */
function corners(errors: readonly number[], seed: number): readonly (readonly number[])[] {
  const moved = errors.flatMap((error, i) => error > 0 ? [i] : []);
  const all = 2 ** moved.length, stream = new RandomStream(seed, "corners of an A/A band");
  return Array.from({ length: Math.min(all, MOST_CORNERS) }, (_, corner) => {
    const signs = moved.map((_, bit) => all <= MOST_CORNERS ? corner >> bit & 1 : stream.below(2));
    const own = [...errors];
    for (const [bit, i] of moved.entries()) if (signs[bit] === 0) own[i] = -own[i];
    return own;
  });
}

/**
 * A number round by round, of the rounds that all series have.
 *
 * @param quantity Computes the number from one value of each series.
 */
export function quantityRounds(
  series: readonly RoundSeries[],
  quantity: (values: readonly number[]) => number,
  { smallestDifference, seed }: { readonly smallestDifference: number; readonly seed: number },
): QuantityRound[] {
  const errors = errorCorners(largestErrors(series, smallestDifference), seed);
  return commonRounds(series).map((round) => {
    const values = series.map((each) => at(each, round));
    const moved = errors.map((own) => quantity(series.map((each, i) => off(each, values[i], own[i]))));
    return {
      preparation: preparationOf(series, round),
      value: quantity(values),
      least: Math.min(...moved),
      most: Math.max(...moved),
    };
  });
}

/**
 * Least and largest value of a number wherever each metric lies in the interval of its median, widened by
 * what the A/A run cannot tell apart.
 *
 * @param quantity Computes the number from one value of each series.
 */
export function quantityOfMedians(
  series: readonly RoundSeries[],
  quantity: (values: readonly number[]) => number,
  { smallestDifference, seed }: { readonly smallestDifference: number; readonly seed: number },
): { readonly least: number; readonly most: number } {
  const errors = largestErrors(series, smallestDifference);
  const found = signsOf(errors).flatMap((sign) => {
    const ends = series.map((each, i) => {
      const [{ ci_lo: low = each.value, ci_hi: high = each.value }] = each.rows, { own, common } = errors[i];
      const moved = [low, high].flatMap((end) =>
        [-own, own].map((error) => off(each, end, error + sign * common))
      );
      return [Math.min(...moved), Math.max(...moved)] as const;
    });
    return corners(ends.map(([low, high]) => Number(high > low)), seed).map((signs) =>
      quantity(ends.map(([low, high], i) => signs[i] > 0 ? high : low))
    );
  });
  found.push(quantity(series.map(({ value }) => value)));
  return { least: Math.min(...found), most: Math.max(...found) };
}
