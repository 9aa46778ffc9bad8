/**
 * Sparse products and full-batch training with vertices distributed over ranks: 1D and 1.5D partitioning
 * (hetu-gnn).
 *
 * @module
 */
export { CommunicatorRanks } from "./communicator_ranks.ts";
export { type HaloRows, haloRows } from "./halo_rows.ts";
export {
  PartitionedExecutor,
  type RankSettings,
  type RankStepTime,
  type RowExchange,
  type RunningRank,
} from "./partitioned_executor.ts";
export { productProgram, type WholeProduct } from "./product_program.ts";
export { type BoundRankProgram, type RankAction, type RankProgram, rankProgram } from "./rank_program.ts";
export { OneProcess, type RankBroadcast, type RankSet } from "./rank_set.ts";
export { type PartitionedProgram, type RankShare, rankShare, shareBytes } from "./rank_share.ts";
export { type RowPartition, rowPartition } from "./row_partition.ts";
export {
  type BlockBroadcast,
  type BlockProduct,
  type ScheduleStep,
  type SpmmSchedule,
  spmmSchedule,
} from "./schedule.ts";
export {
  assertScheme,
  groupCount,
  groupRanks,
  memberRanks,
  type PartitionScheme,
  placeOf,
  rankOf,
  schemeText,
} from "./scheme.ts";
export { productSeconds, type ProductShape, type ProductTraffic, productTraffic } from "./traffic.ts";
