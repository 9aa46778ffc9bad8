/**
 * Alpha-beta model of links and collectives.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";

/** One link, in one direction. */
export interface Link {
  /** Full name. */
  readonly name: string;
  /** alpha: latency of a message in seconds, independent of its size. */
  readonly latencySeconds: number;
  /** BW: bytes a second. */
  readonly bytesPerSecond: number;
  /** Sources of the two numbers: printed, with the place, or chosen. */
  readonly source: string;
}

const CHOSEN_PCIE_LATENCY = "10 us chosen: a host-initiated copy";
const CHOSEN_INFINIBAND_LATENCY = "2 us chosen: a message between two nodes";
const CHOSEN_ETHERNET_LATENCY = "20 us chosen: a TCP message between two nodes";

function link(name: string, microseconds: number, gigabytes: number, source: string): Link {
  return { name, latencySeconds: microseconds / 1e6, bytesPerSecond: gigabytes * 1e9, source };
}

/** Ids of {@link LINKS}. */
export type LinkId =
  | "pcie-3-x16"
  | "pcie-4-x16"
  | "pcie-5-x16"
  | "nvlink-min"
  | "nvlink-max"
  | "infiniband-edr"
  | "infiniband-hdr"
  | "ethernet-1g"
  | "ethernet-10g"
  | "ethernet-25g"
  | "ethernet-100g"
  | "grace-hopper";

/** Links of the papers, and common Ethernet, by id; bandwidths are of one direction. */
export const LINKS: Readonly<Record<LinkId, Link>> = {
  "pcie-3-x16": link("PCIe 3.0 x16", 10, 12, `12 GB/s effective chosen; ${CHOSEN_PCIE_LATENCY}`),
  "pcie-4-x16": link(
    ...["PCIe 4.0 x16", 10, 32] as const,
    `32 GB/s printed (fastgl introduction and Section 3.1); ${CHOSEN_PCIE_LATENCY}`,
  ),
  "pcie-5-x16": link(
    ...["PCIe 5.0 x16", 10, 64] as const,
    `twice PCIe 4.0, the standard's rate; ${CHOSEN_PCIE_LATENCY}`,
  ),
  "nvlink-min": link(
    ...["NVLink, lower end", 10, 36] as const,
    `3 times PCIe 3.0 printed (hetu-gnn Section 5.4); ${CHOSEN_PCIE_LATENCY}`,
  ),
  "nvlink-max": link(
    ...["NVLink, upper end", 10, 144] as const,
    `12 times PCIe 3.0 printed (hetu-gnn Section 5.4); ${CHOSEN_PCIE_LATENCY}`,
  ),
  "infiniband-edr": link(
    ...["EDR InfiniBand", 2, 12.5] as const,
    `100 Gb/s printed (roc Section 7.1); ${CHOSEN_INFINIBAND_LATENCY}`,
  ),
  "infiniband-hdr": link(
    ...["HDR InfiniBand", 2, 25] as const,
    `200 Gb/s, the standard's rate, chosen for distgnn-mb; ${CHOSEN_INFINIBAND_LATENCY}`,
  ),
  "ethernet-1g": link(
    ...["1 Gbit/s Ethernet", 20, 0.125] as const,
    `1 Gb/s, the standard's rate; ${CHOSEN_ETHERNET_LATENCY}`,
  ),
  "ethernet-10g": link(
    ...["10 Gbit/s Ethernet", 20, 1.25] as const,
    `10 Gb/s, the standard's rate; ${CHOSEN_ETHERNET_LATENCY}`,
  ),
  "ethernet-25g": link(
    ...["25 Gbit/s Ethernet", 20, 3.125] as const,
    `25 Gb/s, the standard's rate; ${CHOSEN_ETHERNET_LATENCY}`,
  ),
  "ethernet-100g": link(
    ...["100 Gbit/s Ethernet", 20, 12.5] as const,
    `100 Gb/s, the standard's rate; ${CHOSEN_ETHERNET_LATENCY}`,
  ),
  "grace-hopper": link(
    ...["Grace Hopper CPU-GPU", 10, 900] as const,
    `up to 900 GB/s printed (fastgl Section 7); ${CHOSEN_PCIE_LATENCY}`,
  ),
};

function checkCounts(action: string, counts: Readonly<Record<string, number>>, whole?: string): void {
  for (const [name, value] of Object.entries(counts)) {
    if (value >= 0 && Number.isFinite(value) && (name !== whole || Number.isInteger(value))) continue;
    throw new UsageError({
      action,
      current: `${name} ${value}`,
      wanted: name === whole ? "a whole number from 0" : "a number from 0",
      next: "pass plain counts",
    });
  }
}

/**
 * Seconds of one message: `alpha + b / BW`.
 *
 * @throws {UsageError} for a negative size.
 */
export function transferSeconds(over: Link, bytes: number): number {
  checkCounts("model a transfer", { bytes });
  return over.latencySeconds + bytes / over.bytesPerSecond;
}

/**
 * Seconds until all receivers hold `bytes` that one rank had, passed on round a ring in pieces: `alpha m + b
 * / BW` for m receivers; 0 for none.
 *
 * @throws {UsageError} for negative counts.
 */
export function ringBroadcastSeconds(
  over: Link,
  { bytes, receivers }: { readonly bytes: number; readonly receivers: number },
): number {
  checkCounts("model a broadcast", { bytes, receivers }, "receivers");
  return receivers === 0 ? 0 : over.latencySeconds * receivers + bytes / over.bytesPerSecond;
}

/**
 * Seconds until every rank holds the sum of all ranks' `bytes`: `2 (m-1)/m b / BW + 2 (m-1) alpha` for m
 * ranks (Patarasuk and Yuan, J. Parallel Distrib. Comput. 69(2), 2009); 0 for one.
 *
 * @throws {UsageError} for negative counts.
 */
export function ringAllReduceSeconds(
  over: Link,
  { bytes, ranks }: { readonly bytes: number; readonly ranks: number },
): number {
  checkCounts("model an all-reduce", { bytes, ranks }, "ranks");
  if (ranks < 2) return 0;
  const steps = 2 * (ranks - 1);
  return (steps / ranks) * bytes / over.bytesPerSecond + steps * over.latencySeconds;
}

/**
 * Seconds of an exchange in which rank i sends `bytes[i][j]` to rank j: the busiest rank decides, `max(sum of
 * messages) / BW + alpha (m-1)`. A rank sends and receives at once, so its larger direction counts; what it
 * keeps costs nothing.
 *
 * @throws {UsageError} unless `bytes` is a square of counts.
 */
export function allToAllSeconds(over: Link, bytes: readonly (readonly number[])[]): number {
  const ranks = bytes.length;
  const sent = new Float64Array(ranks), received = new Float64Array(ranks);
  for (const [from, row] of bytes.entries()) {
    if (row.length !== ranks) {
      throw new UsageError({
        action: "model an all-to-all",
        current: `${row.length} messages of rank ${from}`,
        wanted: `${ranks}, one to each rank`,
        next: "pass 0 for what is not sent",
      });
    }
    for (const [to, size] of row.entries()) {
      checkCounts("model an all-to-all", { bytes: size });
      if (to === from) continue;
      sent[from] += size;
      received[to] += size;
    }
  }
  if (ranks < 2) return 0;
  const busiest = Math.max(...sent, ...received);
  return busiest / over.bytesPerSecond + over.latencySeconds * (ranks - 1);
}
