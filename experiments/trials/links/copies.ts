/**
 * Copies of features to a device, and their time over a link.
 *
 * @module
 */
import type { Link } from "../../../hardware/models/interconnect.ts";

/** Features that are copied in an epoch, or in a mini-batch. */
export interface Copies {
  /** Bytes. */
  readonly bytes: number;
  /** Transfers, one a mini-batch. */
  readonly transfers: number;
}

/** Loading of an epoch by one system: its copies, and matching, gathering and looking up on the device. */
export interface Loading extends Copies {
  /** Milliseconds on the device. */
  readonly deviceMs: number;
}

/** Milliseconds of an epoch's copies over a link; of no bytes the latency alone, also at a speed of 0. */
export function copyMs({ bytes, transfers }: Copies, { latencySeconds, bytesPerSecond }: Link): number {
  return 1000 * (transfers * latencySeconds + (bytes === 0 ? 0 : bytes / bytesPerSecond));
}
