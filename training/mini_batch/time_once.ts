/**
 * Timing work that must not run twice: a training step changes what it works on.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";

/**
 * Milliseconds of one execution: by the device's clock where it has one that counts, else the wall time until the news that all is
 * done, which contains what the host does meanwhile. Nothing should be queued before.
 */
export async function timeOnce(device: Device, run: () => void): Promise<number> {
  // A slope takes a second, longer batch: it would run the step three times.
  if (device.timer !== "wall-slope") return await device.time(run, 1);
  const start = performance.now();
  run();
  await device.finish();
  return performance.now() - start;
}
