/**
 * Dispatch of a function to ranks of either engine.
 *
 * @module
 */
import type { RankEngine } from "./communicator.ts";
import { type LocalRankJob, runLocalRanks } from "./local/run_local_ranks.ts";
import { type MpiRankJob, startMpiRanks } from "./mpi/start_ranks.ts";
import { joinedWorld } from "./mpi/world.ts";

/** Job for either engine. */
export interface AnyRankJob extends LocalRankJob, MpiRankJob {
  /** Engine that runs the ranks. */
  readonly engine: RankEngine;
}

/**
 * Runs a function on ranks and returns the result of each, in the order of ranks. With `mpi`, the ranks are
 * those started by the user's own `mpirun` or `srun`, if any (then this is rank 0, and the others serve: see
 * {@link joinedWorld}); otherwise `mpirun` is started for this job.
 *
 * @throws {RankError} where a rank dies; {@link MissingError} where there is no MPI.
 */
export function runRanks<Output>(job: AnyRankJob): Promise<Output[]> {
  switch (job.engine) {
    case "local":
      return runLocalRanks<Output>(job);
    case "mpi":
      return joinedWorld()?.run<Output>(job) ?? startMpiRanks<Output>(job);
    default:
      return job.engine satisfies never;
  }
}
