/**
 * Ratio of two medians from different sessions, whose rounds are not paired.
 *
 * @module
 */
import {
  type BootstrapOptions,
  differenceBootstrapInterval,
  mannWhitney,
  median,
  medianInPlace,
} from "../../platform/statistics/mod.ts";

/** Samples of one session, grouped by preparation. */
export type PreparedSamples = readonly (readonly number[])[];

/** Estimate of the ratio `b / a` of two sessions. */
export interface UnpairedRatio {
  /** Ratio of the medians. */
  readonly ratio: number;
  /** Lower end of the 95 % interval; preparations and rounds of both sessions are resampled independently. */
  readonly ciLo: number;
  /** Upper end of the 95 % interval. */
  readonly ciHi: number;
  /** p of the two-sided U-test of Mann and Whitney over all samples. */
  readonly p: number;
}

/**
 * Compares samples of two sessions, none below 0, with medians above it.
 *
 * Fewer than two samples on a side say nothing about the spread there, and where medians of both sides can
 * be 0 their ratio is undefined: the interval is then [0, Infinity].
 *
 * @example
 * ```ts
 * const { ratio } = unpairedRatio([[1, 1.1, 0.9]], [[2, 2.2, 1.8]], { seed: 1 });
 * if (Math.abs(ratio - 2) > 1e-12) throw new Error("ratio");
 * ```
 */
export function unpairedRatio(
  a: PreparedSamples,
  b: PreparedSamples,
  options: BootstrapOptions,
): UnpairedRatio {
  const [allA, allB] = [a.flat(), b.flat()];
  const ratio = median(allB) / median(allA);
  const logMedian = (resample: Float64Array) => Math.log(medianInPlace(resample));
  const { lo, hi } = differenceBootstrapInterval(b, a, logMedian, { resamples: 1000, ...options });
  return {
    ratio,
    ciLo: Number.isNaN(lo) ? 0 : Math.exp(lo),
    ciHi: Number.isNaN(hi) ? Infinity : Math.exp(hi),
    p: mannWhitney(allA, allB).p,
  };
}
