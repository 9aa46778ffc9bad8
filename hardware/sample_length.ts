/**
 * Length of a timed sample: the number of executions that the clock at hand resolves well.
 *
 * @module
 */
import type { PreparedContestant } from "./contestant.ts";
import type { Device, TimerKind } from "./device.ts";

/** Shortest sample that a timer resolves well, in milliseconds. */
export const SHORTEST_SAMPLE_MS: Readonly<Record<TimerKind, number>> = {
  "gpu-timestamp": 2,
  "wall-slope": 500,
  "wall": 20,
};

const MAX_CALLS = 1024;
const MOST_PROBES = 4;

/** Multiple of the wanted duration at which a probe is long enough even if it was interrupted. */
export const SURELY_LONG = 5;

/** Clock of a plan: its own, or the device's. */
export function clockOf(device: Device, plan: PreparedContestant): (calls: number) => Promise<number> {
  return plan.time?.bind(plan) ?? ((calls) => device.time(plan.run, calls));
}

/** Duration of an execution beside which compiling, page faults and waking threads are negligible. */
const LONG_EXECUTION_MS = 100;

/**
 * Warms up by two executions, awaited: they compile code, fault pages in, and wake threads and clocks. A long
 * execution runs once: a second would warm nothing more. Returns the wall milliseconds of the last one.
 */
export async function warmUp(device: Device, plan: PreparedContestant): Promise<number> {
  const execute = async (): Promise<number> => {
    const started = performance.now();
    if (plan.time !== undefined) await plan.time(1);
    else {
      plan.run();
      await device.finish();
    }
    return performance.now() - started;
  };
  const first = await execute();
  return first >= LONG_EXECUTION_MS ? first : await execute();
}

/** Shortest sample that the clock of this plan resolves well. */
export function shortestSample(device: Device, plan: PreparedContestant): number {
  return SHORTEST_SAMPLE_MS[plan.time === undefined ? device.timer : "wall"];
}

/**
 * Number of calls for a sample of `wanted` milliseconds, from probes of growing length. The fastest probe
 * counts, and a short one is confirmed by another: a single interruption would make a fast plan look slow,
 * and its samples too short.
 */
export async function callsPerSample(
  device: Device,
  plan: PreparedContestant,
  wanted: number,
): Promise<number> {
  const clock = clockOf(device, plan);
  let calls = 1, perCall = Infinity;
  for (let probe = 0; probe < MOST_PROBES; probe++) {
    const ms = await clock(calls);
    perCall = Math.min(perCall, ms / calls);
    const isLong = ms >= SURELY_LONG * wanted || (probe > 0 && calls * perCall >= wanted);
    if (isLong || calls === MAX_CALLS) break;
    const least = Math.max(perCall, wanted / MAX_CALLS);
    calls = Math.min(MAX_CALLS, Math.max(calls, Math.ceil(1.1 * wanted / least)));
  }
  return calls;
}
