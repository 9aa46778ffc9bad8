/**
 * Roofline of the CPU through WebAssembly with this device's threads: streaming and random bandwidth, and
 * multiply-adds.
 *
 * @module
 */
import type { Roofline } from "../models/roofline.ts";
import { allLastCacheBytes } from "./cpu_facts.ts";
import type { WasmDevice } from "./device.ts";
import { probesWasm } from "./probes_bindings.ts";

/** A {@link Roofline} with the bandwidth of random access, which limits sparse kernels. */
export interface WasmRoofline extends Roofline {
  /** Gigabytes (1e9) read a second from rows of 256 bytes in an order without locality. */
  readonly gatherGBs: number;
  /** Bytes of each of the three arrays; under a small device memory they may fit into a cache. */
  readonly arrayBytes: number;
}

/** Least bytes of an array, and least multiple of all last-level caches together: no array fits them. */
const ARRAY_BYTES = 64 * 2 ** 20, BEYOND_CACHES = 2;
const TRIAD_BYTES = 128;
const ROW_BYTES = 256;
/** Operations of a call: ten vectors of four, 4096 rounds, two operations each. */
const MADD_FLOPS = 10 * 4 * 4096 * 2;
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
 * Measures the device: the best of as many rounds as a fifth of a second allows for each limit.
 *
 * @throws {OutOfMemoryError} where the arena has less than 4 KiB left.
 */
export async function probeWasmRoofline(device: WasmDevice): Promise<WasmRoofline> {
  await device.load(probesWasm);
  const free = device.limits.memoryBytes - device.ledger.live;
  const arrayBytes = arrayBytesFor(free, allLastCacheBytes());
  const arrays = ["a", "b", "c"].map((name) => device.allocate(`roofline ${name}`, arrayBytes));
  try {
    for (const array of arrays) device.clear(array);
    const [a, b, c] = arrays.map(({ address }) => address);
    const rows = arrayBytes / ROW_BYTES, items = arrayBytes / TRIAD_BYTES;
    const blockOf = (count: number) => Math.ceil(count / (device.threads * 8));
    const triad = probesWasm.call("triad", { items, block: blockOf(items) }, { a, b, c });
    const gather = probesWasm.call("gather", { items: rows, block: blockOf(rows) }, { x: b, rows, out: a });
    const sums = multiplyAddItems(device.threads);
    const madd = probesWasm.call("multiplyAdd", sums, { factor: 0.5, out: a });
    const [triadMs, gatherMs, maddMs] = [
      await bestMs(device, () => device.parallel(triad)),
      await bestMs(device, () => device.parallel(gather)),
      await bestMs(device, () => device.parallel(madd)),
    ];
    return {
      bandwidthGBs: 3 * arrayBytes / (triadMs * 1e6),
      gatherGBs: arrayBytes / (gatherMs * 1e6),
      gflops: sums.items * MADD_FLOPS / (maddMs * 1e6),
      arrayBytes,
    };
  } finally {
    for (const array of arrays) device.free(array);
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
