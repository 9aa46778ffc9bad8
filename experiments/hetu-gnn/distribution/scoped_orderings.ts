/**
 * The orderings of hetu-gnn's partitioned experiments: of the whole graph before it is cut, or of each
 * diagonal block.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { groupCount, type PartitionScheme } from "../../../distributed/spmm/mod.ts";
import { blockWise } from "../../../graph/orderings/block_wise.ts";
import { findOrdering } from "../../../graph/orderings/mod.ts";
import type { Ordering } from "../../../graph/orderings/ordering.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { keptOrdering } from "../../trials/ordered_graph.ts";
import { checkOrdering } from "../../trials/ordering_check.ts";

/**
 * Part of the graph that an ordering is applied to: all of it, each diagonal block (Algorithm 2), or
 * nothing.
 */
export type Scope = "none" | "whole" | "block";

/** An ordering with its scope. */
export interface ScopedOrdering extends Contender {
  /** Id of the ordering. */
  readonly ordering: "natural" | "metis" | "rcm";
  /** Part of the graph that it is applied to. */
  readonly scope: Scope;
  /** Columns of the paper's tables. */
  readonly factors: { readonly reorder: string; readonly scope: Scope };
}

function scoped(ordering: "metis" | "rcm", scope: "whole" | "block"): ScopedOrdering {
  const part = scope === "whole" ? "whole graph" : "block by block";
  return {
    ordering,
    scope,
    id: `${scope}-${ordering}`,
    label: `${ordering.toUpperCase()}, ${part}`,
    factors: { reorder: ordering, scope },
  };
}

/** The graph as it comes. */
export const UNORDERED: ScopedOrdering = {
  ordering: "natural",
  scope: "none",
  id: "none",
  label: "as it comes",
  factors: { reorder: "none", scope: "none" },
};
/** METIS on the whole graph. */
export const WHOLE_METIS = scoped("metis", "whole");
/** RCM on the whole graph. */
export const WHOLE_RCM = scoped("rcm", "whole");
/** METIS within each diagonal block. */
export const BLOCK_METIS = scoped("metis", "block");
/** RCM within each diagonal block. */
export const BLOCK_RCM = scoped("rcm", "block");

/** All five, in the order of legends. */
export const ORDERINGS: readonly ScopedOrdering[] = [
  UNORDERED,
  WHOLE_METIS,
  WHOLE_RCM,
  BLOCK_METIS,
  BLOCK_RCM,
];

/** An ordering for a partition scheme. */
export interface OrderedPartition {
  /** Decides the blocks. */
  readonly scheme: PartitionScheme;
  /** Ordering with its scope. */
  readonly ordering: Pick<ScopedOrdering, "ordering" | "scope">;
}

/** A permutation and the time that it took. */
export interface ScopedPermutation {
  /** New id of every vertex. */
  readonly perm: Uint32Array;
  /** Time of the ordering, with the check that it is one. */
  readonly cost: CheckedTimes;
}

function orderingOf({ scheme, ordering: { ordering: id, scope } }: OrderedPartition): Ordering {
  const whole = findOrdering(id);
  return scope === "block" ? blockWise(whole, groupCount(scheme)) : whole;
}

/**
 * Everything that a permutation follows from beside graph and seed, the partitioning engine included: part
 * of cache keys.
 */
export function scopedIdentity(partition: OrderedPartition): Readonly<Record<string, unknown>> {
  const { id, parameters } = orderingOf(partition);
  return { ordering: id, parameters };
}

/**
 * Permutation of an ordering for a scheme, from the user's cache where it is known; undefined where nothing
 * is reordered.
 */
export async function scopedPermutation(
  lab: Lab,
  dataset: LoadedDataset,
  partition: OrderedPartition,
): Promise<ScopedPermutation | undefined> {
  const { scheme, ordering: { scope } } = partition;
  if (scope === "none") return undefined;
  const { perm, ms } = await keptOrdering(lab, dataset, orderingOf(partition));
  const blocks = scope === "block" ? groupCount(scheme) : 1;
  const check = checkOrdering(perm, { vertices: dataset.graph.rows, blocks });
  return { perm, cost: { ms: [ms], check, timer: "wall", waits: 0 } };
}
