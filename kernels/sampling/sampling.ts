/**
 * Operands of drawing one layer: the graph, the destinations as the layer above left them, and the ID map
 * that follows.
 *
 * @module
 */
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { IdMapOperands } from "../id_map/mod.ts";
import type { OperandsByBackend } from "../operation.ts";
import type { GraphColumns } from "./graph_columns.ts";

/** Graph on a device. */
export interface DeviceGraph<B extends DeviceBuffer = DeviceBuffer> {
  /** Offsets of rows, `vertices + 1` words. */
  readonly rowPtr: B;
  /** In-neighbours, in the order of the rows; several buffers where one binding does not hold them. */
  readonly columns: readonly GraphColumns<B>[];
}

/** Destinations of a layer, the vertices that it aggregates to. Their number is read on the device. */
export interface DeviceVertices<B extends DeviceBuffer = DeviceBuffer> {
  /** Global ids of the destinations, distinct. */
  readonly unique: B;
  /** Number of destinations, first part: the first word of `sizes` plus that of `counters`. */
  readonly sizes: B;
  /** Number of destinations, second part: the first word of `counters`, added to that of `sizes`. */
  readonly counters: B;
}

/** Operands of one layer on a device, for every kind of sampler. */
export interface LayerOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Graph to draw from. */
  readonly graph: DeviceGraph<B>;
  /** Destinations whose neighbours are drawn. */
  readonly destinations: DeviceVertices<B>;
  /** Keys of the random numbers of all layers, two words each; see {@linkcode layerKey}. */
  readonly keys: B;
  /** Layer of the model. */
  readonly layer: number;
  /** Largest number of destinations. */
  readonly maxRows: number;
  /** Offsets of the block's rows, `maxRows + 1` words. */
  readonly rowPtr: B;
  /**
   * ID map of the layer: its sizes, kept ids and ids are written, its local ids are sorted within their rows.
   */
  readonly map: IdMapOperands<B>;
  /**
   * Weight of each drawn entry, f32, as many as the map has room for ids; absent where a sampler does not
   * weight entries.
   */
  readonly values?: B;
}

/** Operands of the last step of a layer, which sorts its rows and reports its sizes. */
export interface FinishOperands<B extends DeviceBuffer = DeviceBuffer> extends LayerOperands<B> {
  /** Largest number of entries that a row can have. */
  readonly longestRow: number;
  /**
   * Report of four words for each layer of the model: destinations, entries, sources beside the destinations,
   * and 1 if the table of the ID map was full. All layers share one buffer, as each read of a device makes
   * the host wait.
   */
  readonly report: B;
}

/** Operands of the uniform sampler. */
export interface UniformOperands<B extends DeviceBuffer = DeviceBuffer> extends LayerOperands<B> {
  /** Largest number of neighbours of a destination. */
  readonly fanout: number;
}

/** Operands of the random-walk sampler. */
export interface RandomWalkOperands<B extends DeviceBuffer = DeviceBuffer> extends UniformOperands<B> {
  /** Steps of a walk. */
  readonly length: number;
  /** Walks from each destination. */
  readonly walks: number;
  /**
   * Reciprocals: entry n is 1 / n, for n up to the number of all steps; see {@linkcode randomWalkNeighbors}.
   */
  readonly reciprocals: B;
  /** Fraction of the visits that each kept vertex has. */
  readonly values: B;
}

/** Operands of the layer-wise importance sampler. */
export interface LayerImportanceOperands<B extends DeviceBuffer = DeviceBuffer> extends LayerOperands<B> {
  /** Vertices of the graph. */
  readonly vertices: number;
  /** Vertices that are drawn for the whole layer. */
  readonly layerSize: number;
  /**
   * First number of each vertex's range among 53-bit numbers, and the end of the last range: `vertices + 1`
   * pairs, low word first.
   */
  readonly ends: B;
  /** Reciprocal of each vertex's probability. */
  readonly inverse: B;
  /** Values of the graph's entries, beside each buffer of its columns; absent where each is 1. */
  readonly graphValues?: readonly B[];
  /** Weight of each entry. */
  readonly values: B;
}

/** Operands {@linkcode FinishOperands}, by backend. */
export type FinishOperandsOf = OperandsByBackend<FinishOperands<WasmBuffer>, FinishOperands<WebGpuBuffer>>;

/** Operands {@linkcode UniformOperands}, by backend. */
export type UniformOperandsOf = OperandsByBackend<UniformOperands<WasmBuffer>, UniformOperands<WebGpuBuffer>>;

/** Operands {@linkcode RandomWalkOperands}, by backend. */
export type RandomWalkOperandsOf = OperandsByBackend<
  RandomWalkOperands<WasmBuffer>,
  RandomWalkOperands<WebGpuBuffer>
>;

/** Operands {@linkcode LayerImportanceOperands}, by backend. */
export type LayerImportanceOperandsOf = OperandsByBackend<
  LayerImportanceOperands<WasmBuffer>,
  LayerImportanceOperands<WebGpuBuffer>
>;
