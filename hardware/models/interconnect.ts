/**
 * Alpha-beta model of links and collectives.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { plural } from "../../platform/text/plural.ts";

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

/** Makes links of one latency, from GB/s and where that number comes from. */
function linksOf(microseconds: number, latencySource: string) {
  return (name: string, gigabytes: number, source: string): Link => ({
    name,
    latencySeconds: microseconds / 1e6,
    bytesPerSecond: gigabytes * 1e9,
    source: `${source}; ${microseconds} us chosen: ${latencySource}`,
  });
}

const deviceLink = linksOf(10, "a host-initiated copy");
const infiniband = linksOf(2, "a message between two nodes");
const ethernet = linksOf(20, "a TCP message between two nodes");

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
  "pcie-3-x16": deviceLink("PCIe 3.0 x16", 12, "12 GB/s effective chosen"),
  "pcie-4-x16": deviceLink("PCIe 4.0 x16", 32, "32 GB/s printed (fastgl introduction and Section 3.1)"),
  "pcie-5-x16": deviceLink("PCIe 5.0 x16", 64, "twice PCIe 4.0, the standard's rate"),
  "nvlink-min": deviceLink("NVLink, lower end", 36, "3 times PCIe 3.0 printed (hetu-gnn Section 5.4)"),
  "nvlink-max": deviceLink("NVLink, upper end", 144, "12 times PCIe 3.0 printed (hetu-gnn Section 5.4)"),
  "infiniband-edr": infiniband("EDR InfiniBand", 12.5, "100 Gb/s printed (roc Section 7.1)"),
  "infiniband-hdr": infiniband("HDR InfiniBand", 25, "200 Gb/s, the standard's rate, chosen for distgnn-mb"),
  "ethernet-1g": ethernet("1 Gbit/s Ethernet", 0.125, "1 Gb/s, the standard's rate"),
  "ethernet-10g": ethernet("10 Gbit/s Ethernet", 1.25, "10 Gb/s, the standard's rate"),
  "ethernet-25g": ethernet("25 Gbit/s Ethernet", 3.125, "25 Gb/s, the standard's rate"),
  "ethernet-100g": ethernet("100 Gbit/s Ethernet", 12.5, "100 Gb/s, the standard's rate"),
  "grace-hopper": deviceLink("Grace Hopper CPU-GPU", 900, "up to 900 GB/s printed (fastgl Section 7)"),
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
        current: `${plural(row.length, "message")} of rank ${from}`,
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
