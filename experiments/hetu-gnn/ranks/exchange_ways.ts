/**
 * Contenders of products on real ranks: ways in which ranks get each other's rows.
 *
 * @module
 */
import type { RowExchange } from "../../../distributed/spmm/mod.ts";
import { type Link, type LinkId, LINKS } from "../../../hardware/models/interconnect.ts";
import type { Contender } from "../../cell.ts";

/** A way in which ranks get rows; one rank needs none. */
export interface ExchangeWay extends Contender {
  /** Way of the ranks; absent of a single rank. */
  readonly exchange?: RowExchange;
}

/** One rank with the whole product, while the others wait. */
export const ONE_RANK: ExchangeWay = { id: "1-rank", label: "one rank", factors: { p: 1 } };

/** The paper's way. */
export const BROADCAST: ExchangeWay = {
  id: "broadcast",
  label: "1D, broadcasts",
  exchange: "broadcast",
  factors: { partition: "1D", exchange: "broadcast" },
};

/** All contenders. */
export const EXCHANGE_WAYS: readonly ExchangeWay[] = [
  ONE_RANK,
  BROADCAST,
  {
    id: "broadcast-ahead",
    label: "1D, the next broadcast during a product",
    exchange: "ahead",
    factors: { partition: "1D", exchange: "broadcast-ahead" },
  },
  {
    id: "halo",
    label: "1D, needed rows alone, during the product with own rows",
    exchange: "halo",
    factors: { partition: "1D", exchange: "halo" },
  },
];

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
