/**
 * Sampling whole mini-batches on a device: draw, number, sort, layer by layer, without a word to the host in between.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { SampledBatch, SampledBlock } from "../../graph/sampling/block.ts";
import { layerKey } from "../../graph/sampling/draws.ts";
import { assertCounts, type BatchOfSeeds, distinctSeeds } from "../../graph/sampling/sampler.ts";
import { MAX_FANOUT, type UniformOptions } from "../../graph/sampling/uniform.ts";
import { assertSquare } from "../../graph/square.ts";
import type { Device, DeviceBuffer } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import {
  assertTableHeld,
  type IdMapOperands,
  type IdMapOperandsOf,
  releaseIdMap,
  reserveIdMap,
} from "../id_map/id_map.ts";
import { type Kernel, type ParameterValues, type Plan, prepareKernel } from "../kernel.ts";
import type { DeviceGraph, DeviceVertices, LayerOperands, LayerOperandsOf } from "./sampling.ts";
import { sortRowsWasm, uniformWasm } from "./sampling_wasm.ts";
import { sortRowsWebGpu, uniformWebGpu } from "./sampling_webgpu.ts";

/** What {@linkcode openSampler} opens. */
export interface SamplerOptions extends UniformOptions {
  /** The graph; its values are not used. */
  readonly graph: CsrMatrix;
  /** Most distinct seeds of a batch. Memory is reserved for the batch that they could make at most. */
  readonly maxSeeds: number;
  /** One of the `idMaps`, of the device's backend. */
  readonly idMap: Kernel<IdMapOperandsOf>;
  /** The ID map's parameters. */
  readonly idMapParameters?: ParameterValues;
}

/** Part of a batch's sampling, to be timed on its own. */
export interface SamplingPhase {
  /** Layer of the model, 0 next to the input. */
  readonly layer: number;
  /** `draw`: the neighbours; `id-map`: their local ids; `sort`: the rows by local id. */
  readonly phase: "draw" | "id-map" | "sort";
  /** Encodes it. */
  run(): void;
  /** Launches, and what the ID map says of itself. */
  readonly facts: Readonly<Record<string, number>>;
}

/** A block on a device, as {@linkcode SampledBlock} is on the host. What lies beyond its sizes is undefined. */
export interface DeviceBlock<B extends DeviceBuffer = DeviceBuffer> {
  /** `rows + 1` offsets. */
  readonly rowPtr: B;
  /** Local ids, ascending within a row. */
  readonly colIdx: B;
  /** Global ids of the columns, those of the rows first. */
  readonly sources: B;
  /** Most rows, entries and columns that there may be. */
  readonly capacity: BlockSizes;
}

/** How large a sampled block is. */
export interface BlockSizes {
  /** Destinations. */
  readonly rows: number;
  /** Sampled edges. */
  readonly entries: number;
  /** Sources. */
  readonly cols: number;
}

/** A sampler on a device. It holds the graph and the blocks of one batch. */
export interface DeviceSampler<B extends DeviceBuffer = DeviceBuffer> {
  /** One a layer, the one next to the input first. */
  readonly blocks: readonly DeviceBlock<B>[];
  /** In the order in which they run: from the seeds outward. */
  readonly phases: readonly SamplingPhase[];
  /**
   * Copies the seeds of the next batch to the device.
   *
   * @throws {UsageError} for a seed that is no vertex, or more distinct seeds than there is room for.
   */
  begin(batch: BatchOfSeeds): void;
  /** Encodes all phases. */
  run(): void;
  /**
   * Waits, and reads how large the blocks are, in the order of `blocks`.
   *
   * @throws {OutOfMemoryError} where the table of an ID map was full.
   */
  sizes(): Promise<readonly BlockSizes[]>;
  /** Waits, and copies the batch back; see {@linkcode DeviceSampler.sizes}. */
  read(): Promise<SampledBatch>;
  /** Frees everything. */
  destroy(): void;
}

