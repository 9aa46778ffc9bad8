/**
 * Graphs of distgnn-mb trained on by some number of ranks, and the numbers that Figures 3, 4 and 5 compare.
 *
 * @module
 */
import type { Workload } from "../cell.ts";
import type { Profile } from "../profiles.ts";
import { type GraphId, PAPERS, PRODUCTS, scaledGraph } from "./scaled_graphs.ts";

/** A graph and a number of ranks. */
export interface RankWorkload extends Workload {
  /** Graph at the scale of the profile. */
  readonly dataset: string;
  /** Settings of its rows. */
  readonly factors: { readonly graph: GraphId; readonly ranks: number };
}

/** Id of a workload: `ogbn-products:r16`. */
export const rankWorkloadId = (graph: GraphId, ranks: number): string => `${graph}:r${ranks}`;

/** One workload for each number of ranks. */
export function rankWorkloads(
  profile: Pick<Profile, "id">,
  graph: GraphId,
  ranks: readonly number[],
): RankWorkload[] {
  const { dataset } = scaledGraph(profile, graph);
  return ranks.map((count) => ({
    id: rankWorkloadId(graph, count),
    dataset,
    factors: { graph, ranks: count },
  }));
}

/** Numbers of ranks of Figures 3 and 4, by graph; the first is the one that speed-ups are against. */
export function scalingRanks({ id }: Pick<Profile, "id">): Readonly<Record<GraphId, readonly number[]>> {
  return id === "smoke"
    ? { [PRODUCTS]: [2, 4], [PAPERS]: [2, 4, 8] }
    : { [PRODUCTS]: [2, 16, 32], [PAPERS]: [4, 8, 16, 32, 64] };
}

/** Numbers of ranks of Figure 5, on Papers100M: some of those of Figure 3. */
export function comparedRanks({ id }: Pick<Profile, "id">): readonly number[] {
  return id === "smoke" ? [4, 8] : [8, 16, 32, 64];
}
