/** Calibration of timestamps by clocks that are made up: what is concluded can be held against the truth. */
import assert from "node:assert/strict";
import { calibrateTimer } from "../../../../hardware/webgpu/clock/timer.ts";
import { probeIterations } from "../../../../hardware/webgpu/probes/roofline.ts";
import { measureWait } from "../../../../hardware/webgpu/clock/wait.ts";
import { deviceFacts } from "../../../../hardware/webgpu/clock/calibrated.ts";
import type { WebGpuDevice } from "../../../../hardware/webgpu/device.ts";
import { underClock } from "../../../under_clock.ts";

/** Milliseconds of a call, and what a submission costs beside its calls. */
const CALL_MS = 0.5, SUBMISSION_MS = 12;

/** A queue whose waits last so long, one after the other. */
function queueOf(waitsMs: readonly number[]): Pick<GPUQueue, "submit" | "onSubmittedWorkDone"> {
  let asked = 0;
  return {
    submit: () => {},
    onSubmittedWorkDone: () =>
      new Promise((resolve) => setTimeout(() => resolve(undefined), waitsMs[asked++ % waitsMs.length])),
  };
}

/**
 * An emulated GPU whose timestamps tell `period` milliseconds in one, and of which other work makes each of
 * the first batches of more than 100 calls some milliseconds longer by the wall clock.
 */
function device(name: string, { period = 1, disturbed = [], timestamps = true }: {
  readonly period?: number;
  readonly disturbed?: readonly number[];
  readonly timestamps?: boolean;
}) {
  let long = 0, freed = 0;
  const gpu = {
    features: new Set(timestamps ? ["timestamp-query"] : []),
    pushErrorScope: () => {},
    popErrorScope: () => Promise.resolve(null),
    createShaderModule: () => ({ getCompilationInfo: () => Promise.resolve({ messages: [] }) }),
    createComputePipeline: () => ({}),
    queue: queueOf([1]),
  };
  const simulated = {
    name,
    webgpu: "native",
    adapterKind: "software",
    gpu,
    pipelines: new Map(),
    limits: { bindingBytes: 2 ** 27 },
    allocate: () => ({}),
    free: () => freed++,
    bindGroup: () => ({}),
    dispatch: () => {},
    batch: (_run: () => void, calls: number) => {
      const late = calls > 100 ? disturbed[long++] ?? 0 : 0, ms = calls * CALL_MS;
      return Promise.resolve({
        wallMs: SUBMISSION_MS + ms + late,
        pass: { ms: period * ms, quantumNs: calls * 1000 },
      });
    },
  } as unknown as WebGpuDevice;
  return { simulated, freed: () => freed };
}

Deno.test("timestamps that agree with the wall clock are used, whatever a submission costs", async () => {
  const { simulated, freed } = device("agrees", {});
  const { timer, ratio, quantumNs } = await calibrateTimer(simulated);
  assert.equal(timer, "gpu-timestamp");
  assert.ok(Math.abs(ratio! - 1) < 1e-9 && quantumNs! >= 1000);
  assert.equal(freed(), 1);
});

Deno.test("raw ticks in the place of nanoseconds are told by every attempt, and the wall clock is used", async () => {
  for (const period of [0.8, 1.2, 41.7, 0.024]) {
    const { timer, ratio } = await calibrateTimer(device(`ticks ${period}`, { period }).simulated);
    assert.equal(timer, "wall-slope", String(period));
    assert.ok(Math.abs(ratio! / period - 1) < 1e-9);
  }
  assert.equal((await calibrateTimer(device("none", { timestamps: false }).simulated)).timer, "wall-slope");
});

Deno.test("a wall clock that other work disturbs twice costs no timestamps, and one disturbed always does", async () => {
  // Batches of n and 2n calls come by turns: the second one of an attempt is late.
  const twice = device("disturbed twice", { disturbed: [0, 90, 0, 90, 0, 0] });
  assert.equal((await calibrateTimer(twice.simulated)).timer, "gpu-timestamp");
  const always = device("disturbed always", {
    disturbed: Array.from({ length: 40 }, (_, i) => 90 * (i % 2)),
  });
  assert.equal((await calibrateTimer(always.simulated)).timer, "wall-slope");
});

Deno.test("an adapter is calibrated once, and another one for itself", async () => {
  const one = device("the same", {});
  const first = await calibrateTimer(one.simulated);
  assert.equal(await calibrateTimer(device("the same", { period: 5 }).simulated), first);
  assert.notEqual(await calibrateTimer(device("another", {}).simulated), first);
});

