/**
 * What drawing one layer works on: the graph, the destinations as the layer above left them, and the ID map that follows.
 *
 * @module
 */
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { IdMapOperands } from "../id_map/mod.ts";

/** A graph on a device; unweighted. */
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

/** The operands of one layer on a device. */
export interface LayerOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** What is drawn from. */
  readonly graph: DeviceGraph<B>;
  /** For whom. */
  readonly destinations: DeviceVertices<B>;
  /** The layer's key, two words; see {@linkcode layerKey}. */
  readonly key: B;
  /** Neighbours of a destination, at most. */
  readonly fanout: number;
  /** Most destinations. */
  readonly maxRows: number;
  /** Offsets of the block's rows, `maxRows + 1` words. */
  readonly rowPtr: B;
  /** The layer's ID map: its sizes, kept ids and ids are written, its local ids are sorted within their rows. */
  readonly map: IdMapOperands<B>;
}

/** The operands by backend. */
export interface LayerOperandsOf {
  /** In the arena. */
  readonly wasm: LayerOperands<WasmBuffer>;
  /** In GPU buffers. */
  readonly webgpu: LayerOperands<WebGpuBuffer>;
}
