/**
 * Contenders of a comparison: what the measuring loop prepares, times and checks.
 *
 * @module
 */

import type { TimerKind } from "../device.ts";

/** Check after the last sample, and release: what plans of both kinds have. */
export interface RecheckedPlan {
  /**
   * Computes once more, on fresh random inputs in the plan's own buffers, and compares: a kernel that is
   * right only at first, or only where it is checked, gets no times. Called once, after the plan's last
   * sample.
   *
   * @throws {WrongResultError} where the result differs from the oracle's, or an input was written to.
   */
  recheck(seed: number): Promise<void>;
  /**
   * Writes fresh random inputs into the plan's own buffers and poisons its output, so that the plan's last
   * sample computes the result that is checked; returns the check, which is called after that sample. Saves
   * the execution of `recheck`; absent where an execution does not read all of the plan's buffers.
   *
   * @throws {WrongResultError} where an input was written to. The check throws as `recheck` does.
   */
  renew?(seed: number): Promise<() => Promise<void>>;
  /** Frees the allocations of `prepare`. */
  destroy(): void;
}

/** Plan that the device executes and times. */
export interface DeviceTimedPlan extends RecheckedPlan {
  /** Encodes one execution; may be repeated. */
  run(): void;
  /** Absent: tells it from one that times itself. */
  readonly time?: undefined;
}

/** Plan with a clock of its own: it runs beside the device, or takes another time than the device's. */
export interface SelfTimedPlan extends RecheckedPlan {
  /** Measures the milliseconds of `calls` executions back to back. */
  time(calls: number): Promise<number>;
  /**
   * Executes until executions find mapped what they allocate, and returns the milliseconds of the last one;
   * called once, after the first execution. Absent where an execution allocates nothing.
   */
  settle?(): Promise<number>;
  /** Shortest sample in milliseconds that `time` resolves well; that of a wall clock when absent. */
  readonly leastSampleMs?: number;
  /**
   * Milliseconds that `time` gives for one that passes, where an execution stands for more or less work than
   * it does, as some mini-batches do for an epoch; 1 when absent. A sample is as long as the clock needs in
   * time that passes.
   */
  readonly timeScale?: number;
}

/** Plan that is ready to run, by whichever clock. */
export type PreparedContender = DeviceTimedPlan | SelfTimedPlan;

/** Device bytes that several contenders share. */
export interface SharedBytes {
  /** Object that identifies the shared bytes. */
  readonly by: object;
  /** Number of shared bytes. */
  readonly bytes: number;
}

/** One side of a comparison. */
export interface TimedContender {
  /** Id, unique within the comparison; its samples carry it. */
  readonly id: string;
  /**
   * Device bytes that one preparation takes for itself; decides whether all contenders can be resident at
   * once.
   */
  readonly bytes: number;
  /** Device bytes that it shares with others. */
  readonly shared?: SharedBytes;
  /**
   * Set for a contender that takes a second sample in every round, which is compared with its first: a
   * process beside the device, whose memory and threads the harness does not manage.
   */
  readonly selfCompared?: true;
  /**
   * Clock of its plans' `time`, where it runs on the device and has another than the device's: waits for the
   * device are part of a `wall` time. Absent where it runs beside the device or has the device's clock.
   */
  readonly clock?: TimerKind;
  /** Builds operands and plan anew, with a new placement in memory. */
  prepare(preparation: number): Promise<PreparedContender>;
  /**
   * Plan that lies on the device already and has executed, such as for a check: taken in the place of the
   * first preparation where all contenders can be resident, and destroyed as those are. It has no first
   * execution to be timed.
   */
  readonly ready?: PreparedContender;
}
