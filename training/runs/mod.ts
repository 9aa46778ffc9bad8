/**
 * Trainings that run epoch by epoch, are recorded, and go on after an interruption.
 *
 * @module
 */
export { type Checkpoint, type CheckpointList, Checkpoints } from "./checkpoints.ts";
export { type EpochRecord, type RankEpoch, type RankSpread } from "./epoch_record.ts";
export {
  type EpochOutcome,
  type EpochTraining,
  SET_NAMES,
  type SetName,
  type SetTallies,
  type VertexSets,
} from "./epoch_training.ts";
export { FullBatchEpochs, type FullBatchModel, type FullBatchState } from "./full_batch_epochs.ts";
export { MiniBatchEpochs } from "./mini_batch_epochs.ts";
export { MODEL_NAMES, type ModelName, type ModelSettings, type TrainingSettings } from "./model_settings.ts";
export { type NamedModel, namedModel } from "./named_model.ts";
export { ResidentEpochs, type ResidentModel } from "./resident_epochs.ts";
export {
  type MiniBatchTask,
  SampledEpochs,
  type SampledTrainer,
  type ScoredModel,
} from "./sampled_epochs.ts";
export { ALONE, type EpochGroup, type EpochOptions, trainEpochs } from "./train_epochs.ts";
