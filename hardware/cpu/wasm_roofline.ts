/**
 * Roofline of the CPU through WebAssembly with this device's threads: streaming bandwidth, and multiply-adds.
 *
 * @module
 */
import type { Roofline } from "../models/roofline.ts";
import { allLastCacheBytes } from "./cpu_facts.ts";
import type { WasmDevice } from "./device.ts";
import { NEAR_BYTES } from "./near_memory.ts";
import { probesWasm } from "./probes_bindings.ts";

/** Least bytes of an array, and least multiple of all last-level caches together: no array fits them. */
const ARRAY_BYTES = 64 * 2 ** 20, BEYOND_CACHES = 2;
const TRIAD_BYTES = 128;
/** Operations of a call: ten vectors of four, 4096 rounds, two operations each. */
const MADD_FLOPS = 10 * 4 * 4096 * 2;
/** Bytes of the result of multiply-adds. */
const SUM_BYTES = 16;
/** Least items of a timed call of multiply-adds, items that a thread takes at once, and blocks a thread. */
const MADD_ITEMS = 256, MADD_BLOCK = 4, MADD_BLOCKS_A_THREAD = 8;
const BUDGET_MS = 200;
const MIN_ROUNDS = 3;

/** Items of a timed call of multiply-adds: several blocks for every thread. */
export function multiplyAddItems(threads: number): { readonly items: number; readonly block: number } {
  const items = Math.max(MADD_ITEMS, threads * MADD_BLOCK * MADD_BLOCKS_A_THREAD);
  return { items, block: MADD_BLOCK };
}

/** Bytes of an array, a power of two, where so many are free and all last-level caches have `cacheBytes`. */
export function arrayBytesFor(free: number, cacheBytes: number): number {
  const wanted = Math.max(ARRAY_BYTES, 2 ** Math.ceil(Math.log2(BEYOND_CACHES * cacheBytes)));
  return Math.min(wanted, 2 ** Math.floor(Math.log2(Math.max(1024, free / 4))));
}

/**
 * Gigabytes (1e9) a second that three arrays stream through memory, at best. Under a small device memory the
 * arrays may fit into a cache.
 *
 * @throws {OutOfMemoryError} where the arena has less than 4 KiB left.
 */
export async function measureBandwidth(device: WasmDevice): Promise<number> {
  await device.load(probesWasm);
  // The probe is WebAssembly, also on a device of machine code, which may have more memory.
  const free = Math.min(device.limits.memoryBytes, NEAR_BYTES) - device.ledger.live;
  const arrayBytes = arrayBytesFor(free, allLastCacheBytes());
  const arrays = ["a", "b", "c"].map((name) => device.allocateNear(`roofline ${name}`, arrayBytes));
  try {
    for (const array of arrays) device.clear(array);
    const [a, b, c] = arrays.map(({ address }) => address);
    const items = arrayBytes / TRIAD_BYTES, block = Math.ceil(items / (device.threads * 8));
    const triad = probesWasm.call("triad", { items, block }, { a, b, c });
    return 3 * arrayBytes / (1e6 * await bestMs(device, () => device.parallel(triad)));
  } finally {
    for (const array of arrays) device.free(array);
  }
}

/**
 * Measures the device: the best of as many rounds as a fifth of a second allows for each limit.
 *
 * @throws {OutOfMemoryError} where the arena has less than 4 KiB left.
 */
export async function probeWasmRoofline(device: WasmDevice): Promise<Roofline> {
  const bandwidthGBs = await measureBandwidth(device);
  const out = device.allocateNear("roofline sums", SUM_BYTES);
  try {
    const { items, block } = multiplyAddItems(device.threads);
    const madd = probesWasm.call("multiplyAdd", { items, block }, { factor: 0.5, out: out.address });
    const ms = await bestMs(device, () => device.parallel(madd));
    return { bandwidthGBs, gflops: items * MADD_FLOPS / (1e6 * ms) };
  } finally {
    device.free(out);
  }
}

/** Milliseconds of the fastest call, the one that the machine disturbed least. */
export async function bestMs(device: WasmDevice, run: () => void): Promise<number> {
  const deadline = performance.now() + BUDGET_MS;
  let best = Infinity;
  for (let round = 0; round < MIN_ROUNDS || performance.now() < deadline; round++) {
    best = Math.min(best, await device.time(run, 1));
  }
  return best;
}
