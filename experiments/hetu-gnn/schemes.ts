/**
 * The partition schemes of hetu-gnn's Table 2, and the orderings of its partitioned experiments.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { groupCount, type PartitionScheme, schemeText } from "../../distributed/spmm/mod.ts";
import { blockWise } from "../../graph/orderings/block_wise.ts";
import { findOrdering } from "../../graph/orderings/mod.ts";
import type { Ordering } from "../../graph/orderings/ordering.ts";
import type { Lab } from "../lab.ts";
import type { TextContender } from "../text_suite.ts";

/** A scheme as rows name it. */
export interface PaperScheme extends PartitionScheme {
  /** `1.5d-p4-r2`. */
  readonly id: string;
  /** What a reader sees. */
  readonly label: string;
  /** The published columns. */
  readonly factors: Readonly<Record<"partition" | "p" | "r", string>>;
}

/** A scheme under its names. */
function named(ranks: number, replication: number): PaperScheme {
  const oneD = replication === 1;
  return {
    ...{ ranks, replication },
    id: oneD ? `1d-p${ranks}` : `1.5d-p${ranks}-r${replication}`,
    label: schemeText({ ranks, replication }),
    factors: { partition: oneD ? "1D" : "1.5D", p: String(ranks), r: String(replication) },
  };
}

/** What every scheme is compared with. */
export const ONE_DEVICE: PaperScheme = { ...named(1, 1), id: "1-device", label: "one device" };

/** The five of Table 2, in its order. */
export const SCHEMES: readonly PaperScheme[] = [
  named(2, 1),
  named(4, 2),
  named(4, 1),
  named(8, 2),
  named(8, 1),
];

/** The scheme of that id. */
export function schemeOf(id: string): PaperScheme {
  return [ONE_DEVICE, ...SCHEMES].find((scheme) => scheme.id === id)!;
}

/** The scheme of a workload; undefined where its factors are those of none. */
export function schemeWith({ p, r }: Readonly<Record<string, string>>): PaperScheme | undefined {
  return [ONE_DEVICE, ...SCHEMES].find(({ factors }) => factors.p === p && factors.r === r);
}

/** An ordering and what it is applied to. */
export interface ScopedOrdering extends TextContender {
  /** Id of the ordering. */
  readonly ordering: "natural" | "metis" | "rcm";
  /** The whole graph before it is cut, or each diagonal block (Algorithm 2). */
  readonly scope: "none" | "whole" | "block";
  /** The published columns. */
  readonly factors: Readonly<Record<"reorder" | "scope", string>>;
}

function scoped(ordering: ScopedOrdering["ordering"], scope: ScopedOrdering["scope"]): ScopedOrdering {
  const name = ordering.toUpperCase();
  return {
    ...{ ordering, scope },
    id: scope === "none" ? scope : `${scope}-${ordering}`,
    label: scope === "none"
      ? "as it comes"
      : scope === "whole"
      ? `${name}, whole graph`
      : `${name}, block by block`,
    factors: { reorder: scope === "none" ? "none" : ordering, scope },
  };
}

/** No ordering. */
export const UNORDERED = scoped("natural", "none");
/** METIS on the whole graph. */
export const WHOLE_METIS = scoped("metis", "whole");
/** RCM on the whole graph. */
export const WHOLE_RCM = scoped("rcm", "whole");
/** METIS within each diagonal block. */
export const BLOCK_METIS = scoped("metis", "block");
/** RCM within each diagonal block. */
export const BLOCK_RCM = scoped("rcm", "block");

/** A permutation and what it cost. */
export interface ScopedPermutation {
  /** New id of every vertex; absent where nothing is reordered. */
  readonly perm?: Uint32Array;
  /** Milliseconds of the ordering; 0 where there is none. */
  readonly ms: number;
}

/** What is ordered how, for which cut. */
type Scoped = Pick<ScopedOrdering, "ordering" | "scope"> & { readonly scheme: PartitionScheme };

function orderingOf({ ordering: id, scope, scheme }: Scoped): Ordering {
  const whole = findOrdering(id);
  return scope === "block" ? blockWise(whole, groupCount(scheme)) : whole;
}

/** What a permutation follows from beside graph and seed, for keys of what is computed under it: the engine that partitions, too. */
export function scopedIdentity(scoped: Scoped): Readonly<Record<string, unknown>> {
  const { id, parameters } = orderingOf(scoped);
  return { ordering: id, parameters };
}

/** The permutation of an ordering for a scheme, from the user's cache where it is known. */
export async function scopedPermutation(
  lab: Lab,
  dataset: LoadedDataset,
  scoped: Scoped,
): Promise<ScopedPermutation> {
  if (scoped.scope === "none") return { ms: 0 };
  const { seed } = lab;
  const { value: perm, ms } = await lab.cached(
    { ...scopedIdentity(scoped), graph: dataset.hash, seed },
    () => orderingOf(scoped).compute(dataset.graph, { seed }).perm,
  );
  return { perm, ms };
}
