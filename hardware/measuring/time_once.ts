/**
 * Timing of work that must not run twice, since a training step changes its operands.
 *
 * @module
 */
import type { Device, TimerKind } from "../device.ts";
import type { WebGpuDevice } from "../webgpu/device.ts";
import { ClockError } from "./clock_error.ts";

/** Clock of {@linkcode timeOnce}: the device's own where it has one, else the wall clock, with one wait. */
export function onceTimer({ timer }: Pick<Device, "timer">): TimerKind {
  return timer === "wall-slope" ? "wall" : timer;
}

/**
 * Measures the milliseconds of one execution: by the device's own clock where it has one, else the wall time
 * until completion is reported, which contains concurrent work of the host; so, too, where the own clock was
 * set anew meanwhile. Nothing should be queued before.
 */
export async function timeOnce(device: Device, run: () => void): Promise<number> {
  // The wall-slope timer needs a second, longer batch: it would run the step three times.
  if (onceTimer(device) === device.timer) {
    try {
      return await device.time(run, 1);
    } catch (error) {
      if (error instanceof ClockError) return error.wallMs;
      throw error;
    }
  }
  const start = performance.now();
  run();
  await device.finish();
  return performance.now() - start;
}

/**
 * Measures the milliseconds of several executions that follow each other, each once: with one wait for all
 * where the device has timestamps, else one by one.
 */
export async function timeEach(device: Device, runs: readonly (() => void)[]): Promise<readonly number[]> {
  if (device.backend === "webgpu" && device.timer === "gpu-timestamp") {
    return await (device as Device as WebGpuDevice).timeParts(runs);
  }
  const times: number[] = [];
  for (const run of runs) times.push(await timeOnce(device, run));
  return times;
}
