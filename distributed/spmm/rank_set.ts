/**
 * Ranks that run in this process and their communication: all ranks one after another, or one rank over a
 * communicator.
 *
 * @module
 */

/** Broadcast from one rank to some ranks. */
export interface RankBroadcast {
  /** Rank that sends. */
  readonly root: number;
  /** Ranks that take part, including the root, ascending. */
  readonly ranks: readonly number[];
}

/** Some of a job's ranks, the interface that makes a program of ranks independent of where they run. */
export interface RankSet {
  /** Number of ranks of the job. */
  readonly size: number;
  /** Ranks that run here, ascending. */
  readonly here: readonly number[];
  /**
   * Overwrites `payload` with the root's payload, which it already is where the root runs here. One call
   * serves all ranks of the broadcast that run here: they share the array.
   */
  broadcast(payload: Float32Array, message: RankBroadcast): void;
  /**
   * Begins a broadcast and returns without waiting; the result waits and returns the root's payload.
   *
   * @param payload Root's payload where it runs here; otherwise any array of its length.
   */
  startBroadcast(payload: Float32Array, message: RankBroadcast): () => Float32Array;
  /**
   * Begins to send rows among `ranks` and returns without waiting; the result waits and returns what each of
   * those that run here received, place i from `ranks[i]`.
   *
   * @param parts Arrays that each of `ranks` that runs here sends, place j to `ranks[j]`.
   */
  startRows(
    parts: readonly (readonly Float32Array[])[],
    ranks: readonly number[],
  ): () => readonly (readonly Float32Array[])[];
  /**
   * Sends lists of rows among `ranks`, once before the products, and returns what each of those that run here
   * received, place i from `ranks[i]`.
   *
   * @param lists Lists that each of `ranks` that runs here sends, place j to `ranks[j]`.
   */
  swapLists(
    lists: readonly (readonly Uint32Array[])[],
    ranks: readonly number[],
  ): readonly (readonly Uint32Array[])[];
  /**
   * Overwrites each payload with the sum over `ranks`: added up in float64 in the order of ranks, rounded
   * once.
   *
   * @param payloads Payloads of those of `ranks` that run here, in their order.
   */
  sum(payloads: readonly Float32Array[], ranks: readonly number[]): void;
  /** Gathers the arrays of all ranks, given those of the ranks that run here. */
  allGather(own: readonly Float32Array[]): readonly Float32Array[];
}

/**
 * Rank set with all ranks in this process. Nothing is sent; the bytes that each rank would have received are
 * counted.
 */
export class OneProcess implements RankSet {
  /** List of all ranks. */
  readonly here: readonly number[];
  readonly #received: number[];

  /** Creates a job of `size` ranks. */
  constructor(readonly size: number) {
    this.here = Array.from({ length: size }, (_, rank) => rank);
    this.#received = this.here.map(() => 0);
  }

  /** Bytes that each rank would have received by broadcasts and as posted rows so far. */
  get receivedBytes(): readonly number[] {
    return this.#received;
  }

  /** Counts the bytes of a broadcast. */
  broadcast(payload: Float32Array, { root, ranks }: RankBroadcast): void {
    for (const rank of ranks) if (rank !== root) this.#received[rank] += payload.byteLength;
  }

  /** Counts the bytes of a broadcast. */
  startBroadcast(payload: Float32Array, message: RankBroadcast): () => Float32Array {
    this.broadcast(payload, message);
    return () => payload;
  }

  /** Counts the bytes of posted rows. */
  startRows(
    parts: readonly (readonly Float32Array[])[],
    ranks: readonly number[],
  ): () => readonly (readonly Float32Array[])[] {
    for (const [i, own] of parts.entries()) {
      for (const [j, { byteLength }] of own.entries()) if (j !== i) this.#received[ranks[j]] += byteLength;
    }
    return () => ranks.map((_, j) => parts.map((own) => own[j]));
  }

  /** Hands lists over. */
  swapLists(lists: readonly (readonly Uint32Array[])[]): readonly (readonly Uint32Array[])[] {
    return lists.map((_, i) => lists.map((own) => own[i]));
  }

  /** Sums payloads over ranks. */
  sum(payloads: readonly Float32Array[]): void {
    const total = Float64Array.from(payloads[0]);
    for (const payload of payloads.slice(1)) {
      for (let i = 0; i < total.length; i++) total[i] += payload[i];
    }
    for (const payload of payloads) payload.set(total);
  }

  /** Returns the given arrays, which are those of all ranks. */
  allGather(own: readonly Float32Array[]): readonly Float32Array[] {
    return own;
  }
}
