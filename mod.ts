/**
 * The library: what a notebook or a script imports to load a graph, order it, run, check and time kernels,
 * train a model, add a kernel, a dataset, a suite or a paper of its own, run suites, and read a session.
 * Everything else is found by room: `gnn-repro/graph`, `gnn-repro/hardware`, `gnn-repro/kernels`,
 * `gnn-repro/training`, `gnn-repro/distributed`, `gnn-repro/results`.
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

// Errors, random numbers, statistics
export {
  ConflictError,
  DataError,
  DeviceError,
  type ErrorParts,
  type FilePlace,
  MissingError,
  OutOfMemoryError,
  ReproError,
  UsageError,
  WrongResultError,
} from "./platform/errors.ts";
export { Interrupted } from "./platform/interrupted.ts";
export { RandomStream } from "./platform/random.ts";
export {
  type BootstrapOptions,
  type PairedRound,
  type RatioSummary,
  summarizeRatios,
} from "./platform/statistics/mod.ts";

// A graph: load, order, cut
export type {
  DatasetFile,
  DatasetRecord,
  DatasetSource,
  DenseFeatures,
  FileNeed,
  FormatId,
  GraphCounts,
  GraphRule,
  LoadedDataset,
  MultiLabels,
  PrintedCounts,
  SparseFeatures,
  Split,
} from "./datasets/dataset.ts";
export type { IdOrder } from "./datasets/generators/id_order.ts";
export type { LookupOptions } from "./datasets/lookup.ts";
export { loadDataset, type LoadOptions } from "./datasets/load.ts";
export { datasetRecord, registerDataset } from "./datasets/registry.ts";
export { bandwidth } from "./graph/bandwidth.ts";
export { type CsrMatrix, nnz } from "./graph/csr.ts";
export { type DegreeStatistics, degreeStatistics } from "./graph/degrees.ts";
export { csrFromEdges, type EdgeList } from "./graph/edges.ts";
export { gcnNormalise } from "./graph/normalization.ts";
export { ORDERINGS } from "./graph/orderings/mod.ts";
export type { Ordering } from "./graph/orderings/ordering.ts";
export { partitionGraph } from "./graph/partitions/mod.ts";
export { isPermutation } from "./graph/permutation.ts";
export { permuteSymmetric } from "./graph/permute.ts";

// A kernel: run, check, time
export type { Device, DeviceBuffer } from "./hardware/device.ts";
export type { TimedContender } from "./hardware/measuring/timed_contender.ts";
export { measure, type Measured } from "./hardware/measuring/measure.ts";
export type { MeasuringOptions } from "./hardware/measuring/options.ts";
export { openDevice } from "./hardware/open_device.ts";
export { openWasmDevice } from "./hardware/cpu/device.ts";
export { openWebGpuDevice } from "./hardware/webgpu/open_device.ts";
export type { CheckReport } from "./kernels/checks/check_report.ts";
export { type Kernel, kernelName, type ParameterValues } from "./kernels/kernel.ts";
export type { Operation, Oracle, Projection, Work } from "./kernels/operation.ts";
export { checkPlan, recheckPlans } from "./kernels/checks/plan_check.ts";
export { randomFeatures } from "./kernels/random_features.ts";
export { findKernel, kernelsOf, registerKernel } from "./kernels/registry.ts";
export { spmm } from "./kernels/spmm/mod.ts";
export type { SpmmOperandsOf, SpmmProblem } from "./kernels/spmm/spmm.ts";
export { stageKernel } from "./kernels/staged_kernel.ts";
export { verifyKernel } from "./kernels/checks/verify_kernel.ts";

// A model: build, train
export { DeviceExecutor } from "./training/executors/device_executor.ts";
export { initialise } from "./training/executors/initialisation.ts";
export { trainFullBatch } from "./training/full_batch.ts";
export { gcn } from "./training/models/gcn.ts";
export { adam as adamOptimizer } from "./training/optimizers/adam.ts";
export { vertexClassification, type VertexTask } from "./training/vertex_classification.ts";
export { bindVertexData, type VertexData, vertexData, vertexTaskShape } from "./training/vertex_data.ts";

// A suite: declare, run
export type { Contender, Factors, FactorTexts, Workload } from "./experiments/cell.ts";
export {
  type CellKey,
  type Grounds,
  SuiteEvidence,
  type TimedQuestion,
} from "./experiments/claims/suite_evidence.ts";
export { MeasuredRows } from "./experiments/claims/measured_rows.ts";
export type { RoundSeries } from "./experiments/claims/timed_series.ts";
export {
  atLeast,
  atMost,
  between,
  type PremiseCondition,
  type Quantity,
  type Reading,
} from "./experiments/premises/condition.ts";
export { metricOf } from "./experiments/premises/quantities.ts";
export { type ExactLab, type Lab, NO_DATASET, type RealRanks } from "./experiments/lab.ts";
export type {
  ExactMeasurement,
  JointMeasurement,
  JointOutcome,
  Measurement,
  PreparedTrial,
  TimedMeasurement,
  Trial,
} from "./experiments/measurement.ts";
export type {
  Breakdown,
  CheckedTimes,
  CountUnit,
  Facts,
  FactValue,
  Metric,
  Metrics,
  ModelledValue,
  StatedValue,
  TimeMetric,
  Times,
  TimeUnit,
  Unit,
} from "./experiments/metrics.ts";
export type { Paper, PaperArtifact, Reference } from "./experiments/paper.ts";
export type { PaperId, PaperTables } from "./experiments/paper_tables.ts";
export { papers, registerPaper } from "./experiments/papers.ts";
export { type Profile, type ProfileId, profileOf, PROFILES } from "./experiments/profiles.ts";
export type { PublishedKey } from "./experiments/published/mod.ts";
export { repro } from "./experiments/session/repro.ts";
export type { ReproOptions } from "./experiments/session/repro_options.ts";
export type { ReproSummary } from "./experiments/session/summary.ts";
export type { ClaimRule, Suite } from "./experiments/suite.ts";
export { allSuites, registerSuite, selectSuites } from "./experiments/suites.ts";
export { spmmTrial } from "./experiments/trials/spmm_trial.ts";
export type { SpmmTrialOptions } from "./experiments/trials/product_trial.ts";

// A session: read, show
export type { ClaimPart, Premise } from "./results/verdicts/evidence.ts";
export { displaySession } from "./results/notebook/session_display.ts";
export {
  type ClaimRow,
  type ComparisonRow,
  medianOf,
  type Row,
  type Sample,
  type Verdict,
} from "./results/row.ts";
export { readSession } from "./results/store/store.ts";
