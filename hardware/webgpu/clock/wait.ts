/**
 * Wait for the GPU: from a submission without work to the news of its end. It belongs to the implementation
 * of WebGPU, not to the adapter: Deno's own polls about every 10 ms, Dawn within microseconds.
 *
 * @module
 */
import { beginWait } from "../dawn/polling.ts";
import { median } from "../../../platform/statistics/median.ts";

const WAITS = 9;

/** Median milliseconds of several waits. */
export async function measureWait({ queue }: Pick<GPUDevice, "queue">): Promise<number> {
  const waits: number[] = [];
  for (let i = 0; i < WAITS; i++) {
    beginWait();
    const start = performance.now();
    queue.submit([]);
    await queue.onSubmittedWorkDone();
    waits.push(performance.now() - start);
  }
  return median(waits);
}
