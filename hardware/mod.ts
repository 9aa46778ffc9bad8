/**
 * The machine, real or modelled: devices and their memory, the one measuring loop, rooflines, links, and the
 * cache simulator.
 *
 * @module
 */
export * from "./access_time.ts";
export * from "./cache_simulator/cache_geometry.ts";
export * from "./cache_simulator/kernel_model.ts";
export * from "./cache_simulator/simulate_spmm.ts";
export * from "./dense.ts";
export * from "./device.ts";
export * from "./grouping_model.ts";
export * from "./interconnect.ts";
export * from "./link_changes.ts";
export * from "./measuring.ts";
export * from "./open_device.ts";
export * from "./pipeline_model.ts";
export * from "./probe_roofline.ts";
export * from "./published_cards.ts";
export * from "./roofline.ts";
export * from "./spmm_roofline.ts";
export * from "./task_schedule.ts";
export * from "./wasm/device.ts";
export type { AdapterRequest } from "./webgpu/adapter.ts";
export * from "./webgpu/device.ts";
export type { PassTime } from "./webgpu/pass_clock.ts";
export { computePipeline, type PipelineSource } from "./webgpu/pipeline.ts";
export type { TimerCalibration } from "./webgpu/timer.ts";
export { foldedGrid, type Groups } from "./webgpu/work_queue.ts";
export type { WasmModule } from "../platform/wasm.ts";
export type { ParallelCall } from "../platform/worker_pool.ts";
