/**
 * Sampling of whole mini-batches on a device: draw, number and sort, layer by layer, without communication
 * with the host in between.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { SampledBatch, SampledBlock } from "../../graph/sampling/block.ts";
import { layerKey } from "../../graph/sampling/draws.ts";
import type { NeighborSampling } from "../../graph/sampling/neighbor_sampling.ts";
import { type BatchOfSeeds, distinctSeeds } from "../../graph/sampling/sampler.ts";
import { assertSquare } from "../../graph/square.ts";
import type { Device, DeviceBuffer, DeviceData } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import { assertTableHeld, type IdMapOperandsOf, releaseIdMap, reserveIdMap } from "../id_map/id_map.ts";
import { type Kernel, type ParameterValues, type Plan, prepareKernel } from "../kernel.ts";
import { type Drawing, openDrawing } from "./drawing.ts";
import type { DeviceGraph, DeviceVertices, LayerOperands } from "./sampling.ts";
import { sortRowsWasm } from "./sort_rows_wasm.ts";
import { sortRowsWebGpu } from "./sort_rows_webgpu.ts";

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
  /** Offsets of rows, `rows + 1` words. */
  readonly rowPtr: B;
  /** Local ids of the columns, ascending within a row. */
  readonly colIdx: B;
  /** Weight of each entry, f32; absent where the sampler does not weight entries. */
  readonly values?: B;
  /** Global ids of the columns, those of the rows first. */
  readonly sources: B;
  /** Largest numbers of rows, entries and columns. */
  readonly capacity: BlockSizes;
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
 * Prepares a sampler on a device. The sampler draws the same neighbours as `sampleBatch` with `neighborDraw`
 * of the same options, values included: the same blocks with a three-step map, the same up to the numbering
 * of the sources with Fused-Map.
 *
 * @throws {UsageError} for settings that the sampler refuses on the host too, or no room for a seed.
 * @throws {MissingError} where the ID map is of another backend; {@linkcode OutOfMemoryError} where the
 * device has no room.
 * @example
 * ```ts
 * import { csrFromEdges, openWasmDevice } from "gnn-repro";
 * import { idMaps, openSampler } from "gnn-repro/kernels";
 * const source = Uint32Array.from({ length: 400 }, (_, e) => e % 100);
 * const target = source.map((v, e) => (v + 7 * e + 1) % 100);
 * const graph = csrFromEdges({ vertices: 100, source, target, symmetrise: true });
 * const device = openWasmDevice({ threads: 1 });
 * const setting = { graph, seed: 1, maxSeeds: 8, idMap: idMaps.find(({ backend }) => backend === "wasm")! };
 * const sampler = await openSampler(device, { ...setting, fanouts: [2, 3] });
 * sampler.begin({ seeds: Uint32Array.of(1, 2, 3), batch: 0 });
 * sampler.run();
 * const { blocks } = await sampler.read();
 * if (blocks.length !== 2) throw new Error("one per layer");
 * const walks = await openSampler(device, { ...setting, kind: "random-walk", fanouts: [2, 3], length: 3 });
 * const layers = await openSampler(device, { ...setting, kind: "layer-importance", layerSizes: [4, 4] });
 * for (const each of [sampler, walks, layers]) each.destroy();
 * device.close();
 * ```
 */
export async function openSampler<B extends DeviceBuffer>(
  device: Device<B>,
  options: SamplerOptions,
): Promise<DeviceSampler<B>> {
  const { graph, maxSeeds } = options;
  assertSquare(graph, "open a sampler");
  if (!(Number.isInteger(maxSeeds) && maxSeeds >= 1)) {
    throw new UsageError({
      action: "open a sampler",
      current: `room for ${maxSeeds} seeds`,
      wanted: "an integer from 1",
      next: "pass the batch size as maxSeeds",
    });
  }
  const sampler = new LayerSampler(device, options);
  try {
    await sampler.prepare();
    return sampler;
  } catch (error) {
    sampler.destroy();
    throw error;
  }
}

