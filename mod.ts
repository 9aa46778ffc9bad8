/**
 * The library: what a notebook or a script imports to load graphs, order them, run and check kernels, add its
 * own, train models, run suites and read sessions.
 *
 * ```ts
 * import { csrFromEdges, degreeStatistics } from "gnn-repro";
 *
 * const path = csrFromEdges({
 *   vertices: 3,
 *   source: Uint32Array.of(0, 1),
 *   target: Uint32Array.of(1, 2),
 *   symmetrise: true,
 * });
 * console.log(degreeStatistics(path).mean);
 * ```
 *
 * @module
 */

// platform: errors, random numbers, statistics
export * from "./platform/errors.ts";
export * from "./platform/interrupt.ts";
export * from "./platform/random.ts";
export * from "./platform/statistics/mod.ts";
export * from "./platform/wasm.ts";
export type { ParallelCall } from "./platform/worker_pool.ts";

// graph: structure
export * from "./graph/bandwidth.ts";
export * from "./graph/csr.ts";
export * from "./graph/degrees.ts";
export * from "./graph/edges.ts";
export * from "./graph/execution_paths.ts";
export * from "./graph/graph_hash.ts";
export * from "./graph/k_hop.ts";
export * from "./graph/neighbor_groups.ts";
export * from "./graph/normalization.ts";
export * from "./graph/orderings/block_wise.ts";
export * from "./graph/orderings/metis.ts";
export * from "./graph/orderings/mod.ts";
export * from "./graph/orderings/ordering.ts";
export * from "./graph/partitions/mod.ts";
export * from "./graph/partitions/cost_model.ts";
export * from "./graph/partitions/part_ranges.ts";
export * from "./graph/partitions/range_block.ts";
export * from "./graph/partitions/ranges.ts";
export * from "./graph/partitions/vertex_costs.ts";
export * from "./graph/partitions/partition.ts";
export * from "./graph/permutation.ts";
export * from "./graph/permute.ts";
export * from "./graph/reuse_distance.ts";
export * from "./graph/sampling/mod.ts";
export * from "./graph/submatrix.ts";
export * from "./graph/symmetry.ts";
export * from "./graph/tiles.ts";
export * from "./graph/transpose.ts";

// hardware: devices and measuring
export * from "./hardware/access_time.ts";
export * from "./hardware/cache_simulator/cache_geometry.ts";
export * from "./hardware/cache_simulator/kernel_model.ts";
export * from "./hardware/cache_simulator/simulate_spmm.ts";
export * from "./hardware/dense.ts";
export * from "./hardware/device.ts";
export * from "./hardware/grouping_model.ts";
export * from "./hardware/interconnect.ts";
export * from "./hardware/link_changes.ts";
export * from "./hardware/measuring.ts";
export * from "./hardware/open_device.ts";
export * from "./hardware/probe_roofline.ts";
export * from "./hardware/published_cards.ts";
export * from "./hardware/roofline.ts";
export * from "./hardware/spmm_roofline.ts";
export * from "./hardware/wasm/device.ts";
export type { AdapterRequest } from "./hardware/webgpu/adapter.ts";
export * from "./hardware/webgpu/device.ts";
export { computePipeline, type PipelineSource } from "./hardware/webgpu/pipeline.ts";
export type { PassTime } from "./hardware/webgpu/pass_clock.ts";
export type { TimerCalibration } from "./hardware/webgpu/timer.ts";
export { foldedGrid, type Groups } from "./hardware/webgpu/work_queue.ts";
export * from "./hardware/pipeline_model.ts";
export * from "./hardware/task_schedule.ts";

// datasets: a graph comes in
export * from "./datasets/dataset.ts";
export * from "./datasets/fidelity.ts";
export * from "./datasets/generators/rmat.ts";
export * from "./datasets/generators/stand_in.ts";
export * from "./datasets/load.ts";
export type { LookupOptions } from "./datasets/lookup.ts";
export * from "./datasets/registry.ts";

// kernels: arithmetic
export * from "./kernels/activation/mod.ts";
export * from "./kernels/adam/mod.ts";
export * from "./kernels/add/mod.ts";
export * from "./kernels/attention/mod.ts";
export * from "./kernels/check.ts";
export * from "./kernels/staged_kernel.ts";
export * from "./kernels/staged_plan.ts";
export * from "./kernels/verify_kernel.ts";
export * from "./kernels/column_sum/mod.ts";
export * from "./kernels/cross_entropy/mod.ts";
export * from "./kernels/entries/mod.ts";
export * from "./kernels/epilogue.ts";
export * from "./kernels/gate/mod.ts";
export * from "./kernels/gemm/mod.ts";
export * from "./kernels/id_map/mod.ts";
export * from "./kernels/kernel.ts";
export * from "./kernels/operation.ts";
export * from "./kernels/path_spmm/mod.ts";
export * from "./kernels/plan_wasm.ts";
export { floatBits, type Launch, planOnWebGpu, type WebGpuPlanBuilder } from "./kernels/plan_webgpu.ts";
export * from "./kernels/registry.ts";
export * from "./kernels/rows/mod.ts";
export * from "./kernels/segment_max/mod.ts";
export * from "./kernels/spmm/group_size/mod.ts";
export * from "./kernels/sampling/mod.ts";
export * from "./kernels/spmm/mod.ts";

