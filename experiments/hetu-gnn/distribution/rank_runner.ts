/**
 * A partitioned program as a runner that times the own steps of all its ranks, one after another on one
 * device.
 *
 * @module
 */
import type { PartitionedExecutor, RankStepTime } from "../../../distributed/spmm/mod.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import type { Step } from "../../../training/program/program.ts";
import type { Lab } from "../../lab.ts";
import type { Runner } from "../checked_turns.ts";

/** A program on ranks that was checked. */
export interface CheckedRanks {
  /** Ranks, all of which run here. */
  readonly run: PartitionedExecutor;
  /** Check of the program's result. */
  readonly check: CheckReport;
  /**
   * Runs again and compares.
   *
   * @throws {WrongResultError} where the result is wrong by now.
   */
  recheck(): Promise<void>;
}

/** Times of the own steps of all ranks in one round. */
export type Round = readonly RankStepTime[];

/** Runner of the steps of one sequence; `which` selects some of them. */
export function rankRunner<Ranks extends CheckedRanks>(
  { device: { timer } }: Lab,
  ranks: Ranks,
  { sequence, which }: {
    readonly sequence: "train" | "evaluate";
    readonly which?: (step: Step) => boolean;
  },
): Ranks & Runner<Round> {
  return {
    ...ranks,
    timer,
    time: () => ranks.run.timeSteps(sequence, which),
    close: () => ranks.run.close(),
  };
}

/** Milliseconds of each rank in a round, ascending by rank. */
export function rankTimes(round: Round, which: (step: Step) => boolean = () => true): number[] {
  const byRank = Map.groupBy(round, ({ rank }) => rank);
  return Array.from(
    byRank.values(),
    (steps) => steps.reduce((sum, { step, ms }) => which(step) ? sum + ms : sum, 0),
  );
}

/** Milliseconds of the slowest rank in a round. */
export function slowestRank(round: Round, which?: (step: Step) => boolean): number {
  return Math.max(...rankTimes(round, which));
}

/**
 * Whether a step is a product with a block of the adjacency. Adding parts up is no part of the paper's
 * product.
 */
export function isBlockProduct({ op }: Step): boolean {
  return op === "spmm";
}

/** Error of ranks whose result is not the wanted one. */
export function wrongRanks(name: string, current: string): WrongResultError {
  return new WrongResultError({
    action: `time ranks: ${name}`,
    current,
    wanted: "equal numbers within the tolerance",
    next: "run the kernels' tests on this device",
  });
}
