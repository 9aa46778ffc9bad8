/**
 * Contrasts: speed-ups, and ratios of speed-ups, as weighted sums of the logarithms of the times of several
 * runs, taken round by round, so that their intervals come from rounds.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";

/** Kinds of contrasts, each a metric of its own. */
export type ContrastKind = "alone" | "average" | "interaction" | "together" | "product" | "surplus";

/** A ratio that is made of the times of several runs. */
export interface Contrast {
  /** The contender whose row it is in. */
  readonly of: string;
  /** Metric that it is the value of. */
  readonly kind: ContrastKind;
  /** Power of each run's time in the ratio. */
  readonly weights: ReadonlyMap<string, number>;
}

/** Adds weighted runs; a run that is named twice has the sum of its weights. */
export function weighted(...terms: readonly (readonly [run: string, weight: number])[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const [run, weight] of terms) sum.set(run, (sum.get(run) ?? 0) + weight);
  return sum;
}

/** Speed-up of one run over another: the time of `slow` over that of `fast`. */
export const speedupOf = (slow: string, fast: string): Map<string, number> => weighted([slow, 1], [fast, -1]);

/** Value of a contrast in each round; `timesOf` gives a run's times, one a round. */
export function contrastRatios(
  { weights }: Pick<Contrast, "weights">,
  timesOf: (run: string) => readonly number[],
): number[] {
  const terms = [...weights].map(([run, weight]) => ({ ms: timesOf(run), weight }));
  const rounds = Math.min(...terms.map(({ ms }) => ms.length));
  return Array.from(
    { length: rounds },
    (_, round) => Math.exp(sumOf(terms, ({ ms, weight }) => weight * Math.log(ms[round]))),
  );
}
