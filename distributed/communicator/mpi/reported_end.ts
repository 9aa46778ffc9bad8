/**
 * End of a rank as the MPI launcher reports it, in its output or its exit code.
 *
 * @module
 */
import type { RankEnd } from "../rank_error.ts";

const SIGNALS: Readonly<Record<number, string>> = {
  1: "SIGHUP",
  2: "SIGINT",
  4: "SIGILL",
  6: "SIGABRT",
  7: "SIGBUS",
  8: "SIGFPE",
  9: "SIGKILL",
  11: "SIGSEGV",
  15: "SIGTERM",
};

/** Reason of a code by which a program tells that a process was ended by a signal: 128 + n. */
function reasonOfSignal(signal: number): string {
  return SIGNALS[signal] ?? `signal ${signal}`;
}

/**
 * End of a rank that the launcher's exit code alone tells: Open MPI 4 may end with that of the killed rank
 * and print "Primary job terminated normally, but 1 process returned a non-zero exit code", which names none.
 */
export function endByCode(code: number): ToldEnd {
  if (code <= 128) return {};
  return { reason: `${reasonOfSignal(code - 128)}, of a rank that mpirun did not name`, code };
}

/** End of a rank as the launcher reported it. */
export type ToldEnd = Partial<Pick<RankEnd, "rank" | "reason" | "code">> & {
  /** Host that does not answer any more, and with it all of its ranks. */
  readonly lostHost?: string;
};

/**
 * Parses the dead rank and its reason from a launcher's output. `rankOf` finds a rank by process id, which is
 * all that MPICH reports.
 */
export function readEnd(text: string, rankOf: (pid: number) => number | undefined): ToldEnd {
  const bySignal = (signal: number) => ({ reason: reasonOfSignal(signal), code: 128 + signal });
  const byCode = (code: number) => ({ reason: "it ended by itself", code });

  // Open MPI 4: "ORTE has lost communication with a remote daemon. [...] Remote daemon: [[1,0],2] on node x".
  const lost = text.match(/lost communication with[^]*?Remote daemon\s*:[^\n]* on node (\S+)/);
  if (lost) return { lostHost: lost[1], reason: `its host ${lost[1]} does not answer` };
  // Open MPI 4: "process rank 1 with PID 0 on node x exited on signal 9 (Killed)."
  const signalled = text.match(/process rank (\d+)[^.]*?exited on signal (\d+)/s);
  if (signalled) return { rank: Number(signalled[1]), ...bySignal(Number(signalled[2])) };
  // Open MPI 4: "Process name: [[8204,1],1]" and "Exit code:    3"; 5: "Process name: [prterun-x-1@1,1]".
  const exited = text.match(/Process name: \[+[^\]]*\]?,\s*(\d+)\][^]*?Exit code:\s+(\d+)/);
  if (exited) return { rank: Number(exited[1]), ...byCode(Number(exited[2])) };
  // Open MPI 4: "MPI_ABORT was invoked on rank 1 in communicator MPI_COMM_WORLD\nwith errorcode 7."
  const aborted = text.match(/MPI_ABORT was invoked on rank (\d+)[^]*?errorcode (\d+)/);
  if (aborted) return { rank: Number(aborted[1]), ...byCode(Number(aborted[2])) };
  // Open MPI 4: "mpirun has exited due to process rank 1 with PID 0 on\nnode x exiting improperly."
  const improper = text.match(/process rank (\d+)[^.]*?exiting improperly/s);
  if (improper) return { rank: Number(improper[1]), ...byCode(0) };
  // MPICH: "PID 123 RUNNING AT x" and "EXIT CODE: 9", which is a signal where a line says so.
  const bad = text.match(/PID (\d+) RUNNING AT[^]*?EXIT CODE: (\d+)/);
  if (!bad) return {};
  const killed = text.match(/EXIT STRING: [^(\n]*\(signal (\d+)\)/);
  const end = killed ? bySignal(Number(killed[1])) : byCode(Number(bad[2]));
  // MPICH ends the other ranks by SIGKILL, and may name any of those.
  const rank = end.reason === "SIGKILL" ? undefined : rankOf(Number(bad[1]));
  return { ...(rank === undefined ? {} : { rank }), ...end };
}
