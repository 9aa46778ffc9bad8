/**
 * Distributed data-parallel mini-batch training: on the ranks of a communicator, or on simulated ranks that
 * take turns on one device.
 *
 * @module
 */
export type { HaloPolicyName, PushSettings } from "./halo_policy.ts";
export { HaloExchange } from "./halo_exchange.ts";
export { LockStep, runInLockStep, type SimulatedRankWork } from "./lock_step.ts";
export { type BlockScores, PartScorer } from "./part_scorer.ts";
export { type OwnedIds, PartitionBook } from "./partition_book.ts";
export { type RankData, rankData } from "./rank_data.ts";
export {
  type LayerRecord,
  type LayerTraffic,
  type RankComponents,
  rankComponents,
  type RankIteration,
  type SamplingTraffic,
} from "./rank_iteration.ts";
export type { NeighborDrawOf } from "./remote_sampling.ts";
export { rankSeed } from "./rank_seed.ts";
export { RankTrainer, type RankTrainerState, type RankTrainingOptions } from "./rank_trainer.ts";
export type { ReplicaState } from "./replica.ts";
export { communicatorTransport, type PendingExchange, type RankTransport } from "./rank_transport.ts";
export { type RankLoopOptions, type RankResult, trainOnRank } from "./train_on_rank.ts";
export { ParameterScorer, type ScorerOptions } from "../../training/mini_batch/parameter_scorer.ts";
