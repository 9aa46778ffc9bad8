/**
 * Contenders of products on real ranks: a scheme, and how ranks get each other's rows.
 *
 * @module
 */
import type { PartitionScheme, RowExchange } from "../../../distributed/spmm/mod.ts";
import { type Link, type LinkId, LINKS } from "../../../hardware/models/interconnect.ts";
import type { Contender } from "../../cell.ts";

/** Suite that times products and epochs on real ranks. */
export const REAL_RANKS = "hetu-gnn/real-ranks";

/** A scheme, and the exchange by which its ranks get rows. */
export interface RankContender extends Contender {
  /** Exchange of the ranks; a single rank goes through it, too, and finds nothing to get. */
  readonly exchange: RowExchange;
  /** Ranks that hold each row (`r`): 1 is 1D, more are 1.5D. */
  readonly replication: number;
}

/** One rank with the whole product, while the others wait. */
export const ONE_RANK: RankContender = {
  id: "1-rank",
  label: "one rank",
  exchange: "halo",
  replication: 1,
  factors: { p: 1 },
};

/** The paper's exchange. */
export const BROADCAST: RankContender = {
  id: "broadcast",
  label: "1D, broadcasts",
  exchange: "broadcast",
  replication: 1,
  factors: { partition: "1D", exchange: "broadcast" },
};

/** Ranks that hold each row in 1.5D, as in the paper's Figure 9. */
const REPLICATION = 2;

/** The paper's exchange with members of a group. */
export const MEMBER_BROADCAST: RankContender = {
  id: "1.5d-broadcast",
  label: "1.5D, broadcasts",
  exchange: "broadcast",
  replication: REPLICATION,
  factors: { partition: "1.5D", exchange: "broadcast", r: REPLICATION },
};

/** All contenders. */
export const RANK_CONTENDERS: readonly RankContender[] = [
  ONE_RANK,
  BROADCAST,
  {
    id: "broadcast-ahead",
    label: "1D, the next broadcast during a product",
    exchange: "ahead",
    replication: 1,
    factors: { partition: "1D", exchange: "broadcast-ahead" },
  },
  {
    id: "halo",
    label: "1D, needed rows alone, during the product with own rows",
    exchange: "halo",
    replication: 1,
    factors: { partition: "1D", exchange: "halo" },
  },
  MEMBER_BROADCAST,
  {
    id: "1.5d-halo",
    label: "1.5D, needed rows alone, during the product with own rows",
    exchange: "halo",
    replication: REPLICATION,
    factors: { partition: "1.5D", exchange: "halo", r: REPLICATION },
  },
];

/** Scheme of a contender on so many ranks; absent where they do not divide into its groups. */
export function schemeOf(contender: RankContender, ranks: number): PartitionScheme | undefined {
  if (contender === ONE_RANK) return { ranks: 1, replication: 1 };
  const { replication } = contender;
  return ranks % replication ** 2 === 0 ? { ranks, replication } : undefined;
}

/** Injected links, by the names of workloads; `machine` is the network that the ranks really have. */
const RANK_LINKS = { "machine": undefined, "10g": "ethernet-10g" } as const satisfies Readonly<
  Record<string, LinkId | undefined>
>;

/** Name of a link. */
export type RankLink = keyof typeof RANK_LINKS;

/** Names of the links, the machine's own network first. */
export const RANK_LINK_NAMES = Object.keys(RANK_LINKS) as RankLink[];

/** Injected link of that name. */
export function rankLink(name: RankLink): Link | undefined {
  const id = RANK_LINKS[name];
  return id && LINKS[id];
}
