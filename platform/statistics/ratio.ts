/**
 * Ratios of paired rounds: a summary of one contender against another.
 *
 * @module
 */
import { groupBy } from "../lists/group_by.ts";
import { type BootstrapOptions, clusterBootstrapInterval } from "./bootstrap.ts";
import { medianAbsoluteDeviation } from "./mad.ts";
import { medianInPlace } from "./median.ts";

/** One round of a comparison: both contenders measured side by side, in the same unit. */
export interface PairedRound {
  /** The preparation (building of both plans) that this round ran on. */
  readonly preparation: number | string;
  /** Measurement of the first contender, above zero. */
  readonly numerator: number;
  /** Measurement of the second contender, above zero, in the same unit. */
  readonly denominator: number;
}

/** Summary of the ratios `numerator / denominator`; all of them without unit. */
export interface RatioSummary {
  /** Number of rounds. */
  readonly n: number;
  /** Number of preparations among them. */
  readonly preparations: number;
  /** Median on the log scale: of an even number of rounds, the geometric mean of the two middle ratios. */
  readonly median: number;
  /** Raw median absolute deviation of the ratios. */
  readonly mad: number;
  /** Lower bound of the confidence interval of `median`. */
  readonly ciLo: number;
  /** Upper bound of the confidence interval of `median`. */
  readonly ciHi: number;
}

/** The middle value, or the geometric mean of the two middle ones. */
function geometricMedian(ratios: readonly number[]): number {
  if (ratios.length === 0) return NaN;
  const sorted = Float64Array.from(ratios).sort();
  const lo = sorted[(sorted.length - 1) >> 1]!;
  const hi = sorted[sorted.length >> 1]!;
  // The root of a square is exact, and so an exact ratio (of counts, say) stays exact.
  return Math.sqrt(lo * hi);
}

/**
 * Summarises ratios of paired rounds. The median and its interval (a two-level bootstrap over preparations
 * and the rounds within) are taken on the log scale, so that swapping numerator and denominator gives the
 * reciprocals.
 *
 * No rounds: median and MAD are NaN, the interval is [0, Infinity]. One round: its ratio, a MAD of 0, and the
 * same interval. A value that is not a finite number above zero (a timer that did not tick)
 * makes every number NaN but the two counts.
 *
 * @throws {UsageError} The confidence is outside (0, 1) or there is no resample.
 *
 * @example
 * ```ts
 * const rounds = [8, 9, 10].map((ms, i) => ({ preparation: i, numerator: 20, denominator: ms }));
 * if (Math.abs(summarizeRatios(rounds, { seed: 1 }).median - 20 / 9) > 1e-12) throw new Error("ratio");
 * ```
 */
export function summarizeRatios(rounds: readonly PairedRound[], options: BootstrapOptions): RatioSummary {
  const n = rounds.length;
  const byPreparation = groupBy(rounds, (round) => round.preparation);
  const preparations = byPreparation.size;
  const logRatio = (round: PairedRound) => Math.log(round.numerator) - Math.log(round.denominator);
  const logs = rounds.map(logRatio);
  if (!logs.every(Number.isFinite)) {
    return { n, preparations, median: NaN, mad: NaN, ciLo: NaN, ciHi: NaN };
  }
  const groups = [...byPreparation.values()].map((group) => group.map(logRatio));
  const interval = clusterBootstrapInterval(groups, medianInPlace, options);
  const ratios = rounds.map((round) => round.numerator / round.denominator);
  return {
    n,
    preparations,
    median: geometricMedian(ratios),
    mad: medianAbsoluteDeviation(ratios),
    ciLo: Math.exp(interval.lo),
    ciHi: Math.exp(interval.hi),
  };
}
