/**
 * Metrics of contrasts, and their values from the times of the runs.
 *
 * @module
 */
import { holmAdjust, median, preparedMedianInterval, signTest } from "../../../platform/statistics/mod.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { type Contrast, contrastRatios } from "./contrast.ts";
import { type AdjustedRatio, cameTrue, type Prediction } from "./stated_predictions.ts";
import { pairId } from "./switched_runs.ts";

/** Metrics of the contrasts of an experiment. */
export const CONTRAST_METRICS = {
  alone: { label: "speed-up alone", unit: "x", better: "higher" },
  average: { label: "speed-up averaged over the other techniques", unit: "x", better: "higher" },
  interaction: { label: "speed-up beside the other over that without it", unit: "x", better: "higher" },
  together: { label: "speed-up of all together", unit: "x", better: "higher" },
  product: { label: "product of the speed-ups alone", unit: "x", better: "higher" },
  surplus: { label: "speed-up of all together over the product", unit: "x", better: "higher" },
  p_holm: { label: "p of no effect, Holm-adjusted", unit: "1" },
  predicted: { label: "predicted sign of the interaction", unit: "1" },
  came_true: { label: "predictions that came true", unit: "1", better: "higher" },
} as const satisfies Metrics;

/** Values of {@linkcode CONTRAST_METRICS} of one contender. */
export type ContrastFacts = Facts<typeof CONTRAST_METRICS>;

/** Contrasts that hypotheses are tested of; the others are sums of them. */
const TESTED: ReadonlySet<Contrast["kind"]> = new Set(["average", "interaction", "surplus"]);

/** A contrast with its value in each round. */
export interface ContrastRounds extends Contrast {
  /** Ratios, one a round. */
  readonly ratios: readonly number[];
}

/** Values of all contrasts in each round; one whose runs have no times is left out. */
export function roundsOf(
  contrasts: readonly Contrast[],
  timesOf: (run: string) => readonly number[] | undefined,
): ContrastRounds[] {
  return contrasts.flatMap((contrast) => {
    if ([...contrast.weights.keys()].some((run) => timesOf(run) === undefined)) return [];
    return [{ ...contrast, ratios: contrastRatios(contrast, (run) => timesOf(run)!) }];
  });
}

/**
 * Facts by contender. Every tested contrast has the p of a sign test over rounds, adjusted by Holm over all
 * of them together, so that the chance of any false effect is 5 %.
 */
export function contrastFacts(
  contrasts: readonly ContrastRounds[],
  { predictions, seed, preparations }: {
    readonly predictions: readonly Prediction[];
    readonly seed: number;
    /** Preparation that each round ran on; one for all when absent. */
    readonly preparations?: readonly number[] | undefined;
  },
): ReadonlyMap<string, ContrastFacts> {
  const tested = contrasts.filter(({ kind }) => TESTED.has(kind));
  const adjusted = holmAdjust(tested.map(({ ratios }) => signTest(ratios.map(Math.log)).p));
  const pOf = new Map(tested.map((contrast, i) => [contrast, adjusted[i]]));
  const predicted = new Map(predictions.map(({ pair, sign }) => [pairId(...pair), sign]));
  const facts = new Map<string, ContrastFacts>();
  for (const contrast of contrasts) {
    const { of, kind, ratios } = contrast, p_holm = pOf.get(contrast);
    const rounds = preparations === undefined ? ratios : { value: ratios, preparations };
    const own: ContrastFacts = { [kind]: rounds, ...(p_holm !== undefined && { p_holm }) };
    const sign = kind === "interaction" ? predicted.get(of) : undefined;
    const came = sign !== undefined &&
      cameTrue(sign, testedRatio(contrast, { p: p_holm!, seed, preparations }));
    facts.set(of, {
      ...facts.get(of),
      ...own,
      ...(sign !== undefined && { predicted: sign }),
      ...(sign !== undefined && came !== undefined && { came_true: Number(came) }),
    });
  }
  return facts;
}

function testedRatio(
  { ratios }: ContrastRounds,
  { p, seed, preparations }: {
    readonly p: number;
    readonly seed: number;
    readonly preparations: readonly number[] | undefined;
  },
): AdjustedRatio {
  const { lo, hi } = preparedMedianInterval(ratios, preparations, { seed });
  return { median: median(ratios), low: lo, high: hi, p };
}
