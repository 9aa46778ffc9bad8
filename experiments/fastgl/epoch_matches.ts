/**
 * The input vertices of an epoch's mini-batches and what they have in common, computed once for all contenders of a workload.
 *
 * @module
 */
import { matchDegrees } from "../../graph/sampling/match.ts";
import { type OfWorkload, onceAWorkload } from "./once_a_workload.ts";
import { inputVertices, sampledEpoch } from "./sampled_epoch.ts";

/** Mini-batches of an epoch by what they have in common. */
export interface EpochMatches {
  /** Vertices whose features each mini-batch needs. */
  readonly lists: readonly Uint32Array[];
  /** Match degrees of all pairs, 0 to 1; 0 on the diagonal. */
  readonly degrees: readonly Float64Array[];
}

/** Of one epoch of a graph of the paper. */
export const epochMatches: OfWorkload<EpochMatches> = onceAWorkload(async (lab, dataset, workload) => {
  const lists = await inputVertices(sampledEpoch(lab, dataset, workload));
  return { lists, degrees: matchDegrees(lists, dataset.graph.rows) };
});