/**
 * Prepares a uniform sampler on a device. It draws what `sampleBatch` with `uniformNeighbors` draws: the same blocks with
 * a three-step map, the same up to the numbering of the sources with Fused-Map.
 *
 * @throws {UsageError} for fan-outs that are no integers from 1 to 64, or no room for a seed.
 * @throws {MissingError} where the ID map is of another backend; {@linkcode OutOfMemoryError} where the device has no room.
 * @example
 * ```ts ignore
 * const sampler = await openSampler(device, { graph, fanouts: [5, 10, 15], seed: 1, maxSeeds: 8000, idMap });
 * sampler.begin({ seeds, batch: 0 });
 * sampler.run();
 * const { blocks } = await sampler.read();
 * ```
 */
export async function openSampler<B extends DeviceBuffer>(
  device: Device<B>,
  options: SamplerOptions,
): Promise<DeviceSampler<B>> {
  const { graph, fanouts, maxSeeds } = options;
  assertSquare(graph, "open a sampler");
  assertCounts("fan-out", fanouts, MAX_FANOUT);
  if (!(Number.isInteger(maxSeeds) && maxSeeds >= 1)) {
    throw new UsageError({
      action: "open a sampler",
      current: `room for ${maxSeeds} seeds`,
      wanted: "an integer from 1",
      next: "pass the batch size as maxSeeds",
    });
  }
  const sampler = new UniformSampler(device, options);
  try {
    await sampler.prepare();
    return sampler;
  } catch (error) {
    sampler.destroy();
    throw error;
  }
}

interface Layer<B extends DeviceBuffer> {
  readonly operands: LayerOperands<B>;
  readonly map: IdMapOperands<B>;
}