// training: a model learns
export { DivergenceError, type DivergencePlace } from "./training/divergence.ts";
export * from "./training/early_stopping.ts";
export * from "./training/executors/device_executor.ts";
export * from "./training/executors/executor.ts";
export * from "./training/executors/initialisation.ts";
export * from "./training/executors/kernel_choice.ts";
export * from "./training/executors/oracle_executor.ts";
export * from "./training/executors/phase_times.ts";
export * from "./training/executors/step_check.ts";
export type { StepPlan } from "./training/executors/step_plan.ts";
export type { ScoredEntries } from "./training/operations/attention/edge_softmax.ts";
export * from "./training/feature_loading/mod.ts";
export * from "./training/full_batch.ts";
export * from "./training/group_size/mod.ts";
export * from "./training/layers/dropout.ts";
export * from "./training/layers/epilogue.ts";
export * from "./training/layers/features.ts";
export * from "./training/layers/gradient.ts";
export * from "./training/layers/graph_adjacency.ts";
export * from "./training/layers/graph_attention.ts";
export * from "./training/layers/graph_convolution.ts";
export * from "./training/layers/graph_isomorphism.ts";
export * from "./training/layers/layer.ts";
export * from "./training/layers/linear.ts";
export * from "./training/layers/propagate.ts";
export * from "./training/layers/residual.ts";
export * from "./training/memory_manager/mod.ts";
export * from "./training/metrics.ts";
export * from "./training/mini_batch/mod.ts";
export * from "./training/models/gat.ts";
export * from "./training/models/gcn.ts";
export * from "./training/models/gin.ts";
export * from "./training/models/graph_sage.ts";
export * from "./training/models/group_size_classifier.ts";
export * from "./training/models/lightgcn.ts";
export * from "./training/models/residual_gcn.ts";
export * from "./training/models/sgc.ts";
export type * from "./training/operations/step_operation.ts";
export type { ClassifiedRows, StepTruth } from "./training/operations/rules/classification.ts";
export type { StepEpilogue } from "./training/operations/rules/epilogue.ts";
export type { AdamDecays } from "./training/operations/rules/operand_source.ts";
export { inputsOf, outputsOf, type UnwrittenOperation } from "./training/operations/step_rules.ts";
export { adam as adamOptimizer, ADAM_DEFAULTS } from "./training/optimizers/adam.ts";
export * from "./training/optimizers/optimizer.ts";
export * from "./training/partially_active.ts";
export * from "./training/partitioned/mod.ts";
export * from "./training/path_memory.ts";
export * from "./training/permuted_data.ts";
export * from "./training/pooling/bound_operands.ts";
export * from "./training/pooling/graph_batch.ts";
export * from "./training/pooling/readout.ts";
export * from "./training/pooling/sag_pool.ts";
export * from "./training/pooling/selection.ts";
export * from "./training/program/bindings.ts";
export {
  type ClassifierParts,
  classifierProgram,
  type Stage,
} from "./training/program/classifier_program.ts";
export * from "./training/program/memory_ledger.ts";
export * from "./training/program/memory_plan.ts";
export * from "./training/program/phase.ts";
export * from "./training/program/program.ts";
export * from "./training/program/program_builder.ts";
export {
  type ParameterSpec,
  type Sequence,
  StepEmitter,
  type StepPlace,
} from "./training/program/step_emitter.ts";
export type {
  IndexOperand,
  SparseOperand,
  Tensor,
  TensorKind,
  TensorShape,
} from "./training/program/tensor.ts";
export * from "./training/vertex_classification.ts";
export * from "./training/vertex_data.ts";

// distributed: many ranks
export * from "./distributed/communicator/mod.ts";
export * from "./distributed/embedding_cache/mod.ts";
export * from "./distributed/embedding_push/mod.ts";
export * from "./distributed/local_batch/mod.ts";
export * from "./distributed/partition/mod.ts";
export * from "./distributed/spmm/mod.ts";
export * from "./distributed/training/mod.ts";

// results: what came out
export * from "./results/bundle.ts";
export * from "./results/compare/compare.ts";
export type { Mark } from "./results/compare/agreement.ts";
export * from "./results/compare/compare_command.ts";
export * from "./results/compare/comparison_text.ts";
export type { Condition } from "./results/compare/conditions.ts";
export type { Outcome } from "./results/compare/outcome.ts";
export * from "./results/compare/session_changes.ts";
export * from "./results/dashboard/site.ts";
export * from "./results/gc.ts";
export * from "./results/history/changes.ts";
export * from "./results/history/history.ts";
export * from "./results/history/session_history.ts";
export * from "./results/history/session_list.ts";
export * from "./results/history/step_detection.ts";
export * from "./results/nightly.ts";
export * from "./results/noise.ts";
export * from "./results/report_command.ts";
export type { SuiteChange } from "./results/dashboard/change_table.ts";
export * from "./results/evidence.ts";
export type { JournalDigest, JournalEntry } from "./results/journal.ts";
export type { Subject } from "./results/subject.ts";
export { Display } from "./results/notebook/display.ts";
export type { MimeBundle } from "./results/notebook/nbformat.ts";
export * from "./results/notebook/session_display.ts";
export type { PngOutcome } from "./results/pictures/picture_files.ts";
export * from "./results/report.ts";
export * from "./results/row.ts";
export * from "./results/scorecard.ts";
export * from "./results/sentinel.ts";
export * from "./results/session_document.ts";
export * from "./results/store.ts";

// experiments: what the papers claim
export * from "./experiments/trials/ordered_graph.ts";
export type * from "./experiments/paper.ts";
export * from "./experiments/papers.ts";
export * from "./experiments/profiles.ts";
export type { PublishedKey } from "./experiments/published/join.ts";
export * from "./experiments/session/repro.ts";
export * from "./experiments/session/repro_options.ts";
export * from "./experiments/trials/spmm_trial.ts";
export * from "./experiments/cell.ts";
export * from "./experiments/lab.ts";
export * from "./experiments/measurement.ts";
export * from "./experiments/metrics.ts";
export * from "./experiments/suite.ts";
export * from "./experiments/claims/suite_evidence.ts";
export * from "./experiments/suites.ts";
export * from "./experiments/session/summary.ts";
