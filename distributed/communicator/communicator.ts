/**
 * Communicator of ranks: one contract, after the Message Passing Interface (MPI 3.1, chapter 5), which two
 * engines implement. Payloads are 32-bit words.
 *
 * @module
 */

/**
 * Engines of communicators: `local` runs ranks as workers of this process with shared memory, `mpi` uses an
 * installed Open MPI or MPICH.
 */
export const RANK_ENGINES = ["local", "mpi"] as const;

/** One of {@link RANK_ENGINES}. */
export type RankEngine = typeof RANK_ENGINES[number];

/** Array of 32-bit words that ranks can send. */
export type Payload = Float32Array | Uint32Array;

/** Greatest number of pending exchanges of one rank, over all its communicators. */
export const MAX_UNDER_WAY = 32;

/** Pending exchange. It makes progress whenever its rank calls any method of any communicator. */
export interface Exchange<T extends Payload> {
  /**
   * Reports whether all messages have arrived, so that {@link Exchange.wait} returns at once. Never blocks.
   *
   * @throws {MessageError} where a message differs from its announcement; {@link RankError} where a rank has
   * died.
   */
  test(): boolean;
  /**
   * Blocks until all messages have arrived and returns them: the array from rank i at place i. Later calls
   * return the same arrays. They may be views of one larger buffer: mind `byteOffset`.
   *
   * @throws {MessageError} as {@link Exchange.test}; {@link RankError} also where nothing arrived for the
   * job's `stallSeconds`.
   */
  wait(): T[];
}

/**
 * Group of ranks that exchange messages. All methods but {@link Communicator.abort} are collective: every
 * rank of the group calls them, in the same order. They block the calling thread (not other threads of the
 * process), and ranks may reach them at arbitrarily different times. Arguments may be overwritten as soon as
 * a method returns.
 *
 * Every message is announced with its operation, element type and length, and these are compared before a
 * word is copied.
 */
export interface Communicator {
  /** Engine that transports the messages. */
  readonly engine: RankEngine;
  /** Number of this rank, from 0. */
  readonly rank: number;
  /** Number of ranks. */
  readonly size: number;
  /**
   * Overwrites `payload` on every rank with the payload of `root`.
   *
   * @throws {MessageError} where type or length differ from the root's; {@link UsageError} for an invalid
   * root.
   */
  broadcast(payload: Payload, root: number): void;
  /**
   * Overwrites `payload` with the sum over all ranks, added up in float64 in the order of ranks and rounded
   * once, so that every rank and both engines get the same bits. Words of a `Uint32Array` wrap.
   *
   * @throws {MessageError} where type or length differ.
   */
  allReduce(payload: Payload): void;
  /** Gathers the payloads of all ranks, in the order of ranks; lengths may differ. */
  allGather<T extends Payload>(payload: T): T[];
  /**
   * Sends `outgoing[j]` to rank j and returns the array received from each rank, place i from rank i. Arrays
   * may be empty and of different lengths, but have one type on all ranks.
   *
   * @throws {UsageError} where `outgoing` is not one array a rank, all of one type.
   */
  allToAllV<T extends Payload>(outgoing: readonly T[]): T[];
  /**
   * Begins an {@link Communicator.allToAllV} and returns without waiting for any other rank.
   *
   * @throws {UsageError} also where {@link MAX_UNDER_WAY} exchanges are pending.
   */
  startAllToAllV<T extends Payload>(outgoing: readonly T[]): Exchange<T>;
  /** Blocks until every rank has called it. */
  barrier(): void;
  /**
   * Splits the group: ranks with the same `color` form a new group, numbered by `key` (0 by default), then by
   * rank. Returns `undefined` where this rank gave no color.
   *
   * @throws {UsageError} for a color or key that is not an integer from 0 to 2^31 - 1.
   */
  split(color: number | undefined, key?: number): Communicator | undefined;
  /** Ends the whole job: every rank's next or present call throws. Throws a {@link RankError} itself. */
  abort(reason: string): never;
  /**
   * Releases this rank's part of the group; the communicator cannot be used afterwards. The communicator
   * passed to a rank function is closed by the engine.
   *
   * @throws {UsageError} where an exchange of it is still pending.
   */
  close(): void;
}

/**
 * Function that every rank of a job runs. A job names it by module and export, since it is loaded anew in
 * each rank's own thread or process. Its result must survive a structured clone.
 */
export type RankFunction<Input = undefined, Output = void, Own = undefined> = (
  communicator: Communicator,
  input: Input,
  own: Own,
) => Output | Promise<Output>;

/** Function to run on ranks, with its settings. */
export interface RankJob {
  /** Number of ranks. */
  readonly ranks: number;
  /** Module of the function, a `file:` URL: `new URL("./train_rank.ts", import.meta.url)`. */
  readonly module: URL;
  /** Name of the exported {@link RankFunction}. */
  readonly entry: string;
  /** Second argument of the function; every rank gets a copy, by structured clone. */
  readonly input?: unknown;
  /**
   * Third argument of the function, one a rank: rank r gets a copy of place r, and of no other rank's. Absent
   * where ranks need nothing of their own.
   */
  readonly own?: readonly unknown[];
  /** Seconds that a rank waits for others before it ends the job; 600 by default. */
  readonly stallSeconds?: number;
  /** Signal that ends the job. */
  readonly signal?: AbortSignal;
}

/** Default of {@link RankJob.stallSeconds}. */
export const STALL_SECONDS = 600;
