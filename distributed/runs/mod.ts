/**
 * Training over ranks as a program: from the files of a partition to records and checkpoints.
 *
 * @module
 */
export { FullBatchRank } from "./full_batch_rank.ts";
export { RankEpochs, type RankTask } from "./rank_epochs.ts";
export {
  type RankBatchSettings,
  type RankMemory,
  type RankPeak,
  type RankReport,
  type RankRun,
  type RankRunEvents,
  type RankRunResult,
  type RankRunSettings,
  type RankStart,
  trainStoredPart,
} from "./rank_run.ts";
