/**
 * Judgement of a contender that is compared with itself: a process beside the device, whose memory and
 * threads the harness does not manage, may be in a slow mode for some samples.
 *
 * @module
 */
import type { RatioSummary } from "../../../platform/statistics/mod.ts";
import type { NewRow } from "../../../results/store/store.ts";
import { formatEstimate, formatNumber } from "../../../platform/text/number.ts";

/** Ratio beyond which an interval is too wide to tell two systems apart: that of a published magnitude. */
const WIDEST = 1.25;

/**
 * Text for a contender that differs from itself by more than `band`, the smallest difference that its
 * session can see, or whose interval reaches beyond 1.25 times; `undefined` where it does neither. Without
 * two rounds nothing is known, and nothing is said.
 *
 * @param beside Median of the samples, and what disturbed the contender meanwhile.
 *
 * @example
 * ```ts
 * import { instability } from "./self_comparison.ts";
 * import { summarizeRatios } from "gnn-repro";
 * const rounds = [1, 4, 1 / 4, 4, 1].map((numerator) => ({ preparation: 0, numerator, denominator: 1 }));
 * const words = instability(summarizeRatios(rounds, { seed: 1 }), 0.02);
 * if (!words?.startsWith("unstable")) throw new Error("a slow mode of four times");
 * ```
 */
export function instability(
  { n, median, ciLo, ciHi }: RatioSummary,
  band: number,
  { ms, unrest }: { readonly ms?: number; readonly unrest?: string | undefined } = {},
): string | undefined {
  if (n < 2) return undefined;
  const outside = ciLo > 1 + band || ciHi < 1 / (1 + band);
  const isWide = !(ciHi <= WIDEST && ciLo >= 1 / WIDEST);
  if (!outside && !isWide) return undefined;
  const found = formatEstimate({ value: median, lo: ciLo, hi: ciHi }, [1]);
  const beyond = outside
    ? `beyond ${formatNumber(1 + band)} of this session`
    : `an interval beyond ${WIDEST}`;
  return `unstable: of two samples of one round, the first takes ${found} times as long as the second, ` +
    `${beyond}; ${ms === undefined ? "" : `their median is ${formatNumber(ms)} ms; `}` +
    `${unrest === undefined ? "" : `${unrest}; `}run again on a quieter machine`;
}

/** Columns of the row with a contender's first samples over its second ones: 1 where nothing disturbs it. */
export function selfRatioColumns(
  { n, median, mad, ciLo, ciHi }: RatioSummary,
): Partial<NewRow> & { readonly metric: "self_ratio" } {
  return { metric: "self_ratio", unit: "x", n, median, mad, ci_lo: ciLo, ci_hi: ciHi };
}
