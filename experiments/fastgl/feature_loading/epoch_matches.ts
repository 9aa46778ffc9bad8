/**
 * Input vertices of an epoch's mini-batches, and how many of them two mini-batches share.
 *
 * @module
 */
import { matchDegrees } from "../../../graph/sampling/match.ts";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ExactLab } from "../../lab.ts";
import { distinctBatches, firstEpoch, inputVertices, LEAST_BATCHES } from "../sampled_epoch.ts";
import type { EpochSetting } from "../sampled_workloads.ts";

/** Mini-batches of an epoch by what they have in common. */
export interface EpochMatches {
  /** Vertices whose features each mini-batch needs. */
  readonly lists: readonly Uint32Array[];
  /** Match degrees of all pairs, 0 to 1; 0 on the diagonal. */
  readonly degrees: readonly Float64Array[];
}

/**
 * Matches of the first epoch of a graph's training; where it has fewer than ten mini-batches, of as many as
 * ten are, which share no more than others do.
 */
export async function matchesOfEpoch(
  lab: Pick<ExactLab, "seed">,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<EpochMatches> {
  const epoch = firstEpoch(lab, dataset, setting);
  const least = Math.max(LEAST_BATCHES, epoch.batches.length);
  const lists = await inputVertices({
    ...epoch,
    batches: distinctBatches(lab, dataset, { ...setting, least }),
  });
  return { lists, degrees: matchDegrees(lists, dataset.graph.rows) };
}
