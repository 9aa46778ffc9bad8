/**
 * Entry module of a worker that runs one rank.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { exitCodeOf, type RankEnd, RankError, reasonOf } from "../rank_error.ts";
import { checkNoneLeft, onStrayError, type OwnRankWork, runWork } from "../rank_job.ts";
import { LocalCommunicator } from "./communicator.ts";
import { MailboxPort, type SharedMailboxes } from "./mailboxes.ts";

/** Start data of a worker. */
export interface RankWorkerData {
  /** Shared memory of all ranks. */
  readonly mailboxes: SharedMailboxes;
  /** Rank of this worker. */
  readonly rank: number;
  /** Seconds that the rank waits for others before it ends the job. */
  readonly stallSeconds: number;
  /** Function to run, with its input. */
  readonly work: OwnRankWork;
}

/** Final message of a worker: the output of its function, or the failure. */
export type RankWorkerReply = { readonly output: unknown } | { readonly failed: RankEnd };

if (parentPort) {
  const parent = parentPort;
  const { mailboxes, rank, stallSeconds, work } = workerData as RankWorkerData;
  const port = new MailboxPort(mailboxes, rank, stallSeconds);
  const fail = (error: unknown) => {
    // Inform the other ranks first: they may be asleep, and the thread that started them busy.
    port.fail(error);
    // A rank that failed because another ended reports that other rank's end.
    const failed: RankEnd = error instanceof RankError
      ? error.end
      : { rank, engine: "local", reason: reasonOf(error), means: exitCodeOf(error) };
    parent.postMessage({ failed } satisfies RankWorkerReply);
  };
  onStrayError(fail);
  const members = Array.from({ length: mailboxes.ranks }, (_, r) => r);
  try {
    const output = await runWork(new LocalCommunicator(port, { context: 0, members, rank }), work);
    checkNoneLeft(port.underWay.count);
    port.end();
    parent.postMessage({ output } satisfies RankWorkerReply);
  } catch (error) {
    fail(error);
  }
}
