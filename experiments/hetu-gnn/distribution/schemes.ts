/**
 * The partition schemes of hetu-gnn's Table 2.
 *
 * @module
 */
import { type PartitionScheme, schemeText } from "../../../distributed/spmm/mod.ts";
import type { Contender } from "../../cell.ts";

/** A partition scheme under the paper's names. */
export interface PaperScheme extends PartitionScheme, Contender {
  /** Columns of the paper's tables: dimensions, ranks and replication. */
  readonly factors: { readonly partition: "1D" | "1.5D"; readonly p: number; readonly r: number };
}

function scheme(ranks: number, replication: number): PaperScheme {
  const isOneD = replication === 1;
  return {
    ranks,
    replication,
    id: isOneD ? `1d-p${ranks}` : `1.5d-p${ranks}-r${replication}`,
    label: schemeText({ ranks, replication }),
    factors: { partition: isOneD ? "1D" : "1.5D", p: ranks, r: replication },
  };
}

/** One device without messages, the comparison of every scheme. */
export const ONE_DEVICE: PaperScheme = { ...scheme(1, 1), id: "1-device", label: "one device" };

/** 1D on two ranks. */
export const ONE_D_2 = scheme(2, 1);
/** 1D on four ranks. */
export const ONE_D_4 = scheme(4, 1);
const ONE_D_8 = scheme(8, 1);
/** 1.5D on four ranks in two groups. */
export const TWO_GROUPS = scheme(4, 2);
const FOUR_GROUPS = scheme(8, 2);

/** The five schemes of Table 2, in its order. */
export const SCHEMES: readonly PaperScheme[] = [ONE_D_2, TWO_GROUPS, ONE_D_4, FOUR_GROUPS, ONE_D_8];

/** Pairs of a 1.5D and a 1D scheme with equal numbers of blocks. */
export const EQUAL_BLOCKS: readonly (readonly [PaperScheme, PaperScheme])[] = [
  [TWO_GROUPS, ONE_D_2],
  [FOUR_GROUPS, ONE_D_4],
];
