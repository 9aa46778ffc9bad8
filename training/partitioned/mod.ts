/**
 * Training and inference on a graph that several devices share: partitions that run one after another on one
 * device, each timed by itself, with modelled communication.
 *
 * @module
 */
export { type Cluster, communicate, type Communication, ROC_CLUSTER } from "./communication.ts";
export {
  bindLayer,
  BlockOperands,
  type LayerNumbers,
  type LayerProgram,
  layerProgram,
  type LayerProgramOptions,
  type PartitionedWork,
} from "./layer_program.ts";
export { type PartitionedLayer, partitionedLayers } from "./layer_widths.ts";
export { DeviceClock, type DeviceClockOptions, type PartitionClock } from "./partition_clock.ts";
export { type ManagedPartsEpoch, type ManagedPartsOptions, ManagedPartsTraining } from "./managed_parts.ts";
export {
  type PartitionedIteration,
  PartitionedTraining,
  type PartitionedTrainingOptions,
  type PartitionStrategy,
} from "./partitioned_training.ts";
export { type PreparedLayer, type TimedLayer, TimedLayers, type TimedLayersOptions } from "./timed_layer.ts";
