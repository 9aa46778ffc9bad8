/**
 * What drawing one layer works on: the graph, the destinations as the layer above left them, and the ID map
 * that follows.
 *
 * @module
 */
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { IdMapOperands } from "../id_map/mod.ts";
import type { OperandsByBackend } from "../operation.ts";

/** A graph on a device. */
export interface DeviceGraph<B extends DeviceBuffer = DeviceBuffer> {
  /** `vertices + 1` offsets. */
  readonly rowPtr: B;
  /** In-neighbours, ascending within a row. */
  readonly colIdx: B;
}

/** The vertices that a layer aggregates to: its destinations. How many they are is read on the device. */
export interface DeviceVertices<B extends DeviceBuffer = DeviceBuffer> {
  /** Distinct global ids. */
  readonly unique: B;
  /** Their number is the first word of this ... */
  readonly sizes: B;
  /** ... and the first word of this together. */
  readonly counters: B;
}

/** The operands of one layer on a device, whatever is drawn. */
export interface LayerOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** What is drawn from. */
  readonly graph: DeviceGraph<B>;
  /** For whom. */
  readonly destinations: DeviceVertices<B>;
  /** The layer's key, two words; see {@linkcode layerKey}. */
  readonly key: B;
  /** Most destinations. */
  readonly maxRows: number;
  /** Offsets of the block's rows, `maxRows + 1` words. */
  readonly rowPtr: B;
  /**
   * The layer's ID map: its sizes, kept ids and ids are written, its local ids are sorted within their rows.
   */
  readonly map: IdMapOperands<B>;
  /**
   * Weight of each drawn entry, as many floats as the map has room for ids; absent where a sampler does not
   * weigh.
   */
  readonly values?: B;
}

/** The operands of what finishes a layer: its rows are sorted and its sizes reported. */
export interface FinishOperands<B extends DeviceBuffer = DeviceBuffer> extends LayerOperands<B> {
  /** Layer of the model. */
  readonly layer: number;
  /**
   * Four words for each layer of the model: destinations, entries, sources beside the destinations, and 1 if
   * the table of the ID map was full. One buffer for all, as each read of a device makes the host wait.
   */
  readonly report: B;
}

/** The operands of the uniform sampler. */
export interface UniformOperands<B extends DeviceBuffer = DeviceBuffer> extends LayerOperands<B> {
  /** Neighbours of a destination, at most. */
  readonly fanout: number;
}

/** The operands of the random-walk sampler. */
export interface RandomWalkOperands<B extends DeviceBuffer = DeviceBuffer> extends UniformOperands<B> {
  /** Steps of a walk. */
  readonly length: number;
  /** Walks from a destination. */
  readonly walks: number;
  /** Entry n: 1 / n, for n up to all steps; see {@linkcode randomWalkNeighbors}. */
  readonly reciprocals: B;
  /** Share of each kept vertex in the visits. */
  readonly values: B;
}

/** The operands of the layer-wise importance sampler. */
export interface LayerImportanceOperands<B extends DeviceBuffer = DeviceBuffer> extends LayerOperands<B> {
  /** Vertices of the graph. */
  readonly vertices: number;
  /** Vertices that are drawn for the whole layer. */
  readonly layerSize: number;
  /**
   * Where the range of each vertex begins, and the last one ends, among 53-bit numbers: `vertices + 1` pairs,
   * low word first.
   */
  readonly ends: B;
  /** One over each vertex's probability. */
  readonly inverse: B;
  /** Values of the graph's entries; absent where each is 1. */
  readonly graphValues?: B;
  /** Weight of each entry. */
  readonly values: B;
}

/** {@linkcode FinishOperands} by backend. */
export type FinishOperandsOf = OperandsByBackend<FinishOperands<WasmBuffer>, FinishOperands<WebGpuBuffer>>;

/** {@linkcode UniformOperands} by backend. */
export type UniformOperandsOf = OperandsByBackend<UniformOperands<WasmBuffer>, UniformOperands<WebGpuBuffer>>;

/** {@linkcode RandomWalkOperands} by backend. */
export type RandomWalkOperandsOf = OperandsByBackend<
  RandomWalkOperands<WasmBuffer>,
  RandomWalkOperands<WebGpuBuffer>
>;

/** {@linkcode LayerImportanceOperands} by backend. */
export type LayerImportanceOperandsOf = OperandsByBackend<
  LayerImportanceOperands<WasmBuffer>,
  LayerImportanceOperands<WebGpuBuffer>
>;
