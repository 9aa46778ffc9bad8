/**
 * Model of loading a mini-batch over a link beside its computation, by several techniques, and of how sure
 * their order is over the range of the model's assumptions.
 *
 * @module
 */
import type { Link } from "../../../../hardware/models/interconnect.ts";
import { median } from "../../../../platform/statistics/mod.ts";
import { keptRowsMs } from "../../../trials/links/card_phases.ts";
import { copyMs } from "../../../trials/links/copies.ts";
import type { BatchCopies } from "./batch_copies.ts";

/** Technique of loading. */
export interface Technique {
  /** Bytes that it copies of a mini-batch. */
  readonly copies: keyof Pick<BatchCopies, "all" | "matched" | "uncached">;
  /** Whether a mini-batch is copied while the one before is computed. */
  readonly overlaps: boolean;
}

/** A device beside a link. */
export interface LinkedDevice {
  /** Milliseconds of computation of a mini-batch. */
  readonly computeMs: number;
  /** Link over which features come. */
  readonly link: Link;
  /** Bandwidth of the device's memory in GB/s, by which it moves rows that it has already. */
  readonly dramGBs: number;
}

/** Milliseconds of a mini-batch: computation, copies, and rows that the device has already. */
export function batchMs(
  { copies, overlaps }: Technique,
  { computeMs, link, dramGBs }: LinkedDevice,
  sizes: Pick<BatchCopies, "all" | "matched" | "uncached">,
): number {
  const bytes = sizes[copies], loadMs = copyMs({ bytes, transfers: 1 }, link);
  const keptMs = keptRowsMs(sizes.all - bytes, { dramGBs });
  return overlaps ? Math.max(computeMs, loadMs) + keptMs : computeMs + loadMs + keptMs;
}

/** Factors of latency and of speed over which a winner has to stay the same to be sure. */
const LATENCIES = [0.25, 1, 4], SPEEDS = [0.5, 1, 2];

/** A link and all that it may be. */
export function linkRange(link: Link): Link[] {
  return LATENCIES.flatMap((latency) =>
    SPEEDS.map((speed) => ({
      ...link,
      latencySeconds: latency * link.latencySeconds,
      bytesPerSecond: speed * link.bytesPerSecond,
    }))
  );
}

/** A modelled ratio with its worst value over the range of links. */
export interface BoundedRatio {
  /** Value over the stated link; one a round where the device was measured. */
  readonly value: readonly number[];
  /** Largest value over the range, of the medians over rounds. */
  readonly most: number;
  /** Least value over the range. */
  readonly least: number;
}

/** A ratio over the stated link of each device, and over all links of its range. */
export function boundedRatio(
  devices: readonly LinkedDevice[],
  ratio: (device: LinkedDevice) => number,
): BoundedRatio {
  const over = linkRange(devices[0].link).map((link) =>
    median(devices.map((device) => ratio({ ...device, link })))
  );
  return { value: devices.map(ratio), most: Math.max(...over), least: Math.min(...over) };
}
