/**
 * Memory manager of roc: decides which tensors of a training step are on the device at each operation, so
 * that the fewest bytes are loaded, and trains by such a plan.
 *
 * @module
 */
export type { Recurrence } from "./dynamic_program.ts";
export { ManagedExecutor, type ManagedExecutorOptions } from "./managed_executor.ts";
export type { ManagedPlan } from "./managed_plan.ts";
export type { ManagedSequence, ManagedTask } from "./managed_tasks.ts";
export {
  assertOperationGraph,
  type GraphOperation,
  type GraphTensor,
  type NamedOperation,
  neededBytes,
  type OperationGraph,
  operationGraph,
} from "./operation_graph.ts";
export { type CachingPolicy, planTransfers, type TransferOptions } from "./policies.ts";
export {
  type OperationSizes,
  operationsOf,
  type ProgramOperations,
  type StoredMatrix,
} from "./program_operations.ts";
export { countStates, type OperationState, type StateCounts, validStates } from "./states.ts";
export type { Transfers } from "./task_runner.ts";
export type { PlannedOperation, TransferPlan } from "./transfer_plan.ts";
export { ginExample, type GinExampleTensor } from "./worked_example.ts";
