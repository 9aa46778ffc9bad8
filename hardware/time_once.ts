/**
 * Timing of work that must not run twice, since a training step changes its operands.
 *
 * @module
 */
import type { Device } from "./device.ts";

/**
 * Measures the milliseconds of one execution: by the device's own clock where it has one, else the wall time
 * until completion is reported, which contains concurrent work of the host. Nothing should be queued before.
 */
export async function timeOnce(device: Device, run: () => void): Promise<number> {
  // The wall-slope timer needs a second, longer batch: it would run the step three times.
  if (device.timer !== "wall-slope") return await device.time(run, 1);
  const start = performance.now();
  run();
  await device.finish();
  return performance.now() - start;
}
