/**
 * Kinds of sampler on a device: the memory that a layer needs, and the kernel that draws it.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { degrees } from "../../graph/degrees.ts";
import { importanceOf, MAX_LAYER_SIZE } from "../../graph/sampling/layer_importance.ts";
import type { NeighborSampling } from "../../graph/sampling/neighbor_sampling.ts";
import { randomWalkSettings, reciprocals } from "../../graph/sampling/random_walk.ts";
import { assertCounts } from "../../graph/sampling/sampler.ts";
import { MAX_FANOUT } from "../../graph/sampling/uniform.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import { uploadValues } from "./graph_columns.ts";
import type { Plan } from "../kernel.ts";
import { layerImportanceWasm } from "./layer_importance/wasm.ts";
import { layerImportanceWebGpu } from "./layer_importance/webgpu.ts";
import { randomWalkWasm } from "./random_walk/wasm.ts";
import { randomWalkWebGpu } from "./random_walk/webgpu.ts";
import type { SamplerMemory } from "./sampler_memory.ts";
import type { LayerOperands } from "./sampling.ts";
import { uniformWasm } from "./uniform/wasm.ts";
import { uniformWebGpu } from "./uniform/webgpu.ts";

/** Largest numbers that a layer may draw. */
export interface DrawingRoom {
  /** Largest number of entries. */
  readonly entries: number;
  /** Largest number of distinct vertices. */
  readonly vertices: number;
  /** Largest number of entries of a destination. */
  readonly longestRow: number;
}

/** One kind of sampler on one device. */
export interface SamplerDrawing<B extends DeviceBuffer> {
  /** Number of layers of the model. */
  readonly layers: number;
  /** Whether entries have values. */
  readonly weighted: boolean;
  /** Largest numbers drawn by a layer with `maxRows` destinations. */
  room(layer: number, maxRows: number): DrawingRoom;
  /** Prepares the kernel that draws a layer. `operands` have values where the kind is weighted. */
  prepare(layer: number, operands: LayerOperands<B>): Promise<Plan>;
}

/**
 * Copies the arrays that a kind of sampler needs beside the graph to the device.
 *
 * @throws {UsageError} for settings that the kind refuses on the host too.
 */
export function openDrawing<B extends DeviceBuffer>(
  memory: SamplerMemory<B>,
  { graph, sampling }: { readonly graph: CsrMatrix; readonly sampling: NeighborSampling },
): SamplerDrawing<B> {
  switch (sampling.kind) {
    case undefined:
    case "uniform": {
      const { fanouts } = sampling;
      assertCounts("fan-out", fanouts, MAX_FANOUT);
      const mostEntries = entriesOfLargestRows(graph);
      return {
        layers: fanouts.length,
        weighted: false,
        room: (layer, maxRows) => asManyVertices(mostEntries(maxRows, fanouts[layer]), fanouts[layer]),
        prepare: (layer, operands) =>
          memory.prepare([uniformWasm, uniformWebGpu], { ...operands, fanout: fanouts[layer] }),
      };
    }
    case "random-walk": {
      const { fanouts, length, walks } = randomWalkSettings(sampling);
      const table = memory.upload("reciprocals", reciprocals(length * walks));
      return {
        layers: fanouts.length,
        weighted: true,
        room(layer, maxRows) {
          const longestRow = Math.min(fanouts[layer], length * walks);
          return asManyVertices(maxRows * longestRow, longestRow);
        },
        prepare: (layer, operands) =>
          memory.prepare([randomWalkWasm, randomWalkWebGpu], {
            ...operands,
            fanout: fanouts[layer],
            length,
            walks,
            reciprocals: table,
          }),
      };
    }
    case "layer-importance": {
      const { layerSizes } = sampling;
      assertCounts("layer size", layerSizes, MAX_LAYER_SIZE);
      const { ends, inverse } = importanceOf(graph);
      const onDevice = {
        vertices: graph.rows,
        ends: memory.upload("ranges of vertices", pairsOfWords(ends)),
        inverse: memory.upload("inverse probabilities", inverse),
        ...(graph.values ? { graphValues: uploadValues(memory, graph, graph.values) } : {}),
      };
      const mostEntries = entriesOfLargestRows(graph);
      return {
        layers: layerSizes.length,
        weighted: true,
        room(layer, maxRows) {
          const entries = mostEntries(maxRows, layerSizes[layer]),
            longestRow = mostEntries(1, layerSizes[layer]);
          return { entries, vertices: Math.min(entries, layerSizes[layer]), longestRow };
        },
        prepare: (layer, operands) =>
          memory.prepare([layerImportanceWasm, layerImportanceWebGpu], {
            ...operands,
            ...onDevice,
            layerSize: layerSizes[layer],
          }),
      };
    }
    default:
      sampling satisfies never;
      throw new TypeError(`Cannot sample by ${JSON.stringify(sampling)}`);
  }
}

function asManyVertices(entries: number, longestRow: number): DrawingRoom {
  return { entries, vertices: entries, longestRow };
}

/** Largest number of entries of `maxRows` rows, where each row contributes at most a given number. */
function entriesOfLargestRows(graph: CsrMatrix): (maxRows: number, most: number) => number {
  const lengths = degrees(graph).sort().reverse();
  return (maxRows, most) => {
    let sum = 0;
    for (let row = 0; row < Math.min(maxRows, graph.rows); row++) sum += Math.min(most, lengths[row]);
    return sum;
  };
}

/** Converts whole numbers below 2^64 to pairs of words, the low word first. */
function pairsOfWords(numbers: Float64Array): Uint32Array {
  const pairs = new Uint32Array(2 * numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    pairs[2 * i] = numbers[i] % 2 ** 32;
    pairs[2 * i + 1] = Math.floor(numbers[i] / 2 ** 32);
  }
  return pairs;
}
