/**
 * Bandwidth of a GPU's memory levels: workgroups read regions that lie in one of them.
 *
 * @module
 */
import { RandomStream } from "../../../platform/random.ts";
import { type MemoryLevel, type MemorySweep, wordSum } from "../../memory_sweep.ts";
import type { WebGpuDevice } from "../device.ts";
import source from "./memory_level.wgsl" with { type: "text" };
import { computePipeline } from "../pipeline.ts";
import { foldedGrid } from "../work_queue.ts";

/** Regions: vectors of 16 bytes in each, their number, and the number of readings by a workgroup. */
interface Regions {
  readonly length: number;
  readonly regions: number;
  readonly repeats: number;
  readonly groups: number;
}

/** Least length of a region: every lane reads four vectors a step. */
const LEAST = 256;

/**
 * Chooses regions of a level. 4 KiB a workgroup: those that share a multiprocessor fit its first cache
 * together. 2 MiB: in every second cache.
 */
function regionsOf(level: MemoryLevel, device: WebGpuDevice): Regions | undefined {
  const software = device.adapterKind === "software";
  const groups = software ? 64 : 4096;
  const scale = software ? 1 : 64;
  switch (level) {
    case "shared":
      return { length: 512, regions: groups, repeats: 8 * scale, groups };
    case "l1":
      return { length: LEAST, regions: groups, repeats: 16 * scale, groups };
    case "l2":
      return { length: 2 ** 17, regions: 1, repeats: 1, groups: software ? 4 : groups };
    case "l3":
      return undefined;
    case "global": {
      // Each workgroup has a region that no other reads; together they are far beyond any cache.
      const bytes = Math.min(software ? 16 * 2 ** 20 : 1024 * 2 ** 20, device.limits.bindingBytes);
      const length = 2 ** Math.floor(Math.log2(Math.max(LEAST, bytes / 16 / groups)));
      return { length, regions: groups, repeats: 1, groups };
    }
    default:
      level satisfies never;
      return undefined;
  }
}

/** Seed of the words that are timed. */
const FIRST_NOISE = 1;

/** Prepares a sweep on a GPU. */
export async function prepareWebGpuSweep(
  device: WebGpuDevice,
  level: MemoryLevel,
): Promise<MemorySweep | undefined> {
  const shape = regionsOf(level, device);
  if (shape === undefined) return undefined;
  const { length, regions, repeats, groups } = shape;
  const workingSet = 16 * length * regions;
  using reserved = new DisposableStack();
  const reserve = (label: string, bytes: number) =>
    reserved.adopt(device.allocate(label, bytes), (buffer) => device.free(buffer));
  const words = reserve(`sweep ${level}`, workingSet);
  const sums = reserve(`sweep ${level} sums`, 16 * groups);
  // One region of noise, repeated: filling a gigabyte number by number would take longer than the
  // measurement.
  const fill = (seed: number): Uint32Array => {
    const stream = new RandomStream(seed, "memory sweep");
    const noise = Uint32Array.from({ length: 4 * length }, () => stream.uint32());
    for (let r = 0; r < regions; r++) device.write(words, noise, 16 * length * r);
    return noise;
  };
  let region = fill(FIRST_NOISE);
  const pipeline = await computePipeline(device, {
    label: `memory level ${level}`,
    source,
    entry: level === "shared" ? "swept_shared" : "swept",
    constants: { LENGTH: length, REGIONS: regions, REPEATS: repeats },
  });
  const bound = device.bindGroup(pipeline, [words, sums]);
  const grid = foldedGrid(groups, device.limits.workgroupsPerAxis);
  const run = () => device.dispatch(pipeline, bound, grid);
  const kept = reserved.move();
  return {
    bytesRead: 16 * length * repeats * groups,
    workingSet,
    run,
    check: async (seed) => {
      if (seed !== undefined) region = fill(seed);
      device.clear(sums);
      run();
      const got = wordSum(new Uint32Array(await device.read(sums)));
      return { got, wanted: Math.imul(Math.imul(wordSum(region), repeats), groups) >>> 0 };
    },
    destroy: () => kept.dispose(),
  };
}
