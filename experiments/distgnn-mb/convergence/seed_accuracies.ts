/**
 * Accuracies of an arrangement of ranks seed by seed, and the epochs that it takes to that of one rank.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { lateFrom } from "../../claims/seed_parts.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { ModelId } from "../rank_models.ts";
import { type Arrangement, SINGLE } from "./arrangements.ts";
import { accuracyCurve, firstWithin } from "./convergence_runs.ts";

/** Metrics of an arrangement of ranks beside one rank. */
export const CONVERGENCE_METRICS = {
  test_accuracy: { label: "test accuracy after the last epoch", unit: "%", better: "higher" },
  accuracy_gap: { label: "below one rank", unit: "percentage points", better: "lower" },
  late_gain: { label: "gained in the last third of the epochs", unit: "percentage points" },
  over_cache: { label: "above as many ranks with a cache", unit: "percentage points", better: "higher" },
  epochs_to_accuracy: { label: "first epoch within a point of one rank", unit: "epochs", better: "lower" },
  reached: { label: "seeds for which there is such an epoch", unit: "%", better: "higher" },
} as const satisfies Metrics;

/** Epochs of one rank and of several, and seeds. */
function extent(
  { id }: Profile,
): { readonly single: number; readonly several: number; readonly seeds: number } {
  return id === "smoke" ? { single: 1, several: 2, seeds: 2 } : { single: 12, several: 36, seeds: 5 };
}

/** Accuracies and epochs of an arrangement, one a seed, beside one rank with the same seeds. */
export async function accuracies(
  lab: Lab,
  dataset: LoadedDataset,
  { model, contender }: { readonly model: ModelId; readonly contender: Arrangement },
): Promise<Facts<typeof CONVERGENCE_METRICS>> {
  const { single, several, seeds } = extent(lab.profile);
  const finals: number[] = [], gaps: number[] = [], late: number[] = [], epochs: number[] = [];
  const overCache: number[] = [];
  for (let i = 0; i < seeds; i++) {
    const train = ({ factors: { ranks, policy } }: Arrangement) => {
      const epochs = ranks === 1 ? single : several;
      return accuracyCurve(lab, dataset, { model, seed: lab.seed + i, ranks, policy, epochs });
    };
    const target = (await train(SINGLE)).at(-1)!, curve = await train(contender);
    const final = curve.at(-1)!, reached = firstWithin(curve, target);
    finals.push(final);
    gaps.push(target - final);
    late.push(final - curve[lateFrom(curve.length) - 1]);
    if (reached !== undefined) epochs.push(reached);
    if (contender.cached) overCache.push(final - (await train(contender.cached)).at(-1)!);
  }
  return {
    test_accuracy: finals,
    accuracy_gap: gaps,
    late_gain: late,
    ...(overCache.length > 0 && { over_cache: overCache }),
    reached: 100 * epochs.length / seeds,
    // A median over some of the seeds would be that of the lucky ones.
    ...(epochs.length === seeds && { epochs_to_accuracy: epochs }),
  };
}
