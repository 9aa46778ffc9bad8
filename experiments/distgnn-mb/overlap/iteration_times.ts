/**
 * Whole iterations of a rank, with what only this harness does.
 *
 * @module
 */
import { rankComponents, type RankIteration } from "../../../distributed/training/mod.ts";

/** Milliseconds of everything in an iteration. */
export function elapsedMs(record: RankIteration): number {
  const { miniBatchCreationMs, forwardMs, backwardMs, allReduceMs, preparationMs } = rankComponents(record);
  return miniBatchCreationMs + forwardMs + backwardMs + allReduceMs + preparationMs;
}

/** Milliseconds that an iteration keeps its rank busy: all but waiting for others. */
export function busyMs(record: RankIteration): number {
  return elapsedMs(record) - rankComponents(record).waitMs - record.allReduceMs;
}