class LayerSampler<B extends DeviceBuffer> implements DeviceSampler<B> {
  readonly blocks: DeviceBlock<B>[] = [];
  readonly phases: SamplingPhase[] = [];
  #graph: DeviceGraph<B> | undefined;
  readonly #device: Device<B>;
  readonly #options: SamplerOptions;
  readonly #buffers: B[] = [];
  readonly #plans: Plan[] = [];
  /** Operands of the layers, the one next to the input first. */
  readonly #layers: LayerOperands<B>[] = [];
  #seeds: DeviceVertices<B> | undefined;
  #report: B | undefined;
  #begun: Pick<SampledBatch, "batch" | "seeds" | "seedRows"> = {
    batch: 0,
    seeds: new Uint32Array(),
    seedRows: new Uint32Array(),
  };

  constructor(device: Device<B>, options: SamplerOptions) {
    this.#device = device;
    this.#options = options;
  }

  get graph(): DeviceGraph<B> {
    return this.#graph!;
  }

  async prepare(): Promise<void> {
    const { graph, maxSeeds, idMap, idMapParameters = {} } = this.#options;
    const drawing = openDrawing(
      this.#device,
      { graph, sampling: this.#options },
      (label, data) => this.#upload(label, data),
    );
    const onDevice = this.#graph = {
      rowPtr: this.#upload("row offsets of the graph", graph.rowPtr),
      colIdx: this.#upload("columns of the graph", graph.colIdx),
    };
    this.#report = this.#upload("sizes of all blocks", new Uint32Array(4 * drawing.layers));
    let maxRows = Math.min(maxSeeds, graph.rows);
    let destinations: DeviceVertices<B> = this.#seeds = {
      unique: this.#upload("seeds", new Uint32Array(maxRows)),
      sizes: this.#upload("number of seeds", new Uint32Array(2)),
      counters: this.#upload("seeds numbered elsewhere", new Uint32Array(4)),
    };
    for (let layer = drawing.layers - 1; layer >= 0; layer--) {
      const operands = this.#reserveLayer({ drawing, graph: onDevice, destinations, layer, maxRows });
      this.#add(layer, "draw", await drawing.prepare(layer, operands));
      this.#add(layer, "id-map", await this.#plan(idMap, operands.map, idMapParameters));
      const sorting = this.#device.backend === "webgpu" ? sortRowsWebGpu : sortRowsWasm;
      this.#add(layer, "sort", await this.#plan(sorting, { ...operands, layer, report: this.#report }));
      destinations = operands.map;
      maxRows = operands.map.distinct;
    }
  }

  /**
   * The buffers belong to the backend of the device that allocated them; `prepareKernel` compares that
   * backend with the kernel\'s.
   */
  #plan<O extends { wasm: unknown; webgpu: unknown }>(
    kernel: Kernel<O>,
    operands: unknown,
    parameters: ParameterValues = {},
  ): Promise<Plan> {
    return prepareKernel(kernel, this.#device, operands as O["wasm"], 0, parameters);
  }

  #add(layer: number, phase: SamplingPhase["phase"], plan: Plan): void {
    this.#plans.push(plan);
    this.phases.push({ layer, phase, run: () => plan.run(), facts: plan.facts ?? {} });
  }

  #reserve(label: string, bytes: number): B {
    const buffer = this.#device.allocate(label, bytes);
    this.#buffers.push(buffer);
    return buffer;
  }

  #upload(label: string, data: DeviceData): B {
    const buffer = this.#reserve(label, data.byteLength);
    this.#device.write(buffer, data);
    return buffer;
  }

  #reserveLayer({ drawing, graph, destinations, layer, maxRows }: {
    readonly drawing: Drawing<B>;
    readonly graph: DeviceGraph<B>;
    readonly destinations: DeviceVertices<B>;
    readonly layer: number;
    readonly maxRows: number;
  }): LayerOperands<B> {
    const { entries: capacity, vertices } = drawing.room(layer, maxRows);
    const distinct = Math.min(this.#options.graph.rows, maxRows + vertices);
    const rowPtr = this.#upload("row offsets of a block", new Uint32Array(maxRows + 1));
    const key = this.#upload("key of a layer", new Uint32Array(2));
    const values = drawing.weighted
      ? { values: this.#reserve("values of a block", 4 * Math.max(1, capacity)) }
      : {};
    const map = reserveIdMap(this.#device, { capacity, keptCapacity: maxRows, distinct });
    const operands = { graph, destinations, key, maxRows, rowPtr, map, ...values };
    this.#layers.unshift(operands);
    this.#device.write(map.sizes, new Uint32Array(2));
    this.blocks.unshift({
      rowPtr,
      colIdx: map.local,
      sources: map.unique,
      ...values,
      capacity: { rows: maxRows, entries: capacity, cols: distinct },
    });
    return operands;
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
    this.#layers.forEach(({ key }, layer) => this.#device.write(key, layerKey({ seed, batch, layer })));
  }

  run(): void {
    for (const phase of this.phases) phase.run();
  }

  async sizes(): Promise<BlockSizes[]> {
    const report = await this.#read(this.#report!, 4 * this.#layers.length);
    return this.#layers.map((_, layer) => {
      const [rows, entries, found, full] = report.subarray(4 * layer);
      assertTableHeld(full, rows + entries);
      return { rows, entries, cols: rows + found };
    });
  }

  async read(): Promise<SampledBatch> {
    const blocks: SampledBlock[] = [];
    for (const [layer, { rows, entries, cols }] of (await this.sizes()).entries()) {
      const { rowPtr, colIdx, values, sources } = this.blocks[layer];
      const matrix = {
        rows,
        cols,
        rowPtr: await this.#read(rowPtr, rows + 1),
        colIdx: await this.#read(colIdx, entries),
        ...(values ? { values: new Float32Array((await this.#read(values, entries)).buffer) } : {}),
      };
      blocks.push({ matrix, sources: await this.#read(sources, cols) });
    }
    return { ...this.#begun, blocks };
  }

  async #read(buffer: B, words: number): Promise<Uint32Array<ArrayBuffer>> {
    return new Uint32Array(await this.#device.read(buffer, 4 * words));
  }

  destroy(): void {
    this.#plans.splice(0).forEach((plan) => plan.destroy());
    this.#layers.splice(0).forEach(({ map }) => releaseIdMap(this.#device, map));
    this.#buffers.splice(0).forEach((buffer) => this.#device.free(buffer));
  }
}
