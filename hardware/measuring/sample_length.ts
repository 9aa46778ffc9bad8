/**
 * Length of a timed sample: the number of executions that the clock at hand resolves well.
 *
 * @module
 */
import type { PreparedContender } from "./timed_contender.ts";
import type { Device, TimerKind } from "../device.ts";
import { measuredAgain } from "./clock_error.ts";
import { SteadyRate } from "./steady_rate.ts";
import type { HostTime } from "./waiting.ts";

/** Shortest sample that a timer resolves well, in milliseconds. */
export const SHORTEST_SAMPLE_MS: Readonly<Record<TimerKind, number>> = {
  "gpu-timestamp": 2,
  "wall-slope": 500,
  "wall": 20,
};

/** Most executions of a sample: a GPU's are queued. */
const MAX_CALLS = { webgpu: 1024, cpu: 8192 } as const;
/** Length of a sample over the one that is wanted, so that noise leaves it long enough. */
const SAFETY = 1.1;
const MOST_PROBES = 4;

/** Multiple of the wanted duration at which a probe is long enough even if it was interrupted. */
export const SURELY_LONG = 5;

/** Clock of a plan: its own, or the device's; what was measured while that was set anew is measured again. */
export function clockOf(device: Device, plan: PreparedContender): (calls: number) => Promise<number> {
  return (calls) =>
    measuredAgain(() => plan.time === undefined ? device.time(plan.run, calls) : plan.time(calls));
}

/** Milliseconds that a plan's clock gives for one that passes. */
export function timeScaleOf(plan: PreparedContender): number {
  return plan.time === undefined ? 1 : plan.timeScale ?? 1;
}

/** Milliseconds of one awaited execution by the plan's own clock, else by the wall clock. */
async function execute(device: Device, plan: PreparedContender): Promise<number> {
  if (plan.time !== undefined) return await clockOf(device, plan)(1);
  const started = performance.now();
  plan.run();
  await device.finish();
  return performance.now() - started;
}

/** Duration of an execution beside which compiling, page faults and waking threads are negligible. */
const LONG_EXECUTION_MS = 100;

/**
 * Duration of an execution that wakes threads, clocks and translation caches within itself: what the wake
 * costs after other work, some 20 ms, is less than a tenth of it, and all contenders of a round pay it.
 */
export const SELF_WAKING_MS = 250;

/** Least calls of a sample: a single one would be the one that finds caches as the untimed call left them. */
const LEAST_CALLS = 2;

/** Least calls of a sample whose executions take so many milliseconds. */
export function leastCalls(executionMs: number): number {
  return executionMs >= SELF_WAKING_MS ? 1 : LEAST_CALLS;
}

/**
 * Executes once, untimed, before a sample: a first execution after other work finds threads asleep, clocks
 * low and translation caches cold. Plans with several operand sets take another one than the sample's first.
 */
export async function wake(device: Device, plan: PreparedContender, executionMs: number): Promise<void> {
  if (executionMs < SELF_WAKING_MS) await execute(device, plan);
}

/** First execution of a plan, and milliseconds of the last one of its warm-up. */
export interface WarmUp {
  /** The first execution after the preparation, by the plan's clock. */
  readonly cold: HostTime;
  /** The last execution, in time that passed. */
  readonly warmMs: number;
}

/** Clock of a plan in time that passes. */
function passingTime(device: Device, plan: PreparedContender): (calls: number) => Promise<number> {
  const clock = clockOf(device, plan), scale = timeScaleOf(plan);
  return async (calls) => await clock(calls) / scale;
}

/**
 * Warms up by two executions, awaited: they compile code, fault pages in, and wake threads and clocks. A long
 * execution runs once: a second would warm nothing more. A plan that allocates in each execution settles
 * instead. A GPU goes on until its rate is steady.
 */
export async function warmUp(
  device: Device,
  plan: PreparedContender,
  rate: SteadyRate = new SteadyRate(device),
): Promise<WarmUp> {
  const scale = timeScaleOf(plan), before = device.waits;
  const ms = await execute(device, plan), firstMs = ms / scale;
  const cold = { ms, waits: device.waits - before };
  const settledMs = plan.time && await plan.settle?.();
  const warmMs = settledMs !== undefined
    ? settledMs / scale
    : firstMs >= LONG_EXECUTION_MS
    ? firstMs
    : await execute(device, plan) / scale;
  await rate.reach(plan, warmMs);
  return { cold, warmMs };
}

/** Shortest sample that the clock of this plan resolves well. */
export function shortestSample(device: Device, plan: PreparedContender): number {
  return plan.time === undefined
    ? device.shortestSampleMs ?? SHORTEST_SAMPLE_MS[device.timer]
    : plan.leastSampleMs ?? SHORTEST_SAMPLE_MS.wall;
}

/** Executions of a sample, and how long one of them took. */
export interface SampleCalls {
  /** Executions of one sample. */
  readonly calls: number;
  /** Milliseconds of an execution, in time that passes. */
  readonly executionMs: number;
}

function mostCalls({ backend }: Pick<Device, "backend">): number {
  return MAX_CALLS[backend === "webgpu" ? backend : "cpu"];
}

/** Executions that fill a sample of `wanted` milliseconds, at most as many as one may have. */
function fillingCalls(device: Pick<Device, "backend">, executionMs: number, wanted: number): number {
  const most = mostCalls(device);
  return Math.min(most, Math.ceil(SAFETY * wanted / Math.max(executionMs, wanted / most)));
}

/**
 * Number of calls for a sample of `wanted` milliseconds, from probes of growing length. The fastest probe
 * counts, and a short one is confirmed by another: a single interruption would make a fast plan look slow,
 * and its samples too short.
 */
export async function callsPerSample(
  device: Device,
  plan: PreparedContender,
  wanted: number,
): Promise<SampleCalls> {
  const clock = passingTime(device, plan);
  let calls = 1, perCall = Infinity;
  for (let probe = 0; probe < MOST_PROBES; probe++) {
    const ms = await clock(calls);
    perCall = Math.min(perCall, ms / calls);
    const isLong = ms >= SURELY_LONG * wanted || (probe > 0 && calls * perCall >= wanted);
    if (isLong || calls === mostCalls(device)) break;
    calls = Math.max(calls, fillingCalls(device, perCall, wanted));
  }
  return { calls: Math.max(calls, leastCalls(perCall)), executionMs: perCall };
}

/**
 * Number of calls for a sample behind another one: more where that was shorter than `wanted` milliseconds, as
 * where the probes before it were disturbed.
 */
export function callsAfter(
  device: Pick<Device, "backend">,
  { calls, executionMs }: SampleCalls,
  wanted: number,
): number {
  const filling = calls * executionMs >= wanted ? calls : fillingCalls(device, executionMs, wanted);
  return Math.max(calls, filling, leastCalls(executionMs));
}
