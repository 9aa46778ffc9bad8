/**
 * Cost of waiting for a device, apart from its work.
 *
 * @module
 */
import type { Device } from "./device.ts";
import { median } from "../platform/statistics/mod.ts";

const WAITS = 5;

/** Largest part of a sample that a wait may take. */
const WAIT_SHARE = 0.02;

/** Measures the milliseconds of one wait for a device without work: some 11 on `webgpu` in Deno. */
export async function idleWaitMs(device: Pick<Device, "finish">): Promise<number> {
  await device.finish();
  const times: number[] = [];
  for (let i = 0; i < WAITS; i++) {
    const start = performance.now();
    await device.finish();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Shortest sample, in milliseconds, of which one wait of `waitMs` takes at most 2 %. */
export function sampleBeside(waitMs: number): number {
  return waitMs / WAIT_SHARE;
}
