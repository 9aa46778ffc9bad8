/**
 * Contract of samplers on devices: their options, the phases of a batch, and the blocks that they leave.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { SampledBatch } from "../../graph/sampling/block.ts";
import type { NeighborSampling } from "../../graph/sampling/neighbor_sampling.ts";
import type { BatchOfSeeds } from "../../graph/sampling/sampler.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import { assertTableHeld, type IdMapOperandsOf } from "../id_map/id_map.ts";
import type { Kernel, ParameterValues } from "../kernel.ts";
import type { DeviceGraph } from "./sampling.ts";

/** Words of a sampler's report for each layer. */
export const REPORT_WORDS = 4;

/** Options of {@linkcode openSampler} for every kind of sampler. */
export interface SamplerSetting {
  /** Graph to sample; only the layer-wise sampler reads its values. */
  readonly graph: CsrMatrix;
  /**
   * Largest number of distinct seeds of a batch. Memory is reserved for the largest batch that they can lead
   * to.
   */
  readonly maxSeeds: number;
  /** ID map, one of `idMaps`, of the device's backend. */
  readonly idMap: Kernel<IdMapOperandsOf>;
  /** Parameters of the ID map. */
  readonly idMapParameters?: ParameterValues;
  /**
   * Memory of the layers, the one next to the input first, where less is wanted than the largest batch needs.
   * A batch that exceeds the room leaves a report that says so ({@linkcode fitsRoom}), and nothing else of it
   * is right. On a GPU alone, where no access leaves a buffer.
   */
  readonly room?: readonly LayerRoom[];
}

/** Memory of a layer. */
export interface LayerRoom {
  /** Number of sampled edges. */
  readonly entries: number;
  /** Number of sources; at least as many as the layer has destinations are given. */
  readonly cols: number;
}

/**
 * Options of {@linkcode openSampler}: the kind of sampler with its settings (uniform where no kind is named),
 * the graph and the ID map.
 */
export type SamplerOptions = SamplerSetting & NeighborSampling;

/** Part of a batch's sampling that can be timed on its own. */
export interface SamplingPhase {
  /** Layer of the model; layer 0 is next to the input. */
  readonly layer: number;
  /**
   * Step of the layer: `draw` draws neighbours, `id-map` numbers them, `sort` sorts rows by local id and
   * reports the block's sizes.
   */
  readonly phase: "draw" | "id-map" | "sort";
  /** Encodes the phase. */
  run(): void;
  /** Number of launches, and the facts of the ID map. */
  readonly facts: Readonly<Record<string, number>>;
}

/** Block on a device, as {@linkcode SampledBlock} is on the host. Elements beyond its sizes are undefined. */
export interface DeviceBlock<B extends DeviceBuffer = DeviceBuffer> {
  /** Offsets of rows, `rows + 1` words; on a GPU of all that there is room for, the others empty. */
  readonly rowPtr: B;
  /** Local ids of the columns, ascending within a row. */
  readonly colIdx: B;
  /** Weight of each entry, f32; absent where the sampler does not weight entries. */
  readonly values?: B;
  /** Global ids of the columns, those of the rows first. */
  readonly sources: B;
  /** Numbers of rows and of entries, two words. */
  readonly sizes: B;
  /** Largest numbers of rows, entries and columns. */
  readonly capacity: BlockSizes;
}

/** Buffers from which a sampler takes the next batch. */
export interface SamplerInputs<B extends DeviceBuffer = DeviceBuffer> {
  /** Distinct seeds, as many words as the largest batch has. */
  readonly seeds: B;
  /** Number of seeds, one word. */
  readonly count: B;
  /** Keys of the layers' random numbers, two words each; see {@linkcode layerKey}. */
  readonly keys: B;
}

/** Sizes of a sampled block. */
export interface BlockSizes {
  /** Number of destinations. */
  readonly rows: number;
  /** Number of sampled edges. */
  readonly entries: number;
  /** Number of sources. */
  readonly cols: number;
}

/** Sampler on a device, which holds the graph and the blocks of one batch. */
export interface DeviceSampler<B extends DeviceBuffer = DeviceBuffer> {
  /** Blocks, one per layer, the one next to the input first. */
  readonly blocks: readonly DeviceBlock<B>[];
  /** Phases in the order in which they run, from the seeds outward. */
  readonly phases: readonly SamplingPhase[];
  /**
   * Buffers that {@linkcode DeviceSampler.begin} fills, for a caller that copies batches to them within the
   * device, of which none is empty, has a repeated seed or one that is no vertex.
   */
  readonly inputs: SamplerInputs<B>;
  /**
   * Sizes of the last batch's blocks, in the order of `blocks`: rows, entries, sources beside the rows, and 1
   * where the table of the ID map was full; see {@linkcode reportedSizes}.
   */
  readonly report: B;
  /** Uploaded graph, which no phase writes to. */
  readonly graph: DeviceGraph<B>;
  /**
   * Copies the seeds of the next batch to the device.
   *
   * @throws {UsageError} for a seed that is no vertex, or more distinct seeds than there is room for.
   */
  begin(batch: BatchOfSeeds): void;
  /** Encodes all phases. */
  run(): void;
  /**
   * Waits, and reads the sizes of the blocks, in the order of `blocks`.
   *
   * @throws {OutOfMemoryError} where the table of an ID map was full.
   */
  sizes(): Promise<readonly BlockSizes[]>;
  /** Waits, and copies the batch back to the host; see {@linkcode DeviceSampler.sizes}. */
  read(): Promise<SampledBatch>;
  /** Frees all memory of the sampler. */
  destroy(): void;
}

/**
 * Sizes of a batch's blocks from the words of a sampler's report.
 *
 * @throws {OutOfMemoryError} where the table of an ID map was full.
 */
export function reportedSizes(report: Uint32Array): BlockSizes[] {
  return Array.from({ length: report.length / REPORT_WORDS }, (_, layer) => {
    const [rows, entries, found, full] = report.subarray(REPORT_WORDS * layer);
    assertTableHeld(full, rows + entries);
    return { rows, entries, cols: rows + found };
  });
}

/** Whether the batch that a sampler's report is about fits into the memory of its blocks. */
export function fitsRoom(
  report: Uint32Array,
  blocks: readonly Pick<DeviceBlock, "capacity">[],
): boolean {
  return blocks.every(({ capacity }, layer) => {
    const [rows, entries, found, full] = report.subarray(REPORT_WORDS * layer);
    return full === 0 && rows <= capacity.rows && entries <= capacity.entries &&
      rows + found <= capacity.cols;
  });
}
