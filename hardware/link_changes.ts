/**
 * Variations of assumed links: a modelled claim is decided only where its answer is the same under all of
 * them.
 *
 * @module
 */
import type { Link } from "./interconnect.ts";

/** Names of the variations; empty for the links as assumed. */
export type LinkChangeId =
  | ""
  | "latency_x4"
  | "latency_quarter"
  | "bandwidth_x2"
  | "bandwidth_half"
  | "slow_link"
  | "fast_link";

/** One variation. */
export interface LinkChange<Id extends string = string> {
  /** Name such as `latency_x4`; empty for the links as assumed. */
  readonly id: Id;
  /** Factor on the latency of every link. */
  readonly latency: number;
  /** Factor on the bandwidth of every link. */
  readonly bandwidth: number;
}

/** No variation: links as assumed. */
export const AS_ASSUMED: LinkChange<""> = { id: "", latency: 1, bandwidth: 1 };

/** All variations: none, then latency x4, /4 and bandwidth x2, /2, then both worse and both better. */
export const LINK_CHANGES: readonly LinkChange<LinkChangeId>[] = [
  AS_ASSUMED,
  { ...AS_ASSUMED, id: "latency_x4", latency: 4 },
  { ...AS_ASSUMED, id: "latency_quarter", latency: 1 / 4 },
  { ...AS_ASSUMED, id: "bandwidth_x2", bandwidth: 2 },
  { ...AS_ASSUMED, id: "bandwidth_half", bandwidth: 1 / 2 },
  { id: "slow_link", latency: 4, bandwidth: 1 / 2 },
  { id: "fast_link", latency: 1 / 4, bandwidth: 2 },
];

/**
 * Applies a variation to a link.
 *
 * @example
 * ```ts
 * import { changedLink, LINK_CHANGES, LINKS, transferSeconds } from "gnn-repro";
 * const link = LINKS["pcie-3-x16"];
 * const seconds = LINK_CHANGES.map((change) => transferSeconds(changedLink(link, change), 12e9));
 * if (Math.round(seconds[4] / seconds[0]) !== 2) throw new Error("half the bandwidth takes twice as long");
 * ```
 */
export function changedLink(link: Link, { latency, bandwidth }: Omit<LinkChange, "id">): Link {
  return {
    ...link,
    latencySeconds: latency * link.latencySeconds,
    bytesPerSecond: bandwidth * link.bytesPerSecond,
  };
}
