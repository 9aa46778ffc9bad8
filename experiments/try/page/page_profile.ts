/**
 * Limits of the page's measurements.
 *
 * @module
 */
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { sampleBeside } from "../../../hardware/measuring/waiting.ts";
import { type Profile, PROFILES } from "../../profiles.ts";
import type { GraphSet } from "./page_graphs.ts";

/** Rounds of the ladder on the page. */
const ROUNDS = 9;
/** Steps of a clock in the shortest sample that it times, so that a step is 1 %. */
const CLOCK_STEPS = 100;
/** Shortest sample in milliseconds, however fine the clock. */
const SHORTEST_MS = 5;
/** Milliseconds of the page's patience with one graph. */
const COMPARISON_MS = 60_000;

/**
 * Profile of a set of graphs. Samples are as long as the clock needs: a hundred steps of the timestamps, or
 * of the browser's clock and fifty waits for the card.
 */
export function pageProfile(set: GraphSet, device: WebGpuDevice, clockMs: number): Profile {
  if (set === "smoke") return PROFILES.smoke;
  const { timer, quantumNs = 0, waitMs } = device.calibration;
  const needed = timer === "gpu-timestamp"
    ? CLOCK_STEPS * quantumNs / 1e6
    : Math.max(sampleBeside(waitMs), CLOCK_STEPS * clockMs);
  return {
    ...PROFILES.standard,
    contextRounds: ROUNDS,
    comparisonMs: COMPARISON_MS,
    sampleMs: Math.max(SHORTEST_MS, needed),
  };
}
