/**
 * Samplers on devices: CPU threads and adapters draw the same neighbours as the sampler on the host, and
 * leave the blocks in the memory where training computes.
 *
 * @module
 */
export {
  type BlockSizes,
  type DeviceBlock,
  type DeviceSampler,
  fitsRoom,
  type LayerRoom,
  REPORT_WORDS,
  reportedSizes,
  type SamplerInputs,
  type SamplerOptions,
  type SamplerSetting,
  type SamplingPhase,
} from "./device_sampler.ts";
export type { GraphColumns } from "./graph_columns.ts";
export { layerImportanceWasm } from "./layer_importance/wasm.ts";
export { layerImportanceWebGpu } from "./layer_importance/webgpu.ts";
export { openSampler } from "./open_sampler.ts";
export { randomWalkWasm } from "./random_walk/wasm.ts";
export { randomWalkWebGpu } from "./random_walk/webgpu.ts";
export type {
  DeviceGraph,
  DeviceVertices,
  FinishOperands,
  FinishOperandsOf,
  LayerImportanceOperands,
  LayerImportanceOperandsOf,
  LayerOperands,
  RandomWalkOperands,
  RandomWalkOperandsOf,
  UniformOperands,
  UniformOperandsOf,
} from "./sampling.ts";
export { sortRowsWasm } from "./sort_rows/wasm.ts";
export { sortRowsWebGpu } from "./sort_rows/webgpu.ts";
export { uniformWasm } from "./uniform/wasm.ts";
export { uniformWebGpu } from "./uniform/webgpu.ts";
