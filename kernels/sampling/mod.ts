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
  openSampler,
  type SamplerOptions,
  type SamplerSetting,
  type SamplingPhase,
} from "./device_sampler.ts";
export { layerImportanceWasm } from "./layer_importance_wasm.ts";
export { layerImportanceWebGpu } from "./layer_importance_webgpu.ts";
export { randomWalkWasm } from "./random_walk_wasm.ts";
export { randomWalkWebGpu } from "./random_walk_webgpu.ts";
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
export { sortRowsWasm } from "./sort_rows_wasm.ts";
export { sortRowsWebGpu } from "./sort_rows_webgpu.ts";
export { uniformWasm } from "./uniform_wasm.ts";
export { uniformWebGpu } from "./uniform_webgpu.ts";
