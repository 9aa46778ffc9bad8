/**
 * Real ranks whose times mean something: each has a core or more to itself.
 *
 * @module
 */
import { joinedWorld } from "../../../distributed/communicator/mod.ts";
import type { Lab } from "../../lab.ts";

/** Ranks of a timed job. */
export interface TimedRanks {
  /** Number of ranks. */
  readonly ranks: number;
  /** Threads of each. */
  readonly threads: number;
}

/**
 * Ranks of a timed job: as many as asked for and as have a core each, two at least, with an equal share of
 * the threads. In a world that the user's own launcher started, as many as asked for, of one thread each.
 */
export function timedRanks(
  { ranks: { count, engine }, hostThreads }: Pick<Lab, "ranks" | "hostThreads">,
): TimedRanks {
  if (engine === "mpi" && joinedWorld()) return { ranks: count, threads: 1 };
  const ranks = Math.max(2, Math.min(count, hostThreads));
  return { ranks, threads: Math.max(1, Math.floor(hostThreads / ranks)) };
}
