/**
 * Systems whose epochs hetu-gnn Table 4 compares: this project's kernels by policy and optimisation, and
 * peers.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";
import { TRAINING_PEERS } from "../../peers/peers.ts";
import { TRANSPOSE_KEPT } from "../pytorch.ts";
import { type EpochSource, type EpochVariant, variantFactors } from "./epochs.ts";

/** Suite that times an epoch of every system. */
export const TABLE_4 = "hetu-gnn/table-4";

/** System that others are held against; its rows have the quantities of premises. */
export const BASELINE = "base";

/** System that runs an epoch. */
export interface System extends Contender {
  /** This project's kernels, or a peer. */
  readonly source: EpochSource;
  /** System and optimisations by the columns of the paper's table; absent where it has no such column. */
  readonly published?: { readonly system: string; readonly opt?: string };
}

function own(id: string, label: string, { variant, opt }: {
  readonly variant: EpochVariant;
  readonly opt?: string;
}): System {
  return {
    id,
    label,
    source: variant,
    factors: variantFactors(variant),
    ...(opt !== undefined && { published: { system: "Hetu-GNN", opt } }),
  };
}

/** Peers whose column the paper prints. */
const PRINTED_PEERS: ReadonlyMap<string, string> = new Map([[TRANSPOSE_KEPT, "PyTorch"], ["dgl", "DGL"]]);

const PEERS = TRAINING_PEERS.map(({ id: peer, label }): System => {
  const system = PRINTED_PEERS.get(peer);
  return {
    id: `peer:${peer}`,
    label,
    source: { peer },
    factors: { peer },
    runtime: "python",
    ...(system !== undefined && { published: { system } }),
  };
});

/** Systems of Table 4, in the order of legends. */
export const SYSTEMS: readonly System[] = [
  own("policy:pytorch", "policy of PyTorch", {
    variant: { ordering: "natural", kernel: "row-split-scalar", order: "transform-first" },
  }),
  own("policy:dgl", "policy of DGL", {
    variant: { ordering: "natural", kernel: "row-split", order: "transform-first" },
  }),
  own(BASELINE, "baseline", { variant: { ordering: "natural", kernel: "row-split" }, opt: "baseline" }),
  own("reorder", "METIS order", { variant: { ordering: "metis", kernel: "row-split" }, opt: "reorder" }),
  own("reorder-bs", "METIS order, block sparse", {
    variant: { ordering: "metis", kernel: "block-sparse" },
    opt: "reorder+block-sparse",
  }),
  ...PEERS,
];
