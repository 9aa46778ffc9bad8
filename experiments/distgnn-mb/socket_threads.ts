/**
 * Premise of claims on the threads of a socket.
 *
 * @module
 */
import { atLeast, type PremiseCondition } from "../premises/condition.ts";
import { threadsOf } from "../premises/quantities.ts";

/** As many threads as make a socket's optimisations matter. */
export const SOCKET_THREADS: PremiseCondition = atLeast(16, {
  name: "threads",
  readings: threadsOf,
  elsewhere: "a CPU of 16 cores or more",
});
