/**
 * Ranks, their jobs and their communicators.
 *
 * @module
 */
export * from "./communicator.ts";
export { delayedCommunicator } from "./delayed/communicator.ts";
export type { LinkClock } from "./delayed/link_clock.ts";
export { type LocalRankJob, MAX_LOCAL_RANKS, runLocalRanks } from "./local/run_local_ranks.ts";
export { LAUNCHER_VARIABLE } from "./mpi/launcher.ts";
export { MPI_LAUNCH_VARIABLES } from "./mpi/launch_environment.ts";
export { type MpiRankJob, RANK_FLAGS_VARIABLE, startMpiRanks } from "./mpi/start_ranks.ts";
export { joinedWorld, RankWorld } from "./mpi/world.ts";
export { MessageError, type RankEnd, RankError } from "./rank_error.ts";
export { type AnyRankJob, runRanks } from "./run_ranks.ts";
