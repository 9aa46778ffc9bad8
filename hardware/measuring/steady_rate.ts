/**
 * Steady rate of a GPU. One that was idle may have lowered its clocks, and raise them only while it works:
 * what is timed meanwhile would take longer.
 *
 * @module
 */
import type { PreparedContender } from "./timed_contender.ts";
import type { Device } from "../device.ts";
import { measuredAgain } from "./clock_error.ts";

/** Milliseconds of one look at the rate. */
const LOOK_MS = 20;
const MOST_CALLS = 1024;
/** Part by which the time of an execution falls at least while clocks rise. */
const RISING = 0.02;
/** Looks without a shorter time after which the rate counts as steady. */
const STEADY_LOOKS = 2;
const MOST_LOOKS = 25;

/** Steady rate of one device, reached by working it. */
export class SteadyRate {
  readonly #device: Device;
  /** Pauses of the device until it was steady. */
  #pauses: number | undefined;

  /** Knows nothing of the device's rate yet. */
  constructor(device: Device) {
    this.#device = device;
  }

  /**
   * Runs a plan on a GPU until its executions no longer become shorter; nothing elsewhere, nothing for plans
   * with a clock of their own, and nothing while the GPU has not paused since it was steady, by whichever
   * plan. The first look has as many executions as fill it if one takes `executionMs`, by default one.
   */
  async reach(plan: PreparedContender, executionMs: number = LOOK_MS): Promise<void> {
    const device = this.#device;
    if (device.backend !== "webgpu" || device.adapterKind !== "hardware" || plan.time !== undefined) return;
    if (this.#pauses !== undefined && this.#pauses === device.pauses) return;
    let least = Infinity, steady = 0, expected = executionMs;
    for (let look = 0; look < MOST_LOOKS && steady < STEADY_LOOKS; look++) {
      const calls = Math.max(1, Math.min(MOST_CALLS, Math.ceil(LOOK_MS / Math.max(expected, 1e-6))));
      expected = await measuredAgain(() => device.time(plan.run, calls)) / calls;
      steady = expected < (1 - RISING) * least ? 0 : steady + 1;
      least = Math.min(least, expected);
    }
    this.#pauses = steady < STEADY_LOOKS ? undefined : device.pauses;
  }
}
