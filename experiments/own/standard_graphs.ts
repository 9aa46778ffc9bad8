/**
 * Graphs of our own questions, each with the dataset that stands for it in the standard profile.
 *
 * @module
 */
import type { Workload } from "../cell.ts";
import type { Profile } from "../profiles.ts";

/** A graph, and the dataset that stands for it in the standard profile. */
export interface StandardGraph {
  /** Id in the registry. */
  readonly id: string;
  /** Dataset of the standard profile: the graph itself, or a stand-in. */
  readonly standard: string;
}

/** Graphs of questions about mini-batches. */
export const MINI_BATCH_GRAPHS: readonly StandardGraph[] = [
  { id: "reddit", standard: "reddit@1/16" },
  { id: "ogbn-products", standard: "ogbn-products@1/16" },
];

/** Graphs with their datasets in a profile; every profile but the standard one limits their sizes itself. */
export function graphsInProfile(
  graphs: readonly StandardGraph[],
  { id: profile }: Pick<Profile, "id">,
): Pick<Workload, "id" | "dataset">[] {
  return graphs.map(({ id, standard }) => ({ id, dataset: profile === "standard" ? standard : id }));
}
