/**
 * Choice among measured alternatives: the baseline, unless others are faster by more than the session's
 * noise; of these, the one that costs least beforehand among those that the session cannot tell from the
 * fastest of them.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import { medianOf, type Row } from "../../results/row.ts";

/** One measured alternative. */
export interface MeasuredAlternative {
  /** Id of its contender. */
  readonly contender: string;
  /** Milliseconds of a product. */
  readonly ms: number;
  /** Speed-up over the baseline, with its 95 % interval; 1 for the baseline itself. */
  readonly speedup: readonly [median: number, lo: number, hi: number];
  /** Milliseconds of one-off work: the ordering and the plan. */
  readonly onceMs: number;
}

/** Choice on one graph and width. */
export interface AdvisedChoice {
  /** The chosen alternative. */
  readonly chosen: MeasuredAlternative;
  /** The alternative with the highest median speed-up, which need not have the least median time. */
  readonly fastest: MeasuredAlternative;
  /** Alternatives from fast to slow. */
  readonly ranked: readonly MeasuredAlternative[];
  /** Products after which the chosen one's one-off work beyond the baseline's has paid off. */
  readonly paysOffAfter: number;
}

/** Reads one alternative from the rows of its cell; undefined where it was not timed. */
function alternativeOf(contender: string, rows: readonly Row[]): MeasuredAlternative | undefined {
  const value = (metric: string) => rows.find((row) => row.metric === metric && row.status === "ok");
  const time = value("time");
  if (time === undefined) return undefined;
  const ratio = value("speedup");
  const once = ["preprocess", "prepare"].map(value).filter((row) => row !== undefined);
  return {
    contender,
    ms: medianOf(time),
    speedup: ratio === undefined
      ? [1, 1, 1]
      : [medianOf(ratio), ratio.ci_lo ?? medianOf(ratio), ratio.ci_hi ?? medianOf(ratio)],
    onceMs: sumOf(once, medianOf),
  };
}

/**
 * Chooses among the cells of one workload.
 *
 * @param rows Rows of the workload, of all contenders.
 * @param baseline Contender that speed-ups are over.
 * @param smallestDifference Smallest difference that the session can see, as a ratio minus 1.
 * @returns The choice; undefined where the baseline was not timed.
 */
export function choose(
  rows: readonly Row[],
  { baseline, smallestDifference }: { readonly baseline: string; readonly smallestDifference: number },
): AdvisedChoice | undefined {
  const ranked = [...Map.groupBy(rows, ({ contender }) => contender)]
    .map(([contender, own]) => alternativeOf(contender, own))
    .filter((each) => each !== undefined)
    .sort((a, b) => b.speedup[0] - a.speedup[0]);
  const base = ranked.find(({ contender }) => contender === baseline);
  if (base === undefined) return undefined;
  const [fastest] = ranked;
  const faster = ranked.filter(({ speedup: [median, lo] }) => lo > 1 && median > 1 + smallestDifference);
  // One that is not surely faster hides none that is.
  const near = faster.filter(({ speedup: [median] }) =>
    median * (1 + smallestDifference) >= faster[0].speedup[0]
  );
  const chosen = near.reduce((least, each) => each.onceMs < least.onceMs ? each : least, near[0] ?? base);
  const saved = base.ms - chosen.ms, extra = Math.max(0, chosen.onceMs - base.onceMs);
  return {
    chosen,
    fastest,
    ranked,
    paysOffAfter: chosen === base ? 0 : saved > 0 ? extra / saved : Infinity,
  };
}
