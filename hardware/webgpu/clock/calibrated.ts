/**
 * Properties of a device that follow from its calibration.
 *
 * @module
 */
import { SHORTEST_SAMPLE_MS } from "../../measuring/sample_length.ts";
import { sampleBeside } from "../../measuring/waiting.ts";
import type { DeviceIdentity } from "../found_adapter.ts";
import type { DeviceLimits } from "../../device.ts";
import type { TimerCalibration } from "../device.ts";
import { subgroupText } from "../subgroups.ts";

/**
 * Longest dispatch in milliseconds, a third of the shortest time after which a driver takes a GPU for hung
 * (Linux's i915: 640 ms), and the share of its peak that a GPU reaches in the slowest kernels.
 */
const LONGEST_DISPATCH = { ms: 200, share: 0.01 } as const;

/**
 * Multiply-adds of a dispatch on a GPU that does `rate` in a millisecond at its peak: what it does in 200 ms
 * at a hundredth of that. A matrix that is cut into fewer dispatches idles less at their ends. A power of
 * two, so that rates which differ a little cut alike: where a matrix is cut changes the rounding of sums.
 */
export function longestDispatch(rate: number): number {
  return Math.max(1, 2 ** Math.floor(Math.log2(LONGEST_DISPATCH.ms * LONGEST_DISPATCH.share * rate)));
}

/** Shortest sample in milliseconds where the wall clock measures: the wait for the GPU decides. */
export function shortestSample(
  { timer, waitMs }: Pick<TimerCalibration, "timer" | "waitMs">,
): number | undefined {
  if (timer !== "wall-slope") return undefined;
  const { wall, [timer]: longest } = SHORTEST_SAMPLE_MS;
  return Math.min(longest, Math.max(wall, sampleBeside(waitMs)));
}

/**
 * Implementation of WebGPU, the reason for it, its driver, the sizes of its subgroups, its wait and its
 * timestamps, by name.
 */
export function deviceFacts(
  { webgpu, because, driver, state, subgroups }: DeviceIdentity & Pick<DeviceLimits, "subgroups">,
  { waitMs, ratio }: Pick<TimerCalibration, "waitMs" | "ratio">,
): Readonly<Record<string, string>> {
  return {
    webgpu,
    ...(because !== undefined && { "webgpu choice": because }),
    ...(driver !== undefined && { "webgpu driver": driver }),
    ...(state !== undefined && state !== "" && { "gpu state": state }),
    "webgpu subgroups": subgroups === undefined ? "none" : subgroupText(subgroups),
    "webgpu wait": `${waitMs.toPrecision(2)} ms`,
    ...(ratio !== undefined &&
      { "webgpu timestamps": `${ratio.toPrecision(3)} ms in 1 ms of the wall clock` }),
  };
}
