/**
 * Problem and operands of an ID map: global ids with repetitions in, consecutive local ids out (fastgl,
 * Section 4.3).
 *
 * @module
 */
import { type CompactIds, compactIds } from "../../graph/sampling/id_map.ts";
import type { Device, DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import { OutOfMemoryError, UsageError } from "../../platform/errors.ts";
import type { OperandsByBackend } from "../operation.ts";
import { reserveNear, stageOperands } from "../staging.ts";
import { plural } from "../../platform/text/plural.ts";

/** Ids to be numbered; 2^32 - 1 is not allowed. */
export interface IdMapProblem {
  /** Global ids, in any order, with repetitions. */
  readonly ids: Uint32Array;
  /** Distinct ids whose local ids are their positions: the destinations of a layer. None when absent. */
  readonly kept?: Uint32Array;
  /** Number of distinct ids, the kept ones included, where the host has counted them; for checks. */
  readonly distinct?: number;
}

/**
 * Operands of an ID map on a device. The number of ids is read on the device, so that no launch waits for the
 * host.
 */
export interface IdMapOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Two words: number of kept ids, and number of other ids. */
  readonly sizes: B;
  /** Global ids, `capacity` words. */
  readonly ids: B;
  /** Global id of each local id, `distinct` words: the kept ids on entry, all ids afterwards. */
  readonly unique: B;
  /** Local id of each element of `ids`, `capacity` words. */
  readonly local: B;
  /**
   * Four words that a map writes: ids numbered beside the kept ones, 1 if the table was full, atomics,
   * probes.
   */
  readonly counters: B;
  /** Largest number of `ids`. */
  readonly capacity: number;
  /** Largest number of kept ids; 0 where there are never any. */
  readonly keptCapacity: number;
  /** Largest number of distinct ids, the kept ones included. */
  readonly distinct: number;
}

/** Largest numbers that an ID map has room for. */
export type IdMapRoom = Pick<IdMapOperands, "capacity" | "keptCapacity" | "distinct">;

/** Operands of an ID map, by backend. */
export type IdMapOperandsOf = OperandsByBackend<IdMapOperands<WasmBuffer>, IdMapOperands<WebGpuBuffer>>;

/** Result of an ID map and its counts. */
export interface IdMapResult extends CompactIds {
  /** Atomic operations; on `webgpu` only plans prepared with `count` 1 count them. */
  readonly atomics: number;
  /** Slots of the table that were read, in all launches; counted like `atomics`. */
  readonly probes: number;
}

/** Most ids that a map numbers: positions and their complements must not overlap. */
const MAX_IDS = 2 ** 30;

/**
 * Reserves operands for a largest number of ids; `sizes` is still undefined. Throws
 * {@linkcode OutOfMemoryError}.
 */
export function reserveIdMap<B extends DeviceBuffer>(
  device: Device<B>,
  { capacity, keptCapacity, distinct }: IdMapRoom,
): IdMapOperands<B> {
  if (capacity + keptCapacity > MAX_IDS) {
    throw new OutOfMemoryError({
      action: "reserve an ID map",
      current: `${capacity + keptCapacity} ids`,
      wanted: `at most ${MAX_IDS}`,
      next: "take smaller batches",
    });
  }
  return stageOperands(device, ({ reserve }) => {
    const words = (label: string, count: number) => reserve(label, 4 * Math.max(1, count));
    return {
      sizes: words("sizes of an ID map", 2),
      ids: words("global ids", capacity),
      unique: words("distinct ids", distinct),
      local: words("local ids", capacity),
      counters: words("counters of an ID map", 4),
      capacity,
      keptCapacity,
      distinct,
    };
  }, reserveNear);
}

/**
 * Copies a problem to a device.
 *
 * @throws {UsageError} where an id is 2^32 - 1, or a kept one comes twice.
 * @throws {OutOfMemoryError} where there is no room; nothing stays allocated.
 */
export function stageIdMap<B extends DeviceBuffer>(
  device: Device<B>,
  { ids, kept = new Uint32Array() }: IdMapProblem,
): IdMapOperands<B> {
  const repeated = compactIds(kept).unique.length < kept.length;
  if (repeated || ids.includes(2 ** 32 - 1) || kept.includes(2 ** 32 - 1)) {
    throw new UsageError({
      action: "stage an ID map",
      current: repeated ? "a kept id that comes twice" : "the id 4294967295",
      wanted: repeated ? "distinct ids to keep" : "ids below it: the table needs a number for free slots",
      next: repeated ? "keep each vertex once" : "number the vertices from 0",
    });
  }
  const operands = reserveIdMap(device, {
    capacity: ids.length,
    keptCapacity: kept.length,
    distinct: ids.length + kept.length,
  });
  device.write(operands.sizes, Uint32Array.of(kept.length, ids.length));
  device.write(operands.ids, ids);
  device.write(operands.unique, kept);
  return operands;
}

/** Frees the buffers that {@linkcode reserveIdMap} or {@linkcode stageIdMap} allocated. */
export function releaseIdMap<B extends DeviceBuffer>(device: Device<B>, operands: IdMapOperands<B>): void {
  const { sizes, ids, unique, local, counters } = operands;
  for (const buffer of [sizes, ids, unique, local, counters]) device.free(buffer);
}

/**
 * Copies the result of a run back.
 *
 * @throws {OutOfMemoryError} where the table was full.
 */
export async function readIdMap<B extends DeviceBuffer>(
  device: Device<B>,
  operands: IdMapOperands<B>,
): Promise<IdMapResult> {
  const { sizes, unique, local, counters } = operands;
  const words = async (buffer: B, count: number) =>
    new Uint32Array(await device.read(buffer, 4 * Math.max(1, count))).subarray(0, count);
  const [kept, ids] = await words(sizes, 2);
  const [found, full, atomics, probes] = await words(counters, 4);
  assertTableHeld(full, kept + ids);
  return {
    local: await words(local, ids),
    unique: await words(unique, kept + found),
    atomics,
    probes,
  };
}

/**
 * Checks the counter that says whether the table of an ID map was full.
 *
 * @throws {OutOfMemoryError} where the table was full.
 */
export function assertTableHeld(full: number, ids: number): void {
  if (full === 0) return;
  throw new OutOfMemoryError({
    action: `number the distinct ones of ${plural(ids, "id")}`,
    current: "a hash table without a free slot",
    wanted: "a slot for each distinct id",
    next: `leave the parameter "slots" at 0, or raise it`,
  });
}
