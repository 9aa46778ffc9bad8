/**
 * What is assumed of links that are not here, varied: a modelled claim is decided only where its answer stays the same.
 *
 * @module
 */
import type { Link } from "./interconnect.ts";

/** One variation. */
export interface LinkChange {
  /** A name such as `latency_x4`; empty for the links as they are. */
  readonly id: string;
  /** Times the latency of every link. */
  readonly latency: number;
  /** Times the bandwidth of every link. */
  readonly bandwidth: number;
}

/** Links as they are. */
export const AS_ASSUMED: LinkChange = { id: "", latency: 1, bandwidth: 1 };

/** Links as they are, then latency x4, /4 and bandwidth x2, /2, and both at once for the worse and for the better. */
export const LINK_CHANGES: readonly LinkChange[] = [
  AS_ASSUMED,
  { ...AS_ASSUMED, id: "latency_x4", latency: 4 },
  { ...AS_ASSUMED, id: "latency_quarter", latency: 1 / 4 },
  { ...AS_ASSUMED, id: "bandwidth_x2", bandwidth: 2 },
  { ...AS_ASSUMED, id: "bandwidth_half", bandwidth: 1 / 2 },
  { id: "slow_link", latency: 4, bandwidth: 1 / 2 },
  { id: "fast_link", latency: 1 / 4, bandwidth: 2 },
];

/**
 * A link under a change.
 *
 * @example
 * ```ts
 * import { changedLink, LINK_CHANGES, LINKS, transferSeconds } from "gnn-repro";
 * const seconds = LINK_CHANGES.map((change) => transferSeconds(changedLink(LINKS["pcie-3-x16"], change), 12e9));
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
