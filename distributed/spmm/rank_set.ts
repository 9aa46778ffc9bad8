/**
 * The ranks that run here, and how they reach each other: all of them in one process, one after another, or one of them over a
 * communicator.
 *
 * @module
 */

/** A message from one rank to some. */
export interface RankBroadcast {
  /** Who sends. */
  readonly root: number;
  /** Who takes part, the root among them, ascending. */
  readonly ranks: readonly number[];
}

/** Some of a job's ranks. What a program of ranks is written against, so that it runs both ways. */
export interface RankSet {
  /** Ranks of the job. */
  readonly size: number;
  /** Those that run here, ascending. */
  readonly here: readonly number[];
  /**
   * Overwrites `payload` by that of the root; where that runs here, it is its payload already. One call for all ranks of the
   * broadcast that run here: they share the array.
   */
  broadcast(payload: Float32Array, message: RankBroadcast): void;
  /**
   * Overwrites each payload by the sum over `ranks`: added up in float64 in the order of ranks, rounded once.
   *
   * @param payloads Of those of `ranks` that run here, in their order.
   */
  sum(payloads: readonly Float32Array[], ranks: readonly number[]): void;
  /** The arrays of all ranks, from those of the ranks that run here. */
  allGather(own: readonly Float32Array[]): readonly Float32Array[];
}

/** All ranks in this process. Nothing is sent; what each rank would have received is counted. */
export class OneProcess implements RankSet {
  /** All ranks. */
  readonly here: readonly number[];
  readonly #received: number[];

  /** A job of `size` ranks. */
  constructor(readonly size: number) {
    this.here = Array.from({ length: size }, (_, rank) => rank);
    this.#received = this.here.map(() => 0);
  }

  /** Bytes that each rank would have received by broadcasts so far. */
  get receivedBytes(): readonly number[] {
    return this.#received;
  }

  /** Counts. */
  broadcast(payload: Float32Array, { root, ranks }: RankBroadcast): void {
    for (const rank of ranks) if (rank !== root) this.#received[rank] += payload.byteLength;
  }

  /** Adds up. */
  sum(payloads: readonly Float32Array[]): void {
    const total = Float64Array.from(payloads[0]);
    for (const payload of payloads.slice(1)) {
      for (let i = 0; i < total.length; i++) total[i] += payload[i];
    }
    for (const payload of payloads) payload.set(total);
  }

  /** They are here. */
  allGather(own: readonly Float32Array[]): readonly Float32Array[] {
    return own;
  }
}
