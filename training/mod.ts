/**
 * Training of graph neural networks: layers, models, programs and their executors, optimizers, mini-batches,
 * and the memory manager.
 *
 * @module
 */
export { DivergenceError, type DivergencePlace } from "./divergence.ts";
export * from "./early_stopping.ts";
export * from "./executors/device_executor.ts";
export type { ControlWords, ResidentOperands } from "./executors/device_memory.ts";
export * from "./executors/executor.ts";
export * from "./executors/initialisation.ts";
export * from "./executors/kernel_choice.ts";
export * from "./executors/oracle_executor.ts";
export * from "./executors/phase_times.ts";
export * from "./executors/step_check.ts";
export type { StepChain } from "./executors/row_chains.ts";
export type { StepPlan } from "./executors/step_plan.ts";
export * from "./feature_loading/mod.ts";
export * from "./full_batch.ts";
export * from "./group_size/mod.ts";
export * from "./layers/dropout.ts";
export * from "./layers/epilogue.ts";
export * from "./layers/features.ts";
export * from "./layers/gradient.ts";
export * from "./layers/graph_adjacency.ts";
export * from "./layers/graph_attention.ts";
export * from "./layers/graph_convolution.ts";
export * from "./layers/graph_isomorphism.ts";
export * from "./layers/layer.ts";
export * from "./layers/linear.ts";
export * from "./layers/propagate.ts";
export * from "./layers/residual.ts";
export * from "./memory_manager/mod.ts";
export * from "./metrics.ts";
export * from "./mini_batch/mod.ts";
export type { GraphQuestions, PoolingClassifierOptions } from "./models/classifier_head.ts";
export * from "./models/gat.ts";
export * from "./models/gcn.ts";
export * from "./models/gin.ts";
export * from "./models/graph_sage.ts";
export type { StackDropout } from "./models/layer_stack.ts";
export * from "./models/group_size_classifier.ts";
export * from "./models/lightgcn.ts";
export * from "./models/residual_gcn.ts";
export * from "./models/sgc.ts";
export type { ScoredEntries } from "./operations/attention/edge_softmax.ts";
export type { ClassifiedRows, StepTruth } from "./operations/rules/classified_rows.ts";
export type { StepEpilogue } from "./operations/rules/epilogue.ts";
export type { AdamDecays } from "./operations/rules/operand_source.ts";
export type * from "./operations/step_operation.ts";
export { inputsOf, outputsOf, type UnwrittenOperation } from "./operations/step_rules.ts";
export { adam as adamOptimizer, ADAM_DEFAULTS } from "./optimizers/adam.ts";
export * from "./optimizers/optimizer.ts";
export * from "./partially_active.ts";
export * from "./partitioned/mod.ts";
export * from "./path_memory.ts";
export * from "./permuted_data.ts";
export * from "./pooling/bound_operands.ts";
export * from "./pooling/graph_batch.ts";
export * from "./pooling/readout.ts";
export * from "./pooling/sag_pool.ts";
export * from "./pooling/selection.ts";
export * from "./program/bindings.ts";
export { type ClassifierParts, classifierProgram, type Stage } from "./program/classifier_program.ts";
export * from "./program/memory_ledger.ts";
export * from "./program/memory_plan.ts";
export * from "./program/phase.ts";
export * from "./program/program.ts";
export * from "./program/program_builder.ts";
export {
  type ParameterSpec,
  type Sequence,
  StepEmitter,
  type StepPlace,
  type StepTarget,
} from "./program/step_emitter.ts";
export type { IndexOperand, SparseOperand, Tensor, TensorKind, TensorShape } from "./program/tensor.ts";
export * from "./runs/mod.ts";
export * from "./vertex_classification.ts";
export * from "./vertex_data.ts";
export type { Correlation } from "../platform/statistics/mod.ts";
