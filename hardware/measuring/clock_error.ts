/**
 * Clock that was set anew while it measured. WebGPU lets an adapter do so: the counter of many has 36 bits,
 * and begins again after an hour.
 *
 * @module
 */
import { DeviceError } from "../../platform/errors.ts";

/** A time that the device's own clock does not tell, as it was set anew meanwhile. Exit code 3. */
export class ClockError extends DeviceError {
  /** Milliseconds by the wall clock, the wait for the device included. */
  readonly wallMs: number;

  /** Takes what the wall clock says. */
  constructor(wallMs: number) {
    super({
      action: "time a kernel",
      current: "a clock of the device that was set anew meanwhile",
      wanted: "one that runs on",
      next: "run it again with --failed: clocks are set anew once an hour at most",
    });
    this.wallMs = wallMs;
  }
}

/**
 * Result of a measurement of work that may be repeated: of a second one, where the device's clock was set
 * anew during the first.
 *
 * @example
 * ```ts
 * import { ClockError, measuredAgain } from "./clock_error.ts";
 * let tries = 0;
 * const measure = () => tries++ === 0 ? Promise.reject(new ClockError(7)) : Promise.resolve(5);
 * const ms = await measuredAgain(measure);
 * if (ms !== 5) throw new Error("the second time");
 * ```
 */
export async function measuredAgain<Time>(measure: () => Promise<Time>): Promise<Time> {
  try {
    return await measure();
  } catch (error) {
    if (error instanceof ClockError) return await measure();
    throw error;
  }
}
