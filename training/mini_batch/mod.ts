/**
 * Mini-batch training: samplers on the host and on devices, reordered windows, feature loading with few
 * copies, a program for each batch, and the time of every phase.
 *
 * @module
 */
export { type Aggregation, aggregationMatrix } from "./aggregation.ts";
export {
  type BatchModel,
  type BatchProgram,
  batchProgram,
  type BlockNeeds,
  blockNeeds,
  type BlockShape,
  type ModelChoices,
} from "./batch_program.ts";
export type { BatchSampler, SamplingTimes, TimedBatch } from "./batch_sampler.ts";
export {
  type BatchTask,
  batchTask,
  type BatchTopology,
  batchTopology,
  type BlockTopology,
} from "./batch_topology.ts";
export { deviceBatchSampler } from "./device_batch_sampler.ts";
export { hostSampler } from "./host_sampler.ts";
export {
  type IterationPhases,
  iterationPhases,
  type IterationRecord,
  type IterationTimes,
  waitsInPhases,
} from "./iteration.ts";
export type { OpenLoader } from "./loader_by_need.ts";
export { type MiniBatchData, miniBatchData } from "./mini_batch_data.ts";
export { ModelParameters } from "./model_parameters.ts";
export {
  type InspectedBatch,
  isResident,
  type ResidentIteration,
  type ResidentPhase,
  ResidentTrainer,
  type ResidentTrainingOptions,
} from "./resident/mod.ts";
export {
  type LoadedBatch,
  type MiniBatchState,
  MiniBatchTrainer,
  type MiniBatchTrainingOptions,
} from "./trainer.ts";