class UniformSampler<B extends DeviceBuffer> implements DeviceSampler<B> {
  readonly blocks: DeviceBlock<B>[] = [];
  readonly phases: SamplingPhase[] = [];
  readonly #device: Device<B>;
  readonly #options: SamplerOptions;
  readonly #buffers: B[] = [];
  readonly #plans: Plan[] = [];
  /** The one next to the input first. */
  readonly #layers: Layer<B>[] = [];
  #seeds: DeviceVertices<B> | undefined;
  #begun: Pick<SampledBatch, "batch" | "seeds" | "seedRows"> = {
    batch: 0,
    seeds: new Uint32Array(),
    seedRows: new Uint32Array(),
  };

  constructor(device: Device<B>, options: SamplerOptions) {
    this.#device = device;
    this.#options = options;
  }

  async prepare(): Promise<void> {
    const { graph, fanouts, maxSeeds, idMap, idMapParameters = {} } = this.#options;
    const onDevice = {
      rowPtr: this.#words("row offsets of the graph", graph.rowPtr),
      colIdx: this.#words("columns of the graph", graph.colIdx),
    };
    let maxRows = Math.min(maxSeeds, graph.rows);
    let destinations: DeviceVertices<B> = this.#seeds = {
      unique: this.#words("seeds", new Uint32Array(maxRows)),
      sizes: this.#words("number of seeds", new Uint32Array(2)),
      counters: this.#words("seeds numbered elsewhere", new Uint32Array(4)),
    };
    for (let layer = fanouts.length - 1; layer >= 0; layer--) {
      const { map, operands } = this.#reserveLayer({ graph: onDevice, destinations, layer, maxRows });
      const add = async <O extends { wasm: unknown; webgpu: unknown }>(
        phase: SamplingPhase["phase"],
        kernel: Kernel<O>,
        { operands, parameters = {} }: { readonly operands: unknown; readonly parameters?: ParameterValues },
      ) => {
        const plan = await prepareKernel(kernel, this.#device, operands as O["wasm"], 0, parameters);
        this.#plans.push(plan);
        this.phases.push({ layer, phase, run: () => plan.run(), facts: plan.facts ?? {} });
      };
      await add("draw", this.#kernel(uniformWasm, uniformWebGpu), { operands });
      await add("id-map", idMap, { operands: map, parameters: idMapParameters });
      await add("sort", this.#kernel(sortRowsWasm, sortRowsWebGpu), { operands });
      destinations = map;
      maxRows = map.distinct;
    }
  }

  #kernel(wasm: Kernel<LayerOperandsOf>, webgpu: Kernel<LayerOperandsOf>): Kernel<LayerOperandsOf> {
    return this.#device.backend === "wasm" ? wasm : webgpu;
  }

  #words(label: string, data: Uint32Array): B {
    const buffer = this.#device.allocate(label, data.byteLength);
    this.#buffers.push(buffer);
    this.#device.write(buffer, data);
    return buffer;
  }

  #reserveLayer({ graph, destinations, layer, maxRows }: {
    readonly graph: DeviceGraph<B>;
    readonly destinations: DeviceVertices<B>;
    readonly layer: number;
    readonly maxRows: number;
  }): Layer<B> {
    const { graph: whole, fanouts } = this.#options;
    const fanout = fanouts[layer];
    const capacity = Math.min(maxRows * fanout, nnz(whole));
    const distinct = Math.min(whole.rows, maxRows + capacity);
    const rowPtr = this.#words("row offsets of a block", new Uint32Array(maxRows + 1));
    const key = this.#words("key of a layer", new Uint32Array(2));
    const map = reserveIdMap(this.#device, { capacity, keptCapacity: maxRows, distinct });
    this.#device.write(map.sizes, new Uint32Array(2));
    const built = { map, operands: { graph, destinations, key, fanout, maxRows, rowPtr, map } };
    this.#layers.unshift(built);
    this.blocks.unshift({
      ...{ rowPtr, colIdx: map.local, sources: map.unique },
      capacity: { rows: maxRows, entries: capacity, cols: distinct },
    });
    return built;
  }

  begin({ seeds: given, batch }: BatchOfSeeds): void {
    const { graph, seed, maxSeeds } = this.#options;
    const { unique: seeds, local: seedRows } = distinctSeeds(graph.rows, { seeds: given, batch });
    if (seeds.length > maxSeeds) {
      throw new UsageError({
        action: `sample batch ${batch}`,
        current: `${seeds.length} distinct seeds`,
        wanted: `at most ${maxSeeds}`,
        next: "open the sampler for the largest batch",
      });
    }
    this.#begun = { batch, seeds, seedRows };
    this.#device.write(this.#seeds!.unique, seeds);
    this.#device.write(this.#seeds!.sizes, Uint32Array.of(seeds.length));
    this.#layers.forEach(({ operands }, layer) =>
      this.#device.write(operands.key, layerKey({ seed, batch, layer }))
    );
  }

  run(): void {
    for (const phase of this.phases) phase.run();
  }

  async sizes(): Promise<BlockSizes[]> {
    const sizes: BlockSizes[] = [];
    for (const { map } of this.#layers) {
      const [rows, entries] = await this.#read(map.sizes);
      const [found, full] = await this.#read(map.counters);
      assertTableHeld(full, rows + entries);
      sizes.push({ rows, entries, cols: rows + found });
    }
    return sizes;
  }

  async read(): Promise<SampledBatch> {
    const blocks: SampledBlock[] = [];
    for (const [layer, { rows, entries, cols }] of (await this.sizes()).entries()) {
      const { rowPtr, colIdx, sources } = this.blocks[layer];
      const matrix = {
        ...{ rows, cols },
        rowPtr: (await this.#read(rowPtr)).slice(0, rows + 1),
        colIdx: (await this.#read(colIdx)).slice(0, entries),
      };
      blocks.push({ matrix, sources: (await this.#read(sources)).slice(0, cols) });
    }
    return { ...this.#begun, blocks };
  }

  async #read(buffer: B): Promise<Uint32Array> {
    return new Uint32Array(await this.#device.read(buffer));
  }

  destroy(): void {
    this.#plans.splice(0).forEach((plan) => plan.destroy());
    this.#layers.splice(0).forEach(({ map }) => releaseIdMap(this.#device, map));
    this.#buffers.splice(0).forEach((buffer) => this.#device.free(buffer));
  }
}
