/**
 * Samplers on devices: threads and adapters draw the neighbours that the host's sampler draws, and leave the blocks where
 * training computes.
 *
 * @module
 */
export {
  type BlockSizes,
  type DeviceBlock,
  type DeviceSampler,
  openSampler,
  type SamplerOptions,
  type SamplingPhase,
} from "./device_sampler.ts";
export type { DeviceGraph, DeviceVertices, LayerOperands, LayerOperandsOf } from "./sampling.ts";
export { sortRowsWasm, uniformWasm } from "./sampling_wasm.ts";
export { sortRowsWebGpu, uniformWebGpu } from "./sampling_webgpu.ts";
