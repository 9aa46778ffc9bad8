/**
 * The orderings of the whole graph that hetu-gnn Figure 8 compares.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";

/** Vertices of a cluster of METIS. */
export const CLUSTER_SIZE = 200;

/** An ordering of the whole graph. */
export interface VertexOrdering extends Contender {
  /** Set for orderings that the paper recommends: two of them. */
  readonly isStrong?: true;
}

/** Contender that leaves the ids as they come. */
export const NATURAL = "natural";

/** All orderings, in the order of legends. */
export const VERTEX_ORDERINGS: readonly VertexOrdering[] = [
  { id: NATURAL, label: "natural order", factors: { reorder: "none" } },
  { id: "random", label: "random", factors: { reorder: "random" } },
  { id: "degsort", label: "DegSort", factors: { reorder: "degsort" } },
  { id: "slashburn", label: "SlashBurn", factors: { reorder: "slashburn" } },
  { id: "rcm", label: "RCM", isStrong: true, factors: { reorder: "rcm" } },
  { id: "metis", label: `METIS (${CLUSTER_SIZE})`, isStrong: true, factors: { reorder: "metis" } },
];

/** Orderings that claims compare: a random order of ids is one of those that are swept. */
export const CLAIMED_ORDERINGS = VERTEX_ORDERINGS.filter(({ id }) => id !== "random");
