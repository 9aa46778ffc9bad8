/**
 * Bandwidth of the CPU's memory levels: every thread reads a working set of its own.
 *
 * @module
 */
import { RandomStream } from "../../platform/random.ts";
import { type CpuCache, cpuCaches } from "./cpu_facts.ts";
import { type MemoryLevel, type MemorySweep, wordSum } from "../memory_sweep.ts";
import type { WasmDevice } from "./device.ts";
import { probesWasm } from "./probes_bindings.ts";

/** Share of its level that a working set fills; the core's other data takes the rest. */
const FILL = 0.5;
/** Size of a working set beyond all caches, as a multiple of the last one. */
const BEYOND = 4;
/** Least number of bytes that one run reads, long enough for the wall clock. */
const BYTES_A_RUN = 256 * 2 ** 20;
/** Seed of the words that are timed. */
const FIRST_NOISE = 1;

/** Caches of a CPU, and the logical CPUs over which threads are spread. */
export interface SweptCpu {
  /** Data caches, nearest first. */
  readonly caches: readonly CpuCache[];
  /** Logical CPUs that the process may use. */
  readonly cpus: number;
}

/** Caches and CPUs of this process. */
function thisCpu(): SweptCpu {
  return { caches: cpuCaches(), cpus: navigator.hardwareConcurrency };
}

/**
 * Bytes of one thread's working set; `undefined` where CPUs have no such level. The threads that share a
 * cache share out its part; those of a core complex together exceed its last cache where sets are beyond it.
 */
export function threadBytes(
  level: MemoryLevel,
  threads: number,
  { caches, cpus }: SweptCpu = thisCpu(),
): number | undefined {
  const index = { l1: 0, l2: 1, l3: 2, global: caches.length - 1 }[level as Exclude<MemoryLevel, "shared">];
  if (index === undefined || index >= caches.length) return undefined;
  const cache = caches[index], sharing = Math.ceil(threads * Math.min(cache.cpus, cpus) / cpus);
  return (level === "global" ? BEYOND : FILL) * cache.bytes / sharing;
}

/** Prepares a sweep on the CPU. */
export async function prepareWasmSweep(
  device: WasmDevice,
  level: MemoryLevel,
): Promise<MemorySweep | undefined> {
  const wanted = threadBytes(level, device.threads);
  if (wanted === undefined) return undefined;
  const bytes = Math.floor(wanted / 128) * 128;
  const items = device.threads;
  await device.load(probesWasm);
  using reserved = new DisposableStack();
  const reserve = (label: string, size: number) =>
    reserved.adopt(device.allocateNear(label, size), (buffer) => device.free(buffer));
  const set = reserve(`sweep ${level}`, items * bytes);
  const out = reserve(`sweep ${level} sums`, items * 16);
  let words = noise(items * bytes / 4, FIRST_NOISE);
  device.write(set, words);
  const repeats = Math.max(1, Math.ceil(BYTES_A_RUN / (items * bytes)));
  const sweep = { base: set.address, bytes, repeats, out: out.address };
  const call = probesWasm.call("sweep", { items, block: 1 }, sweep);
  const run = () => device.parallel(call);
  const kept = reserved.move();
  return {
    bytesRead: repeats * items * bytes,
    workingSet: items * bytes,
    run,
    check: async (seed) => {
      if (seed !== undefined) device.write(set, words = noise(words.length, seed));
      device.clear(out);
      run();
      const got = wordSum(new Uint32Array(await device.read(out)));
      return { got, wanted: Math.imul(wordSum(words), repeats) >>> 0 };
    },
    destroy: () => kept.dispose(),
  };
}

/** Random words; beyond the first mebibyte they repeat, which no cache can detect. */
function noise(length: number, seed: number): Uint32Array {
  const stream = new RandomStream(seed, "memory sweep");
  const words = new Uint32Array(length);
  let filled = Math.min(length, 2 ** 18);
  for (let i = 0; i < filled; i++) words[i] = stream.uint32();
  for (; filled < length; filled *= 2) words.copyWithin(filled, 0, Math.min(filled, length - filled));
  return words;
}
