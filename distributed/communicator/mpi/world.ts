/**
 * Jobs in an existing world of MPI ranks: rank 0 assigns jobs and gathers their results, the others serve.
 * The program around the jobs (its lock, its rows, its choices) therefore runs on rank 0 alone.
 *
 * @module
 */
import { MissingError, ReproError } from "../../../platform/errors.ts";
import { type RankJob, STALL_SECONDS } from "../communicator.ts";
import { reasonOf } from "../rank_error.ts";
import { checkNoneLeft, type RankWork, runWork, workOf } from "../rank_job.ts";
import { MpiCommunicator } from "./communicator.ts";
import { launchedRank } from "./launch_environment.ts";
import { mpiVersion } from "./library.ts";
import { type JoinOptions, MpiProcess } from "./process.ts";
import { plural } from "../../../platform/text/plural.ts";
import { cloneWords, gatherOutputs, valueOfClone } from "../cloned_values.ts";

/** Order of rank 0 to the other ranks. */
interface WorldOrder {
  readonly ranks: number;
  readonly stallSeconds: number;
  readonly work: RankWork;
}

/** World of MPI ranks, seen by one process. */
export class RankWorld {
  readonly #process: MpiProcess;
  readonly #control: MpiCommunicator;
  #closed = false;

  /** Initialises MPI; collective over all processes that the launcher started. */
  constructor(options: JoinOptions = {}) {
    this.#process = new MpiProcess(options);
    this.#control = MpiCommunicator.world(this.#process, { patient: true });
  }

  /** Rank of this process. */
  get rank(): number {
    return this.#process.rank;
  }

  /** Number of ranks. */
  get size(): number {
    return this.#process.size;
  }

  /** Name and version of the MPI in use: `Open MPI v4.1.4`. */
  get version(): string {
    return mpiVersion(this.#process.library);
  }

  /**
   * Runs a job on the first `job.ranks` ranks, including this one, and returns the result of each; for rank
   * 0. A rank that fails ends the whole world, including this process, since MPI cannot continue without it;
   * the reason goes to standard error.
   *
   * @throws {MissingError} where the world has too few ranks.
   * @throws {UsageError} where an input cannot be cloned.
   */
  async run<Output>(job: RankJob): Promise<Output[]> {
    const order: WorldOrder = {
      ranks: job.ranks,
      stallSeconds: job.stallSeconds ?? STALL_SECONDS,
      work: workOf(job),
    };
    if (job.ranks > this.size) {
      throw new MissingError({
        action: `run on ${plural(job.ranks, "rank")}`,
        current: `${this.size} started`,
        wanted: `${job.ranks} or more`,
        next: `start with mpirun -n ${job.ranks} (or srun -n ${job.ranks})`,
      });
    }
    job.signal?.throwIfAborted();
    // What cannot be cloned is refused here: once the order is out, the others wait for their inputs.
    const own = job.own?.map(cloneWords);
    this.#send(order);
    return await this.#take(order, this.#scatter(own)) as Output[];
  }

  /** Runs the jobs of rank 0 until it closes the world; for every other rank. */
  async serve(): Promise<void> {
    for (;;) {
      const order = this.#receive();
      if (order === undefined) break;
      await this.#take(order, this.#scatter());
    }
    this.close();
  }

  /** Dismisses the other ranks and finalises MPI; for rank 0. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.rank === 0) this.#send(undefined);
    this.#process.end();
  }

  #send(order: WorldOrder | undefined): void {
    const words = cloneWords(order);
    this.#control.broadcast(Uint32Array.of(words.length), 0);
    this.#control.broadcast(words, 0);
  }

  /** Sends each rank its own input, from rank 0, and returns this rank's. Collective. */
  #scatter(all: readonly Uint32Array[] = []): unknown {
    const outgoing = Array.from({ length: this.size }, (_, r) => all[r] ?? new Uint32Array());
    const [words] = this.#control.allToAllV(outgoing);
    return words.length > 0 ? valueOfClone(words) : undefined;
  }

  #receive(): WorldOrder | undefined {
    const length = new Uint32Array(1);
    this.#control.broadcast(length, 0);
    const words = new Uint32Array(length[0]);
    this.#control.broadcast(words, 0);
    return valueOfClone(words) as WorldOrder | undefined;
  }

  async #take({ ranks, stallSeconds, work }: WorldOrder, own: unknown): Promise<unknown[] | undefined> {
    const process = this.#process;
    process.stallSeconds = stallSeconds;
    const part = this.#control.split(this.rank < ranks ? 0 : undefined);
    let output: unknown;
    try {
      if (part) {
        output = await runWork(part, { ...work, own });
        checkNoneLeft(process.underWay.count);
        part.close();
      }
      return gatherOutputs(this.#control, output)?.slice(0, ranks);
    } catch (error) {
      const reason = reasonOf(error);
      console.error(`error: rank ${this.rank}: ${reason}`);
      process.abort(reason, error instanceof ReproError ? error.exitCode : 1);
    }
  }
}

/** World of this process: MPI can be initialised once. */
let joined: RankWorld | undefined;

/**
 * Joins the world in which a launcher (`mpirun`, `srun`) started this process; `undefined` without a
 * launcher. Later calls return the same world.
 *
 * @throws {MissingError} where the launcher's MPI cannot be used.
 *
 * @example
 * ```ts
 * import { joinedWorld } from "gnn-repro/distributed";
 * const world = joinedWorld();
 * if (world && world.rank > 0) await world.serve(); // until rank 0 closes
 * else console.log("the program, whose runRanks() uses the world");
 * ```
 */
export function joinedWorld(): RankWorld | undefined {
  if (joined === undefined && launchedRank() !== undefined) joined = new RankWorld();
  return joined;
}
