/**
 * Layers of a sampler on a device: the memory of each, and its phases.
 *
 * @module
 */
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { Plan } from "../kernel.ts";
import { REPORT_WORDS, type SamplerOptions, type SamplingPhase } from "./device_sampler.ts";
import { openDrawing } from "./drawing.ts";
import { uploadColumns } from "./graph_columns.ts";
import type { SamplerMemory } from "./sampler_memory.ts";
import type { DeviceGraph, DeviceVertices, LayerOperands } from "./sampling.ts";
import { sortRowsWasm } from "./sort_rows/wasm.ts";
import { sortRowsWebGpu } from "./sort_rows/webgpu.ts";

/** All layers of a sampler, ready to run. */
export interface PreparedLayers<B extends DeviceBuffer> {
  /** Graph to draw from. */
  readonly graph: DeviceGraph<B>;
  /** Distinct seeds of a batch, the destinations of the last layer. */
  readonly seeds: DeviceVertices<B>;
  /** Keys of the layers; see {@linkcode LayerOperands}. */
  readonly keys: B;
  /** Sizes of all blocks; see {@linkcode FinishOperands}. */
  readonly report: B;
  /** Operands of the layers, the one next to the input first. */
  readonly layers: readonly LayerOperands<B>[];
  /** Phases in the order in which they run, from the seeds outward. */
  readonly phases: readonly SamplingPhase[];
}

/**
 * Reserves memory for the largest batch, layer by layer from the seeds outward, and prepares all phases.
 *
 * @throws {UsageError} for settings that the kind of sampler refuses.
 * @throws {MissingError} where the ID map is of another backend.
 * @throws {OutOfMemoryError} where the device has no room.
 */
export async function prepareLayers<B extends DeviceBuffer>(
  memory: SamplerMemory<B>,
  options: SamplerOptions,
): Promise<PreparedLayers<B>> {
  const { graph, maxSeeds, idMap, idMapParameters, room } = options;
  const drawing = openDrawing(memory, { graph, sampling: options });
  const onDevice = {
    rowPtr: memory.upload("row offsets of the graph", graph.rowPtr),
    columns: uploadColumns(memory, graph),
  };
  const report = memory.upload("sizes of all blocks", new Uint32Array(REPORT_WORDS * drawing.layers));
  const keys = memory.upload("keys of the layers", new Uint32Array(2 * drawing.layers));
  let maxRows = Math.min(maxSeeds, graph.rows);
  const seeds = {
    unique: memory.upload("seeds", new Uint32Array(maxRows)),
    sizes: memory.upload("number of seeds", new Uint32Array(2)),
    counters: memory.upload("seeds numbered elsewhere", new Uint32Array(4)),
  };
  const layers: LayerOperands<B>[] = [], phases: SamplingPhase[] = [];
  let destinations: DeviceVertices<B> = seeds;
  for (let layer = drawing.layers - 1; layer >= 0; layer--) {
    const { entries, vertices, longestRow } = drawing.room(layer, maxRows);
    const { entries: mostEntries = Infinity, cols: mostCols = Infinity } = room?.[layer] ?? {};
    const capacity = Math.min(entries, mostEntries);
    const distinct = Math.max(maxRows, Math.min(graph.rows, maxRows + vertices, mostCols));
    const operands: LayerOperands<B> = {
      graph: onDevice,
      destinations,
      maxRows,
      rowPtr: memory.upload("row offsets of a block", new Uint32Array(maxRows + 1)),
      keys,
      layer,
      ...(drawing.weighted && { values: memory.reserve("values of a block", 4 * Math.max(1, capacity)) }),
      map: memory.reserveMap({ capacity, keptCapacity: maxRows, distinct }),
    };
    const add = (phase: SamplingPhase["phase"], plan: Plan) =>
      phases.push({ layer, phase, run: () => plan.run(), facts: plan.facts ?? {} });
    add("draw", await drawing.prepare(layer, operands));
    add("id-map", await memory.prepare([idMap], operands.map, idMapParameters));
    add("sort", await memory.prepare([sortRowsWasm, sortRowsWebGpu], { ...operands, longestRow, report }));
    layers.unshift(operands);
    destinations = operands.map;
    maxRows = distinct;
  }
  return { graph: onDevice, seeds, keys, report, layers, phases };
}
