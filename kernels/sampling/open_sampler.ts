/**
 * Sampling of whole mini-batches on a device: draw, number and sort, layer by layer, without communication
 * with the host in between.
 *
 * @module
 */
import type { SampledBatch, SampledBlock } from "../../graph/sampling/block.ts";
import { layerKeys } from "../../graph/sampling/draws.ts";
import { type BatchOfSeeds, distinctSeeds } from "../../graph/sampling/sampler.ts";
import { assertSquare } from "../../graph/square.ts";
import type { Device, DeviceBuffer } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import {
  type BlockSizes,
  type DeviceBlock,
  type DeviceSampler,
  REPORT_WORDS,
  reportedSizes,
  type SamplerInputs,
  type SamplerOptions,
  type SamplingPhase,
} from "./device_sampler.ts";
import { type PreparedLayers, prepareLayers } from "./layer_phases.ts";
import { SamplerMemory } from "./sampler_memory.ts";
import type { DeviceGraph, LayerOperands } from "./sampling.ts";
import { plural } from "../../platform/text/plural.ts";

/**
 * Prepares a sampler on a device. The sampler draws the same neighbours as `sampleBatch` with `neighborDraw`
 * of the same options, values included: the same blocks with a three-step map, the same up to the numbering
 * of the sources with Fused-Map.
 *
 * @throws {UsageError} for settings that the sampler refuses on the host too, no room for a seed, or a `room`
 * on a CPU.
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
      current: `room for ${plural(maxSeeds, "seed")}`,
      wanted: "an integer from 1",
      next: "pass the batch size as maxSeeds",
    });
  }
  if (options.room !== undefined && device.backend !== "webgpu") {
    throw new UsageError({
      action: "open a sampler",
      current: `less room than the largest batch needs, on ${device.backend}`,
      wanted: "that of the largest batch: on a CPU nothing stops a kernel at the end of a buffer",
      next: "leave `room` out, or take fewer seeds",
    });
  }
  const memory = new SamplerMemory(device);
  try {
    return new LayerSampler(options, memory, await prepareLayers(memory, options));
  } catch (error) {
    memory.free();
    throw error;
  }
}

class LayerSampler<B extends DeviceBuffer> implements DeviceSampler<B> {
  readonly blocks: readonly DeviceBlock<B>[];
  readonly phases: readonly SamplingPhase[];
  readonly graph: DeviceGraph<B>;
  readonly inputs: SamplerInputs<B>;
  readonly report: B;
  readonly #options: SamplerOptions;
  readonly #memory: SamplerMemory<B>;
  #begun: Pick<SampledBatch, "batch" | "seeds" | "seedRows"> = {
    batch: 0,
    seeds: new Uint32Array(),
    seedRows: new Uint32Array(),
  };

  constructor(options: SamplerOptions, memory: SamplerMemory<B>, prepared: PreparedLayers<B>) {
    this.#options = options;
    this.#memory = memory;
    this.blocks = prepared.layers.map(blockOf);
    this.phases = prepared.phases;
    this.graph = prepared.graph;
    this.report = prepared.report;
    const { seeds: { unique: seeds, sizes: count }, keys } = prepared;
    this.inputs = { seeds, count, keys };
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
    const { device } = this.#memory, { inputs } = this;
    device.write(inputs.seeds, seeds);
    device.write(inputs.count, Uint32Array.of(seeds.length));
    device.write(inputs.keys, layerKeys({ seed, batch }, this.blocks.length));
  }

  run(): void {
    for (const phase of this.phases) phase.run();
  }

  async sizes(): Promise<BlockSizes[]> {
    return reportedSizes(await this.#memory.read(this.report, REPORT_WORDS * this.blocks.length));
  }

  async read(): Promise<SampledBatch> {
    const sizes = await this.sizes();
    // Read at once: each wait for a GPU can take 10 ms, whatever it reads.
    return {
      ...this.#begun,
      blocks: await Promise.all(sizes.map((each, layer) => this.#block(layer, each))),
    };
  }

  async #block(layer: number, { rows, entries, cols }: BlockSizes): Promise<SampledBlock> {
    const memory = this.#memory, { rowPtr, colIdx, values, sources } = this.blocks[layer];
    const [offsets, columns, ids, weights] = await Promise.all([
      memory.read(rowPtr, rows + 1),
      memory.read(colIdx, entries),
      memory.read(sources, cols),
      values && memory.read(values, entries),
    ]);
    const matrix = { rows, cols, rowPtr: offsets, colIdx: columns };
    return {
      matrix: weights ? { ...matrix, values: new Float32Array(weights.buffer) } : matrix,
      sources: ids,
    };
  }

  destroy(): void {
    this.#memory.free();
  }
}

/** Block that the operands of a layer hold. */
function blockOf<B extends DeviceBuffer>({ rowPtr, map, values, maxRows }: LayerOperands<B>): DeviceBlock<B> {
  return {
    rowPtr,
    colIdx: map.local,
    sources: map.unique,
    sizes: map.sizes,
    ...(values && { values }),
    capacity: { rows: maxRows, entries: map.capacity, cols: map.distinct },
  };
}
