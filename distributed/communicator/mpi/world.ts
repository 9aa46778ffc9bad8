/**
 * Jobs of ranks in a world that is there already: rank 0 gives out jobs and gathers what they return, the others serve. So
 * the program around it (its lock, its rows, its choices) runs on rank 0 alone.
 *
 * @module
 */
import { MissingError, ReproError } from "../../../platform/errors.ts";
import { type RankJob, STALL_SECONDS } from "../communicator.ts";
import { reasonOf } from "../rank_error.ts";
import {
  checkNoneLeft,
  fromWords,
  gatherOutputs,
  type RankWork,
  runWork,
  toWords,
  workOf,
} from "../rank_job.ts";
import { MpiCommunicator } from "./communicator.ts";
import { launchedRank } from "./launch_environment.ts";
import { mpiVersion } from "./library.ts";
import { type JoinOptions, MpiProcess } from "./process.ts";

/** What rank 0 tells the others. */
interface WorldOrder {
  readonly ranks: number;
  readonly stallSeconds: number;
  readonly work: RankWork;
}

/** This process in a world of MPI ranks. */
export class RankWorld {
  readonly #process: MpiProcess;
  readonly #control: MpiCommunicator;
  #closed = false;

  /** Initialises MPI; collective over all processes that the launcher started. */
  constructor(options: JoinOptions = {}) {
    this.#process = new MpiProcess(options);
    this.#control = MpiCommunicator.world(this.#process, { patient: true });
  }

  /** This process's rank. */
  get rank(): number {
    return this.#process.rank;
  }

  /** Number of ranks. */
  get size(): number {
    return this.#process.size;
  }

  /** The MPI in use: `Open MPI v4.1.4`. */
  get version(): string {
    return mpiVersion(this.#process.library);
  }

  /**
   * Rank 0: runs a job on the first `job.ranks` ranks, this one among them, and returns what each returned. A rank that fails
   * ends the whole world, since MPI cannot go on without it: this process too, with the reason on standard error.
   *
   * @throws {MissingError} where the world has too few ranks.
   */
  async run<Output>(job: RankJob): Promise<Output[]> {
    const order: WorldOrder = {
      ranks: job.ranks,
      stallSeconds: job.stallSeconds ?? STALL_SECONDS,
      work: workOf(job),
    };
    if (job.ranks > this.size) {
      throw new MissingError({
        action: `run on ${job.ranks} ranks`,
        current: `${this.size} started`,
        wanted: `${job.ranks} or more`,
        next: `start with mpirun -n ${job.ranks} (or srun -n ${job.ranks})`,
      });
    }
    job.signal?.throwIfAborted();
    this.#send(order);
    return await this.#take(order) as Output[];
  }

  /** Every other rank: runs what rank 0 gives out until it closes the world. */
  async serve(): Promise<void> {
    for (;;) {
      const order = this.#receive();
      if (order === undefined) break;
      await this.#take(order);
    }
    this.close();
  }

  /** Rank 0: lets the others go, and ends MPI. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.rank === 0) this.#send(undefined);
    this.#process.end();
  }

  #send(order: WorldOrder | undefined): void {
    const words = toWords(order);
    this.#control.broadcast(Uint32Array.of(words.length), 0);
    this.#control.broadcast(words, 0);
  }

  #receive(): WorldOrder | undefined {
    const length = new Uint32Array(1);
    this.#control.broadcast(length, 0);
    const words = new Uint32Array(length[0]);
    this.#control.broadcast(words, 0);
    return fromWords(words) as WorldOrder | undefined;
  }

  async #take({ ranks, stallSeconds, work }: WorldOrder): Promise<unknown[] | undefined> {
    const process = this.#process;
    process.stallSeconds = stallSeconds;
    const part = this.#control.split(this.rank < ranks ? 0 : undefined);
    let output: unknown;
    try {
      if (part) {
        output = await runWork(part, work);
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

let joined: RankWorld | undefined;

/**
 * The world that a launcher (`mpirun`, `srun`) started this process in; `undefined` where none did. Asked again, the same.
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
