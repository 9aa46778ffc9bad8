/**
 * What ranks say to each other: one contract, after the Message Passing Interface (MPI 3.1, chapter 5), that two engines
 * keep. Payloads are 32-bit words.
 *
 * @module
 */

/** The engines: `local` is workers of this process and shared memory, `mpi` an installed Open MPI or MPICH. */
export const RANK_ENGINES = ["local", "mpi"] as const;

/** One of {@link RANK_ENGINES}. */
export type RankEngine = typeof RANK_ENGINES[number];

/** What can be sent. */
export type Payload = Float32Array | Uint32Array;

/** Exchanges that one rank may have under way at once, over all its communicators. */
export const MAX_UNDER_WAY = 32;

/** An exchange under way. It makes progress whenever its rank calls anything of any communicator. */
export interface Exchange<T extends Payload> {
  /**
   * Whether everything has arrived, so that {@link Exchange.wait} returns at once. Never blocks.
   *
   * @throws {MessageError} where a message is not what its rank promised; {@link RankError} where a rank has died.
   */
  test(): boolean;
  /**
   * Blocks until everything has arrived and returns it: the array from rank i at place i. Asked again, it returns the same
   * arrays. They may be views of one larger buffer: mind `byteOffset`.
   *
   * @throws {MessageError} as {@link Exchange.test}; {@link RankError} also where nothing moved for the job's
   * `stallSeconds`.
   */
  wait(): T[];
}

/**
 * A group of ranks that talk. All methods but {@link Communicator.abort} are collective: every rank of the group calls them,
 * in the same order. They block the calling thread (not the event loop's other threads) and may run arbitrarily far apart in
 * time. What is given to them may be overwritten as soon as they return.
 *
 * Every message is announced with its operation, element type and length, and these are compared before a word is copied.
 */
export interface Communicator {
  /** Which engine carries the messages. */
  readonly engine: RankEngine;
  /** This rank, from 0. */
  readonly rank: number;
  /** Number of ranks. */
  readonly size: number;
  /**
   * Overwrites `payload` on every rank by that of `root`.
   *
   * @throws {MessageError} where type or length differ from the root's; {@link UsageError} for a root that is none.
   */
  broadcast(payload: Payload, root: number): void;
  /**
   * Overwrites `payload` by the sum over all ranks: added up in float64 in the order of ranks and rounded once, so that every
   * rank and both engines get the same bits. Words of a `Uint32Array` wrap.
   *
   * @throws {MessageError} where type or length differ.
   */
  allReduce(payload: Payload): void;
  /** Every rank's payload, in the order of ranks; lengths may differ. */
  allGather<T extends Payload>(payload: T): T[];
  /**
   * Sends `outgoing[j]` to rank j and returns what each rank sent here, place i from rank i. Arrays may be empty and of
   * different lengths, but are of one type on all ranks.
   *
   * @throws {UsageError} where `outgoing` is not one array a rank, all of one type.
   */
  allToAllV<T extends Payload>(outgoing: readonly T[]): T[];
  /**
   * Begins an {@link Communicator.allToAllV} and returns without waiting for any other rank.
   *
   * @throws {UsageError} also where {@link MAX_UNDER_WAY} exchanges are under way.
   */
  startAllToAllV<T extends Payload>(outgoing: readonly T[]): Exchange<T>;
  /** Returns when every rank has called it. */
  barrier(): void;
  /**
   * Cuts the group: ranks that give the same `color` become a group of their own, numbered by `key` (0 unless given), then by
   * rank. `undefined` where this rank gave no color.
   *
   * @throws {UsageError} for a color or key that is no whole number from 0 to 2^31 - 1.
   */
  split(color: number | undefined, key?: number): Communicator | undefined;
  /** Ends the whole job: every rank's next or present call throws. Throws a {@link RankError} itself. */
  abort(reason: string): never;
  /**
   * Gives up this rank's part of the group; the communicator is of no use afterwards. The communicator that a rank function
   * was called with is closed for it.
   *
   * @throws {UsageError} where an exchange of it is still under way.
   */
  close(): void;
}

/**
 * What every rank of a job runs. It is named by module and export, since it is loaded anew in each rank's own thread or
 * process. What it returns must survive a structured clone.
 */
export type RankFunction<Input = undefined, Output = void> = (
  communicator: Communicator,
  input: Input,
) => Output | Promise<Output>;

/** A function to run on ranks. */
export interface RankJob {
  /** Number of ranks. */
  readonly ranks: number;
  /** The module, a `file:` URL: `new URL("./train_rank.ts", import.meta.url)`. */
  readonly module: URL;
  /** Name of the exported {@link RankFunction}. */
  readonly entry: string;
  /** Its second argument; every rank gets a copy, by structured clone. */
  readonly input?: unknown;
  /** A rank that waits this long for others ends the job; 600 unless given. */
  readonly stallSeconds?: number;
  /** Ends the job. */
  readonly signal?: AbortSignal;
}

/** {@link RankJob.stallSeconds} unless given. */
export const STALL_SECONDS = 600;
