/**
 * Predictions, stated before a run, of how two techniques act on each other's speed-up, and their test.
 *
 * @module
 */

/**
 * Sign of the effect of one technique on the speed-up of another: raises it (1), lowers it (-1), or leaves it
 * (0), so that the two multiply.
 */
export type Sign = 1 | 0 | -1;

/** A prediction for a pair of techniques. */
export interface Prediction {
  /** The two techniques, in the order of the experiment. */
  readonly pair: readonly [string, string];
  /** Predicted sign. */
  readonly sign: Sign;
  /** Reason, as a sentence. */
  readonly why: string;
}

/** Largest factor between two speed-ups that counts as none. */
export const MARGIN = 1.05;

/** A ratio with its interval and a p value that was adjusted for all tests beside it. */
export interface AdjustedRatio {
  /** Median. */
  readonly median: number;
  /** Lower end of the 95 % interval. */
  readonly low: number;
  /** Upper end of the 95 % interval. */
  readonly high: number;
  /** Adjusted p of the ratio being 1. */
  readonly p: number;
}

/** Whether a ratio differs from 1 at a family-wise error of 5 %, in the direction of its median. */
export function shownSign({ median, p }: Pick<AdjustedRatio, "median" | "p">): Sign {
  return p < 0.05 ? (median > 1 ? 1 : -1) : 0;
}

/**
 * Whether a prediction came true; undefined where the interval leaves it open. That two techniques multiply
 * is shown by an interval within {@linkcode MARGIN} of 1, not by a test that finds nothing.
 */
export function cameTrue(predicted: Sign, ratio: AdjustedRatio): boolean | undefined {
  const isNone = ratio.low >= 1 / MARGIN && ratio.high <= MARGIN, shown = shownSign(ratio);
  if (predicted === 0) return isNone ? true : shown === 0 ? undefined : false;
  if (shown !== 0) return shown === predicted;
  return isNone ? false : undefined;
}

/** Sentence on a prediction, for the notes of a suite. */
export function predictionText({ pair, sign, why }: Prediction): string {
  return `Predicted for ${pair.join(" x ")} (${sign > 0 ? "+" : sign < 0 ? "-" : "0"}): ${why}`;
}
