/**
 * Measured limits of an adapter: bandwidth of its memory and rate of its arithmetic. A kernel's share of
 * these shows how much a better kernel could still gain.
 *
 * @module
 */
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { measuredAgain } from "../../measuring/clock_error.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../device.ts";
import { computePipeline } from "../pipeline.ts";
import source from "./roofline.wgsl" with { type: "text" };
import { foldedGrid } from "../work_queue.ts";

/** Best rates of an adapter. GB and GFLOP are 10^9. */
export interface WebGpuRoofline {
  /** Bytes read and written each second by a copy, in GB/s. */
  readonly copyGBs: number;
  /** Bytes read each second, in GB/s. */
  readonly readGBs: number;
  /** float32 operations each second, in GFLOP/s; a multiply-add counts two. */
  readonly gflops: number;
  /** Bytes of the array that was copied and read; far above any cache on hardware. */
  readonly bytes: number;
}

/** Bytes of an array, more than the last-level caches of server GPUs (50 to 256 MB). */
const HARDWARE_BYTES = 512 * 2 ** 20;
/** Bytes in emulation, which is measured briefly: nothing is concluded from it. */
const SOFTWARE_BYTES = 16 * 2 ** 20;
/** Least bytes, of which any adapter has room for two arrays. */
const LEAST_BYTES = 4 * 2 ** 20;
const GROUP = 256;
/** Number of workgroups, which fill the largest GPUs several times over. */
const HARDWARE_GROUPS = 8192;
const SOFTWARE_GROUPS = 64;
/** Multiply-adds of one iteration in the shader: 16 vectors of four. */
const ITERATION_WORK = 64;
/** Most iterations on hardware, and those in emulation. */
const HARDWARE_ITERATIONS = 512;
const SOFTWARE_ITERATIONS = 16;
/** Most milliseconds of one call of the multiply-adds: a driver takes a GPU for hung after some hundred. */
const LONGEST_MS = 100;
const HARDWARE_ROUNDS = 5;
const SOFTWARE_ROUNDS = 2;
/** Duration of a sample: long enough for the clock, short enough for a session's start. */
const SAMPLE_MS = { "gpu-timestamp": 10, "wall-slope": 200, "wall": 20 } as const;
const MAX_CALLS = 512;

/**
 * Measures the adapter's limits, the best of several rounds each. Takes about a second on hardware and needs
 * the memory of two arrays, which are halved until an adapter that does not tell its memory has room.
 *
 * @throws {OutOfMemoryError} where the adapter has less than 8 MiB left.
 */
export async function measureRoofline(device: WebGpuDevice): Promise<WebGpuRoofline> {
  const free = device.limits.memoryBytes - device.ledger.live;
  const wanted = device.adapterKind === "software" ? SOFTWARE_BYTES : HARDWARE_BYTES;
  let bytes = wholeVectors(Math.min(wanted, device.limits.bindingBytes, free / 3));
  for (;;) {
    try {
      return await device.guard("measure the adapter's limits", () => measureWith(device, bytes));
    } catch (error) {
      if (!(error instanceof OutOfMemoryError) || bytes === LEAST_BYTES || device.lost) throw error;
      bytes = wholeVectors(bytes / 2);
    }
  }
}

/** Bytes of an array of up to so many, but of the least, in vectors of four numbers. */
function wholeVectors(bytes: number): number {
  return Math.max(LEAST_BYTES, 16 * Math.floor(bytes / 16));
}

async function measureWith(device: WebGpuDevice, bytes: number): Promise<WebGpuRoofline> {
  const from = device.allocate("roofline source", bytes);
  const to = device.allocate("roofline target", bytes);
  try {
    const { copy, load, multiplyAdd } = await probes(device, from, to);
    const rounds = device.adapterKind === "software" ? SOFTWARE_ROUNDS : HARDWARE_ROUNDS;
    return {
      copyGBs: 2 * bytes / (await bestMs(device, copy, rounds) * 1e6),
      readGBs: bytes / (await bestMs(device, load, rounds) * 1e6),
      gflops: 2 * multiplyAdd.work / (await bestMs(device, multiplyAdd.run, rounds) * 1e6),
      bytes,
    };
  } finally {
    device.free(from);
    device.free(to);
  }
}

/**
 * Iterations of the multiply-adds for a GPU that does `rate` of them in a millisecond: the most, or as many
 * as take 100 ms.
 */
export function probeIterations(rate: number): number {
  const iterations = Math.floor(LONGEST_MS * rate / (HARDWARE_GROUPS * GROUP * ITERATION_WORK));
  return Math.max(1, Math.min(HARDWARE_ITERATIONS, iterations));
}

async function probes(device: WebGpuDevice, from: WebGpuBuffer, to: WebGpuBuffer) {
  const software = device.adapterKind === "software";
  const groups = software ? SOFTWARE_GROUPS : HARDWARE_GROUPS;
  const grid = foldedGrid(groups, device.limits.workgroupsPerAxis);
  const { rate = Infinity } = device.calibration;
  const iterations = software ? SOFTWARE_ITERATIONS : probeIterations(rate);
  const work = groups * GROUP * iterations * ITERATION_WORK;
  const probe = async (entry: string, buffers: readonly WebGpuBuffer[], multiplyAdds: number) => {
    const constants = entry === "multiplyAdd" ? { ITERATIONS: iterations } : {};
    const pipeline = await computePipeline(device, { label: `roofline ${entry}`, source, entry, constants });
    const bound = device.bindGroup(pipeline, buffers);
    return () => device.dispatch(pipeline, bound, grid, multiplyAdds);
  };
  const moved = from.bytes / 4;
  (await probe("fill", [from], moved))();
  return {
    copy: await probe("copy", [to, from], moved),
    load: await probe("load", [to, from], moved),
    multiplyAdd: { run: await probe("multiplyAdd", [to], work), work },
  };
}

/** Milliseconds of one call, the least of `rounds` samples. */
async function bestMs(device: WebGpuDevice, run: () => void, rounds: number): Promise<number> {
  const time = (calls: number) => measuredAgain(() => device.time(run, calls));
  let calls = 1;
  let ms = await time(calls);
  while (ms < SAMPLE_MS[device.timer] && calls < MAX_CALLS) {
    calls = Math.min(MAX_CALLS, calls * 4);
    ms = await time(calls);
  }
  let best = ms / calls;
  for (let round = 1; round < rounds; round++) best = Math.min(best, await time(calls) / calls);
  return best;
}
