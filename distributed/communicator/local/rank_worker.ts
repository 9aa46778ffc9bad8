/**
 * What a worker runs that is a rank.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { type RankEnd, RankError, reasonOf } from "../rank_error.ts";
import { checkNoneLeft, onStrayError, type RankWork, runWork } from "../rank_job.ts";
import { LocalCommunicator } from "./communicator.ts";
import { MailboxPort, type SharedMailboxes } from "./mailboxes.ts";

/** What a worker is given. */
export interface RankWorkerData {
  /** What all ranks share. */
  readonly mailboxes: SharedMailboxes;
  /** Which rank this is. */
  readonly rank: number;
  /** How long it waits for others. */
  readonly stallSeconds: number;
  /** What it runs. */
  readonly work: RankWork;
}

/** A worker's last word. */
export type RankWorkerReply = { readonly output: unknown } | { readonly failed: RankEnd };

if (parentPort) {
  const parent = parentPort;
  const { mailboxes, rank, stallSeconds, work } = workerData as RankWorkerData;
  const port = new MailboxPort(mailboxes, rank, stallSeconds);
  const fail = (error: unknown) => {
    // The others first: they may be asleep, and the thread that started them busy.
    port.fail(error);
    // A rank that only heard of another's end passes that on.
    const failed: RankEnd = error instanceof RankError
      ? error.end
      : { rank, engine: "local", reason: reasonOf(error) };
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