Deno.test("a wait is the median of several, so that a late one does not count", () =>
  underClock(async (pass) => {
    const lasting = [5, 5, 60, 4, 5, 6, 5, 5, 5][Symbol.iterator]();
    const onSubmittedWorkDone = () => Promise.resolve(pass(lasting.next().value!));
    const queue = { submit: () => {}, onSubmittedWorkDone } as unknown as GPUQueue;
    assert.equal(await measureWait({ queue }), 5);
  }));

Deno.test("a device's facts name what is known of it, and nothing else", () => {
  const known = { name: "a card", kind: "hardware", webgpu: "native", driver: "NVIDIA 580" } as const;
  const about = { ...known, because: "asked for", state: "1980 MHz" };
  const facts = deviceFacts(about, { waitMs: 10.4, ratio: 1.001 });
  assert.deepEqual(facts, {
    "webgpu": "native",
    "webgpu choice": "asked for",
    "webgpu driver": "NVIDIA 580",
    "gpu state": "1980 MHz",
    "webgpu subgroups": "none",
    "webgpu wait": "10 ms",
    "webgpu timestamps": "1.00 ms in 1 ms of the wall clock",
  });
  assert.deepEqual(deviceFacts({ name: "a card", kind: "hardware", webgpu: "dawn" }, { waitMs: 0.02 }), {
    "webgpu": "dawn",
    "webgpu subgroups": "none",
    "webgpu wait": "0.020 ms",
  });
});

/** Most multiply-adds that a device submits at once, whatever a dispatch may have. */
const SUBMISSION_WORK = 2 ** 31;
/** Milliseconds after which Linux's i915 takes a GPU for hung, the shortest time of any driver. */
const WATCHDOG_MS = 640;

/** A GPU that does `rate` multiply-adds in a millisecond, and the milliseconds of its longest submission. */
function gpuOf(rate: number, { timestamps, waitMs }: { timestamps: boolean; waitMs: number }) {
  const { simulated } = device(`${rate} ${timestamps} ${waitMs}`, { timestamps });
  let work = 0, longest = 0;
  const gpu = Object.assign(simulated, {
    adapterKind: "hardware",
    dispatchWork: 2 ** 27,
    dispatch: (_pipeline: unknown, _group: unknown, _groups: unknown, multiplyAdds: number) =>
      void (work = multiplyAdds),
    batch: (run: () => void, calls: number) => {
      run();
      const submitted = Math.min(calls * work, Math.max(work, Math.min(SUBMISSION_WORK, gpu.dispatchWork)));
      longest = Math.max(longest, submitted / rate);
      const ms = calls * work / rate, wallMs = Math.floor(waitMs + ms);
      return Promise.resolve({ wallMs, ...(timestamps && { pass: { ms, quantumNs: 1 } }) });
    },
  });
  return { gpu, longest: () => longest };
}

Deno.test("a GPU's rate is found, whatever its speed and clock, and no submission meets a watchdog", async () => {
  // From 1 GFLOP/s to 100 TFLOP/s, by waits of Deno, of Dawn and of a browser's coarse clock.
  for (const rate of [5e5, 2.5e7, 1e9, 5e10]) {
    for (const timestamps of [false, true]) {
      for (const waitMs of [0.02, 1, 11]) {
        const { gpu, longest } = gpuOf(rate, { timestamps, waitMs });
        const calibration = await calibrateTimer(gpu);
        const share = calibration.rate! / rate;
        assert.ok(share > 0.8 && share <= 1, `${share} of ${rate} with waits of ${waitMs} ms`);
        assert.ok(longest() < WATCHDOG_MS, `${longest()} ms at ${rate}`);
      }
    }
  }
});

Deno.test("an emulated GPU has no rate: its dispatches stay as short as they are", async () => {
  assert.equal((await calibrateTimer(device("emulated", {}).simulated)).rate, undefined);
});

Deno.test("the multiply-adds of the roofline take 100 ms on a slow GPU, and all of them on a fast one", () => {
  assert.equal(probeIterations(3e10), 512);
  assert.equal(probeIterations(Infinity), 512);
  const iterations = probeIterations(2.5e7);
  // Each iteration is 64 multiply-adds of 8192 workgroups of 256.
  assert.ok(iterations * 8192 * 256 * 64 / 2.5e7 <= 100 && iterations > 10, String(iterations));
  assert.equal(probeIterations(1), 1);
});
