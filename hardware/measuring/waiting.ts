/**
 * Waits of the host for a device within times that are taken by the wall clock. In Deno's own WebGPU each
 * lasts 10 to 12 ms, whatever the work: a time that holds many of them is one of waits, not of work.
 *
 * @module
 */
import type { Device } from "../device.ts";

/** A time by the wall clock, with the waits for the device in it. */
export interface HostTime {
  /** Milliseconds that passed. */
  readonly ms: number;
  /** Times that the host waited for the device meanwhile. */
  readonly waits: number;
}

/** Starts a wall clock; each call of the result reads the time since then. */
export function hostClock(device: Pick<Device, "waits">): () => HostTime {
  const before = device.waits, started = performance.now();
  return () => ({ ms: performance.now() - started, waits: device.waits - before });
}

/** Largest part of a sample that waits may take. */
export const MOST_WAITING = 0.02;

/** Shortest sample, in milliseconds, of which one wait of `waitMs` takes at most 2 %. */
export function sampleBeside(waitMs: number): number {
  return waitMs / MOST_WAITING;
}

/**
 * Part of times by the wall clock, from 0 to 1, that waits of `waitMs` take.
 *
 * @example
 * ```ts
 * import { waitingShare } from "gnn-repro/hardware";
 * const times = [{ ms: 60, waits: 1 }, { ms: 40, waits: 1 }];
 * if (waitingShare(10, times) !== 0.2) throw new Error("20 of 100 ms");
 * ```
 */
export function waitingShare(waitMs: number, times: readonly HostTime[]): number {
  let ms = 0, waits = 0;
  for (const time of times) {
    ms += time.ms;
    waits += time.waits;
  }
  return waits === 0 ? 0 : Math.min(1, waits * waitMs / ms);
}
