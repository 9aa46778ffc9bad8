/**
 * Calibration of an adapter: its rate, and its timestamps. Their period comes from the driver, and some
 * runtimes return raw ticks; so a batch of a known kernel is timed by both clocks, and where they disagree
 * the wall clock's slope is used.
 *
 * @module
 */
import type { TimerCalibration, WebGpuDevice } from "../device.ts";
import { longestDispatch } from "./calibrated.ts";
import { greatestCommonDivisor } from "./pass_clock.ts";
import { computePipeline } from "../pipeline.ts";
import { measureWait } from "./wait.ts";
import source from "./calibration.wgsl" with { type: "text" };

/** Greatest disagreement with the wall clock at which timestamps are used. */
const TRUST = 0.15;
/** Duration of a batch, long against the wall clock's resolution of about 10 ms. */
const BATCH_MS = { hardware: 250, software: 100, none: 100 } as const;
/**
 * Number of attempts: a busy machine can disturb the wall clock, while a wrong period is wrong every time.
 */
const ATTEMPTS = 3;
const MAX_CALLS = 2 ** 15;
const GROUPS = 64;
const INVOCATIONS = 64;
const ITERATIONS = { hardware: 4096, software: 256, none: 256 } as const;

/** Workgroups of the launches whose rate is measured: they fill the largest GPUs twice over. */
const RATE_GROUPS = 4096;
/** Iterations of each: a GPU of 1 GFLOP/s, slower than any, does these multiply-adds in half a second. */
const RATE_ITERATIONS = 256;
/** Duration of a batch, by the wall clock, that tells the rate: long against a wait for the GPU. */
const RATE_MS = 100;
/** Milliseconds by which a duration may be longer than it looks: steps of the clocks of browsers. */
const CLOCK_STEP_MS = 1;

/** Calibrations by implementation, adapter and clocks, one a process: none of them changes. */
const known = new Map<string, TimerCalibration>();

/** Calibrates the clocks of a device, or returns what an earlier one of the same adapter had. */
export async function calibrateTimer(device: WebGpuDevice): Promise<TimerCalibration> {
  const key = `${device.webgpu} ${device.name} ${device.gpu.features.has("timestamp-query")}`;
  let calibration = known.get(key);
  if (calibration === undefined) {
    // By the rate the batches of the clocks are cut.
    const rate = device.adapterKind === "hardware" ? await measureRate(device) : undefined;
    calibration = {
      ...await compareClocks(device),
      waitMs: await measureWait(device.gpu),
      ...(rate !== undefined && { rate }),
    };
    known.set(key, calibration);
  }
  return calibration;
}

/**
 * Compares the adapter's timestamps with the wall clock over batches of n and 2n calls of a long kernel; the
 * difference of the two cancels what a submission costs.
 */
async function compareClocks(device: WebGpuDevice): Promise<Omit<TimerCalibration, "waitMs" | "rate">> {
  if (!device.gpu.features.has("timestamp-query")) return { timer: "wall-slope" };
  const iterations = ITERATIONS[device.adapterKind];
  const pipeline = await computePipeline(device, {
    label: "calibration",
    source,
    constants: { ITERATIONS: iterations },
  });
  // A device whose bindings are capped for a test holds fewer.
  const groups = Math.min(GROUPS, Math.floor(device.limits.bindingBytes / (INVOCATIONS * 4)));
  const sink = device.allocate("calibration", groups * INVOCATIONS * 4);
  try {
    const group = device.bindGroup(pipeline, [sink]);
    const work = groups * INVOCATIONS * iterations * 4;
    const run = () => device.dispatch(pipeline, group, [groups, 1, 1], work);
    const wanted = BATCH_MS[device.adapterKind];
    let calls = 1;
    let once = await device.batch(run, calls);
    while (once.wallMs < wanted && calls < MAX_CALLS) {
      calls = moreCalls(calls, once.wallMs, wanted);
      once = await device.batch(run, calls);
    }
    let ratio = 0, quantumNs = 0;
    for (let attempt = 0; attempt < ATTEMPTS && Math.abs(ratio - 1) > TRUST; attempt++) {
      if (attempt > 0) once = await device.batch(run, calls);
      const twice = await device.batch(run, 2 * calls);
      const wallMs = twice.wallMs - once.wallMs;
      ratio = wallMs > 0 ? (twice.pass!.ms - once.pass!.ms) / wallMs : 0;
      quantumNs = greatestCommonDivisor(once.pass!.quantumNs, twice.pass!.quantumNs);
    }
    return { timer: Math.abs(ratio - 1) <= TRUST ? "gpu-timestamp" : "wall-slope", ratio, quantumNs };
  } finally {
    device.free(sink);
  }
}

/**
 * Multiply-adds in a millisecond of launches that fill the adapter, at least: by the wall clock, which every
 * adapter has. What a batch shows of the rate is the length of the next one's dispatches and submissions, so
 * that none of them is long on any adapter.
 */
export async function measureRate(device: WebGpuDevice, iterations = RATE_ITERATIONS): Promise<number> {
  const pipeline = await computePipeline(device, {
    label: "calibration",
    source,
    constants: { ITERATIONS: iterations },
  });
  const groups = Math.min(RATE_GROUPS, Math.floor(device.limits.bindingBytes / (INVOCATIONS * 4)));
  const sink = device.allocate("rate", groups * INVOCATIONS * 4);
  try {
    const work = groups * INVOCATIONS * iterations * 4;
    const group = device.bindGroup(pipeline, [sink]);
    const run = () => device.dispatch(pipeline, group, [groups, 1, 1], work);
    let rate = 0;
    for (let calls = 1;;) {
      const { wallMs } = await device.batch(run, calls);
      rate = Math.max(rate, calls * work / (wallMs + CLOCK_STEP_MS));
      device.dispatchWork = longestDispatch(rate);
      if (wallMs >= RATE_MS || calls === MAX_CALLS) return rate;
      calls = moreCalls(calls, wallMs, RATE_MS);
    }
  } finally {
    device.free(sink);
  }
}

/** Calls of a longer batch, where one of `calls` took `wallMs` and not `wantedMs`. */
function moreCalls(calls: number, wallMs: number, wantedMs: number): number {
  return Math.min(MAX_CALLS, calls * Math.max(2, Math.min(16, Math.ceil(wantedMs / wallMs))));
}
