/**
 * Whole iterations of a rank, with what only this harness does, and means over a turn of them.
 *
 * @module
 */
import { rankComponents, type RankIteration } from "../../../distributed/training/mod.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { mean } from "../../../platform/statistics/mod.ts";
import type { DelayedTraining } from "../convergence/delayed_trainings.ts";

/** Milliseconds of everything in an iteration. */
export function elapsedMs(record: RankIteration): number {
  const { miniBatchCreationMs, forwardMs, backwardMs, allReduceMs, preparationMs } = rankComponents(record);
  return miniBatchCreationMs + forwardMs + backwardMs + allReduceMs + preparationMs;
}

/** Milliseconds that an iteration keeps its rank busy: all but waiting for others, also while it samples. */
export function busyMs(record: RankIteration): number {
  const { sampling, allReduceMs } = record;
  return elapsedMs(record) - sampling.waitMs - rankComponents(record).waitMs - allReduceMs;
}

/** Bytes that an iteration's layers send to other ranks: pushes, or requests and replies for features. */
export function layerBytes({ layers }: RankIteration): number {
  return sumOf(layers, ({ traffic }) => traffic.sentBytes);
}

/** Bytes that an iteration sends to other ranks: those of its layers, and of sampling across ranks. */
export function sentBytes(record: RankIteration): number {
  return layerBytes(record) + record.sampling.sentBytes;
}

/**
 * Mean of a number of all ranks together over the measured iterations of a turn, by round: over all but the
 * first one.
 *
 * @param of Takes the records of all ranks in one iteration.
 */
export function meanByTurn(
  { turns }: Pick<DelayedTraining, "turns">,
  of: (ranks: readonly RankIteration[]) => number,
): number[] {
  return turns.map(([, ...measured]) => mean(measured.map(of)));
}
