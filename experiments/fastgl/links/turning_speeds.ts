/**
 * Speed of the link at which a claim about memory IO turns, all else as it was measured or modelled.
 *
 * @module
 */
import { LINKS } from "../../../hardware/models/interconnect.ts";
import { type Metrics, modelled } from "../../metrics.ts";
import type { Copies, Loading } from "../../trials/links/copies.ts";

/** Latency of a transfer for the speeds at which a claim turns. */
const LATENCY_MS = 1000 * LINKS["pcie-4-x16"].latencySeconds;

/** GB/s at which so many bytes take so many milliseconds; infinite where no speed is fast enough. */
const speed = (bytes: number, ms: number) => ms > 0 ? bytes / ms / 1e6 : Infinity;

/**
 * Link speed in GB/s up to which memory IO takes longer than `ms`; from there on it takes no longer. Infinite
 * where transfers and work on the device take longer by themselves.
 *
 * @param loading Copies of an epoch or a mini-batch, with the work on the device where there is some.
 * @example
 * ```ts
 * import { takesLongerBelow } from "./turning_speeds.ts";
 * // 1 GB in ten transfers of 10 us beside 100.1 ms.
 * const gbs = takesLongerBelow({ bytes: 1e9, transfers: 10 }, 100.1);
 * if (Math.round(gbs) !== 10) throw new Error("10 GB/s");
 * ```
 */
export function takesLongerBelow(
  { bytes, transfers, deviceMs = 0 }: Copies & Partial<Loading>,
  ms: number,
): number {
  return speed(bytes, ms - deviceMs - LATENCY_MS * transfers);
}

/**
 * Link speed in GB/s up to which a system that copies less and does more on the device takes less for memory
 * IO. Infinite where it does no more than the other one; 0 where it copies more, or as much and does no less.
 */
export function savingPaysBelow(saving: Loading, other: Loading): number {
  const moreMs = saving.deviceMs - other.deviceMs + LATENCY_MS * (saving.transfers - other.transfers);
  const savedBytes = other.bytes - saving.bytes;
  if (savedBytes > 0) return speed(savedBytes, moreMs);
  return savedBytes === 0 && moreMs < 0 ? Infinity : 0;
}

/** Metric of the speed at which a suite's claim turns. */
export const FLIP_METRIC = {
  flip_link: { label: "link speed at which the claim turns", unit: "GB/s" },
} as const satisfies Metrics;

/** Speed in GB/s that stands for any link: ten times that of the fastest here. */
export const ANY_LINK = 1e4;

/**
 * Speed at which a claim turns, one entry a round. A speed beyond all links is cut off, so that a median or
 * an end of its interval that is cut off says: over any link.
 */
export function flipFact(
  speeds: readonly number[],
): { readonly flip_link: { readonly value: readonly number[]; readonly source: "modelled" } } {
  return { flip_link: modelled(speeds.map((gbs) => Math.min(gbs, ANY_LINK))) };
}
