/**
 * Input vertices of an epoch's mini-batches, and how many of them two mini-batches share.
 *
 * @module
 */
import { matchDegrees } from "../../../graph/sampling/match.ts";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ExactLab } from "../../lab.ts";
import { firstEpoch, inputVertices } from "../sampled_epoch.ts";
import type { EpochSetting } from "../sampled_workloads.ts";

/** Mini-batches of an epoch by what they have in common. */
export interface EpochMatches {
  /** Vertices whose features each mini-batch needs. */
  readonly lists: readonly Uint32Array[];
  /** Match degrees of all pairs, 0 to 1; 0 on the diagonal. */
  readonly degrees: readonly Float64Array[];
}

/** Matches of the first epoch of a graph's training. */
export async function matchesOfEpoch(
  lab: Pick<ExactLab, "seed">,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<EpochMatches> {
  const lists = await inputVertices(firstEpoch(lab, dataset, setting));
  return { lists, degrees: matchDegrees(lists, dataset.graph.rows) };
}
