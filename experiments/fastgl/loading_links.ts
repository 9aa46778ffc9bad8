/**
 * Memory IO over links that are not at hand (M1): exact bytes over a stated speed, beside measured sampling,
 * computation and work on the device; and the speed of the link at which a claim's answer turns.
 *
 * @module
 */
import { type Link, type LinkId, LINKS } from "../../hardware/models/interconnect.ts";
import type { Facts, Metrics } from "../metrics.ts";

/** Features that are copied in an epoch. */
export interface Copies {
  /** Bytes. */
  readonly bytes: number;
  /** Transfers, one a mini-batch. */
  readonly transfers: number;
}

/** Milliseconds of an epoch's copies over a link. */
export function copyMs({ bytes, transfers }: Copies, { latencySeconds, bytesPerSecond }: Link): number {
  return 1000 * (transfers * latencySeconds + bytes / bytesPerSecond);
}

/** Latency of a transfer for the speeds at which a claim turns. */
const LATENCY_MS = 1000 * LINKS["pcie-4-x16"].latencySeconds;

/** GB/s at which so many bytes take so many milliseconds; infinite where no speed is fast enough. */
const speed = (bytes: number, ms: number) => ms > 0 ? bytes / ms / 1e6 : Infinity;

/**
 * Link speed in GB/s up to which memory IO takes longer than sampling and longer than computation. Infinite
 * where transfers alone take longer.
 *
 * @param longerMs Milliseconds of an epoch in the longer one of the two.
 * @example
 * ```ts
 * import { largestPhaseBelow } from "./loading_links.ts";
 * // 1 GB in ten transfers of 10 us beside 100.1 ms.
 * if (Math.round(largestPhaseBelow({ bytes: 1e9, transfers: 10 }, 100.1)) !== 10) throw new Error("10 GB/s");
 * ```
 */
export function largestPhaseBelow({ bytes, transfers }: Copies, longerMs: number): number {
  return speed(bytes, longerMs - LATENCY_MS * transfers);
}

/** Loading of an epoch by one system: its copies, and matching, gathering and looking up on the device. */
export interface Loading extends Copies {
  /** Milliseconds on the device. */
  readonly deviceMs: number;
}

/**
 * Link speed in GB/s up to which a system that copies less and does more on the device takes less for memory
 * IO. Infinite where it does no more than the other one.
 */
export function savingPaysBelow(saving: Loading, other: Loading): number {
  const moreMs = saving.deviceMs - other.deviceMs + LATENCY_MS * (saving.transfers - other.transfers);
  return speed(other.bytes - saving.bytes, moreMs);
}

/** Links that are drawn: the paper's card's, those before and after it, and one on a board. */
const DRAWN = {
  io_over_pcie_3: "pcie-3-x16",
  io_over_pcie_4: "pcie-4-x16",
  io_over_pcie_5: "pcie-5-x16",
  io_over_nvlink_c2c: "grace-hopper",
} as const satisfies Readonly<Record<string, LinkId>>;

/** Memory IO over each link, and where a claim turns. */
export const LINK_METRICS = {
  io_over_pcie_3: { label: "memory IO over PCIe 3.0", unit: "ms", better: "lower" },
  io_over_pcie_4: { label: "memory IO over PCIe 4.0", unit: "ms", better: "lower" },
  io_over_pcie_5: { label: "memory IO over PCIe 5.0", unit: "ms", better: "lower" },
  io_over_nvlink_c2c: { label: "memory IO over NVLink C2C", unit: "ms", better: "lower" },
  flip_link: { label: "link speed at which the claim turns", unit: "GB/s", better: "neither" },
} as const satisfies Metrics;

/** Memory IO of an epoch over the links that are drawn, one entry a round. */
export function overLinks(rounds: readonly Loading[]): Facts<typeof LINK_METRICS> {
  return Object.fromEntries(
    Object.entries(DRAWN).map(([metric, id]) => {
      const value = rounds.map((round) => copyMs(round, LINKS[id]) + round.deviceMs);
      return [metric, { value, source: "modelled" }] as const;
    }),
  );
}

/** Speed in GB/s that stands for any link: ten times that of the fastest here. */
const ANY_LINK = 1e4;

/**
 * Speed at which a claim turns, one entry a round. A speed beyond all links is cut off, so that a median or
 * an end of its interval that is cut off says: over any link.
 */
export function flipFact(
  speeds: readonly number[],
): { readonly flip_link: { readonly value: readonly number[]; readonly source: "modelled" } } {
  return { flip_link: { value: speeds.map((gbs) => Math.min(gbs, ANY_LINK)), source: "modelled" } };
}

/** Notes of suites that show memory IO over links. */
export const LINK_NOTES: readonly string[] = [
  "Over PCIe 3.0 (12 GB/s), 4.0 (32), 5.0 (64) and NVLink C2C (900) memory IO is modelled (M1): the bytes that are copied, " +
  "exactly, over the stated speed, 10 us a transfer, one transfer a mini-batch. The gather on the host is not part of it. The speed " +
  `at which a claim turns has its interval from the rounds of what is measured; ${ANY_LINK} GB/s stand for any link.`,
];
