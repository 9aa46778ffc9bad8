/**
 * Ranks as workers of this process, the engine that needs no installation.
 *
 * @module
 */
import { Worker } from "node:worker_threads";
import { UsageError } from "../../../platform/errors.ts";
import { type RankJob, STALL_SECONDS } from "../communicator.ts";
import { type RankEnd, RankError, reasonOf } from "../rank_error.ts";
import { workOf } from "../rank_job.ts";
import { failJob, makeMailboxes } from "./mailboxes.ts";
import type { RankWorkerData, RankWorkerReply } from "./rank_worker.ts";

/** Greatest number of workers of one job. */
export const MAX_LOCAL_RANKS = 64;

const OUTBOX_BYTES = 2 ** 30;
/** Milliseconds for ranks to notice a failed job before they are terminated from outside. */
const NOTICE_MS = 250;
/** Milliseconds that a terminated worker has to exit; one inside a library call cannot exit. */
const GOODBYE_MS = 3000;

/** Job of local ranks. */
export interface LocalRankJob extends RankJob {
  /** Greatest number of bytes of a rank's unreceived messages; 1 GiB by default. */
  readonly outboxBytes?: number;
}

/**
 * Runs a function on `ranks` workers and returns the result of each, in the order of ranks.
 * `SharedArrayBuffer`s in the input are shared, all else is copied for each rank.
 *
 * @throws {RankError} where a rank throws, ends its worker or stalls; all others are ended within seconds.
 * @throws {UsageError} for numbers of ranks past {@link MAX_LOCAL_RANKS} or an input that cannot be cloned.
 *
 * @example
 * ```ts
 * import { pathToFileURL } from "node:url";
 * import { runLocalRanks } from "gnn-repro/distributed";
 * const path = await Deno.makeTempFile({ suffix: ".js" });
 * const code = `export function sum(communicator, base) {
 *   const value = Float32Array.of(base + communicator.rank);
 *   communicator.allReduce(value);
 *   return value[0];
 * }`;
 * await Deno.writeTextFile(path, code);
 * const sums = await runLocalRanks<number>({
 *   ranks: 4,
 *   module: pathToFileURL(path),
 *   entry: "sum",
 *   input: 1,
 * });
 * if (sums.join() !== "10,10,10,10") throw new Error("1 + 2 + 3 + 4, on every rank");
 * ```
 */
export async function runLocalRanks<Output>(job: LocalRankJob): Promise<Output[]> {
  const work = workOf(job);
  const { ranks, signal, stallSeconds = STALL_SECONDS, outboxBytes = OUTBOX_BYTES } = job;
  if (ranks > MAX_LOCAL_RANKS) {
    throw new UsageError({
      action: "start local ranks",
      current: `${ranks}`,
      wanted: `at most ${MAX_LOCAL_RANKS}`,
      next: "use --engine mpi for more",
    });
  }
  signal?.throwIfAborted();
  const mailboxes = makeMailboxes(ranks, outboxBytes);
  const workers: LocalRank[] = [];
  try {
    for (let rank = 0; rank < ranks; rank++) {
      workers.push(startRank({ mailboxes, rank, stallSeconds, work: { ...work, own: job.own?.[rank] } }));
    }
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal!.reason);
    signal?.addEventListener("abort", onAbort);
    try {
      const all = Promise.all(workers.map(({ output }) => output));
      return await (signal ? Promise.race([all, aborted.promise]) : all) as Output[];
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  } catch (error) {
    failJob(mailboxes, error instanceof RankError ? error.end.rank ?? 0 : 0, error);
    await new Promise((resolve) => setTimeout(resolve, NOTICE_MS));
    throw error;
  } finally {
    await endAll(workers.map(({ worker }) => worker));
  }
}

interface LocalRank {
  readonly worker: Worker;
  /** Result of the rank's function; rejects with the rank's failure. */
  readonly output: Promise<unknown>;
}

function startRank(data: RankWorkerData): LocalRank {
  const { rank } = data;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  // All promises reject after the first one; only the first is reported.
  promise.catch(() => {});
  const died = (end: Omit<RankEnd, "rank" | "engine">) =>
    reject(new RankError({ rank, engine: "local", ...end }));
  let worker: Worker;
  try {
    worker = new Worker(new URL("./rank_worker.ts", import.meta.url), {
      name: `rank ${rank}`,
      workerData: data,
    });
  } catch (cause) {
    throw new UsageError({
      action: `start rank ${rank}`,
      current: reasonOf(cause),
      wanted: "an input that a structured clone can carry",
      next: "pass plain data and typed arrays",
    }, { cause });
  }
  worker.on("message", (reply: RankWorkerReply) => {
    if ("failed" in reply) reject(new RankError(reply.failed));
    else resolve(reply.output);
  });
  worker.on("error", (error: unknown) => died({ reason: reasonOf(error) }));
  worker.on("exit", (code: number) => died({ reason: "its worker ended before its function did", code }));
  return { worker, output: promise };
}

async function endAll(workers: readonly Worker[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => timer = setTimeout(resolve, GOODBYE_MS));
  await Promise.race([Promise.all(workers.map((worker) => worker.terminate())), patience]);
  clearTimeout(timer);
}
