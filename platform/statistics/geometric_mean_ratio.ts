/**
 * Geometric mean of ratios over a fixed set of cells.
 *
 * @module
 */
import { groupBy } from "../lists/group_by.ts";
import { sumOf } from "../lists/sum_of.ts";
import { type BootstrapOptions, strataBootstrapInterval } from "./bootstrap.ts";
import { medianInPlace } from "./median.ts";
import { type PairedRound, summarizeRatios } from "./ratio.ts";

/** A mean of ratios, without unit. */
export interface MeanRatio {
  /** Geometric mean of the cells' median ratios. */
  readonly mean: number;
  /** Lower bound of its confidence interval. */
  readonly ciLo: number;
  /** Upper bound of its confidence interval. */
  readonly ciHi: number;
}

/**
 * Geometric mean of the median ratios `numerator / denominator` of some cells. Its interval is a bootstrap
 * within each cell: it tells how well these cells are measured, not what other cells would give.
 *
 * @throws {UsageError} The confidence is outside (0, 1) or there is no resample.
 *
 * @example
 * ```ts
 * const cell = (ratio: number) =>
 *   [1, 1.01, 0.99].map((noise) => ({ preparation: 0, numerator: ratio * noise, denominator: 1 }));
 * const { mean, ciLo, ciHi } = geometricMeanRatio([cell(2), cell(8)], { seed: 1 });
 * if (Math.abs(mean - 4) > 1e-9 || ciLo > 4 || ciHi < 4) throw new Error("the root of 16");
 * ```
 */
export function geometricMeanRatio(
  cells: readonly (readonly PairedRound[])[],
  options: BootstrapOptions,
): MeanRatio {
  const medians = cells.map((rounds) =>
    Math.log(summarizeRatios(rounds, { ...options, resamples: 1 }).median)
  );
  const strata = cells.map((rounds) =>
    [...groupBy(rounds, ({ preparation }) => preparation).values()].map((group) =>
      group.map(({ numerator, denominator }) => Math.log(numerator) - Math.log(denominator))
    )
  );
  const { lo, hi } = strataBootstrapInterval(strata, medianInPlace, options);
  const mean = sumOf(medians) / medians.length;
  return { mean: Math.exp(mean), ciLo: Math.exp(lo), ciHi: Math.exp(hi) };
}
