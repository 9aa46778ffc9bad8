/**
 * Difference of two plans' results, entry by entry.
 *
 * @module
 */
import { type DeviceMatrix, readMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import type { Metrics } from "../../metrics.ts";

/** Metric of the difference of two plans' results. */
export const DIFFERENCE_METRICS = {
  difference: { label: "largest difference over the largest entry", unit: "1", better: "lower" },
} as const satisfies Metrics;

/** Plan with the matrix that it leaves. */
export interface Computed {
  /** Encodes one execution. */
  readonly run: () => void;
  /** Matrix of the result. */
  readonly result: DeviceMatrix;
}

/** Executes two plans once and gives the largest difference of their results over the largest entry. */
export async function resultDifference(
  device: Device,
  [a, b]: readonly [Computed, Computed],
): Promise<number> {
  a.run();
  b.run();
  await device.finish();
  const left = await readMatrix(device, a.result), right = await readMatrix(device, b.result);
  let apart = 0, largest = 0;
  for (let i = 0; i < left.length; i++) {
    // A difference that is no number is as large as can be.
    const difference = Math.abs(left[i] - right[i]);
    apart = Math.max(apart, Number.isNaN(difference) ? Infinity : difference);
    largest = Math.max(largest, Math.abs(left[i]));
  }
  return apart / largest;
}
