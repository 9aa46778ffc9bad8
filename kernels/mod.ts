/**
 * Operations with their oracles, the kernels that compute them on each backend, and the checks of both.
 *
 * @module
 */
export * from "./activation/mod.ts";
export * from "./adam/mod.ts";
export * from "./add/mod.ts";
export * from "./attention/mod.ts";
export * from "./checks/check_output.ts";
export { type CheckedEntry, type CheckReport, worstOf } from "./checks/check_report.ts";
export { ATOL, EPS_F32 } from "./checks/error_bound.ts";
export type { CheckExtent, References } from "./checks/references.ts";
export type { CodePhases, EmitPhase, PhaseNumbers } from "./machine_code/code_phases.ts";
export * from "./column_sum/mod.ts";
export * from "./cross_entropy/mod.ts";
export * from "./epilogue/epilogue.ts";
export * from "./tanh_gate/mod.ts";
export * from "./gemm/mod.ts";
export * from "./id_map/mod.ts";
export * from "./kernel.ts";
export * from "./operation.ts";
export * from "./path_spmm/mod.ts";
export * from "./checks/plan_check.ts";
export * from "./plans/plan_wasm.ts";
export type { UniformValues } from "../hardware/webgpu/uniform.ts";
export { type Launch, planOnWebGpu, type WebGpuPlanBuilder } from "./plans/plan_webgpu.ts";
export * from "./registry.ts";
export * from "./gather_scatter/mod.ts";
export type { RowCall, RowWork } from "./plans/row_work.ts";
export * from "./sampling/mod.ts";
export * from "./segment_max/mod.ts";
export * from "./spmm/group_size/mod.ts";
export * from "./spmm/mod.ts";
export * from "./staged_kernel.ts";
export * from "./staged_plan.ts";
export { SavedTuning } from "./tuning/saved_tuning.ts";
export { savedTuning, type SavedTuningOptions } from "./tuning/tuning_file.ts";
export * from "./checks/verify_kernel.ts";
