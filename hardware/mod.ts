/**
 * The machine, real or modelled: devices and their memory, the one measuring loop, rooflines, links, and the
 * cache simulator.
 *
 * @module
 */
export * from "./cache_simulator/cache_geometry.ts";
export * from "./cache_simulator/kernel_model.ts";
export * from "./cache_simulator/simulate_spmm.ts";
export * from "./measuring/timed_contender.ts";
export * from "./cpu/device.ts";
export type { ListingLine, MachineCode } from "./cpu/x86/assembler/assembler.ts";
export { type MachineCall, openX86Device, type X86Device, type X86DeviceOptions } from "./cpu/x86/device.ts";
export type { HostRows, PinnedRows, PinningMemory } from "./cpu/pinned_rows.ts";
export type { InstructionSet } from "./cpu/x86/instruction_set.ts";
export * from "./dense.ts";
export * from "./device.ts";
export { ClockError } from "./measuring/clock_error.ts";
export * from "./measuring/measure.ts";
export type { MeasuringOptions } from "./measuring/options.ts";
export type { TimedSample } from "./measuring/samples.ts";
export * from "./models/access_time.ts";
export * from "./models/cards.ts";
export * from "./models/current_cards.ts";
export * from "./models/grouping_model.ts";
export * from "./models/interconnect.ts";
export * from "./models/link_changes.ts";
export * from "./models/pipeline_model.ts";
export * from "./models/published_cards.ts";
export * from "./models/roofline.ts";
export * from "./models/spmm_roofline.ts";
export * from "./models/task_schedule.ts";
export * from "./number_format.ts";
export * from "./open_device.ts";
export type { EntrySums, LaunchedSums, Tuning } from "./tuning.ts";
export * from "./probe_roofline.ts";
export { SHORTEST_SAMPLE_MS } from "./measuring/sample_length.ts";
export type { AdapterRequest } from "./webgpu/adapter.ts";
export * from "./measuring/waiting.ts";
export * from "./webgpu/device.ts";
export type { WebGpuImplementation, WebGpuRuntime } from "./webgpu/implementation.ts";
export { openWebGpuDevice } from "./webgpu/open_device.ts";
export type { PassSpan, PassTime } from "./webgpu/clock/pass_clock.ts";
export { computePipeline, type PipelineSource } from "./webgpu/pipeline.ts";
export { foldedGrid, type Groups } from "./webgpu/work_queue.ts";
export type { WasmModule } from "../platform/wasm/module.ts";
export type { CallWatcher, ParallelCall } from "../platform/wasm/worker_pool.ts";
