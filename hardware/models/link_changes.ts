/**
 * Variations of assumed links: a modelled claim is decided only where its answer is the same under all of
 * them.
 *
 * @module
 */
import type { Link } from "./interconnect.ts";

/** One variation. */
export interface LinkChange {
  /** Name such as `latency_x4`; empty for the links as assumed. */
  readonly id: string;
  /** Factor on the latency of every link. */
  readonly latency: number;
  /** Factor on the bandwidth of every link. */
  readonly bandwidth: number;
}

/** No variation: links as assumed. */
export const AS_ASSUMED = { id: "", latency: 1, bandwidth: 1 } as const satisfies LinkChange;

/** All variations: none, then latency x4, /4 and bandwidth x2, /2, then both worse and both better. */
export const LINK_CHANGES = [
  AS_ASSUMED,
  { ...AS_ASSUMED, id: "latency_x4", latency: 4 },
  { ...AS_ASSUMED, id: "latency_quarter", latency: 1 / 4 },
  { ...AS_ASSUMED, id: "bandwidth_x2", bandwidth: 2 },
  { ...AS_ASSUMED, id: "bandwidth_half", bandwidth: 1 / 2 },
  { id: "slow_link", latency: 4, bandwidth: 1 / 2 },
  { id: "fast_link", latency: 1 / 4, bandwidth: 2 },
] as const satisfies readonly LinkChange[];

/** Names of {@link LINK_CHANGES}. */
export type LinkChangeId = (typeof LINK_CHANGES)[number]["id"];

/**
 * Applies a variation to a link.
 *
 * @example
 * ```ts
 * import { changedLink, LINK_CHANGES, LINKS, transferSeconds } from "gnn-repro/hardware";
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
