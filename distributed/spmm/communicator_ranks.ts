/**
 * One rank of a job whose messages a communicator carries.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { allReduceBytes } from "../communicator/collectives.ts";
import type { Communicator, Exchange } from "../communicator/communicator.ts";
import type { RankBroadcast, RankSet } from "./rank_set.ts";
import { assertScheme, groupRanks, memberRanks, type PartitionScheme, placeOf } from "./scheme.ts";
import { plural } from "../../platform/text/plural.ts";

/** Most exchanges that a rank has begun and may never wait for. */
const MOST_KEPT = 8;

/**
 * Rank set of a single rank, with the two subgroups that it communicates in: its group, and the ranks with
 * its place in other groups.
 */
export class CommunicatorRanks implements RankSet {
  /** Number of ranks of the job. */
  readonly size: number;
  /** List of this rank alone. */
  readonly here: readonly [number];
  readonly #world: Communicator;
  /** Communicators of subgroups, keyed by their ranks. */
  readonly #parts = new Map<string, Communicator>();
  /** Exchanges that this rank may only send in. */
  #sent: Exchange<Float32Array>[] = [];
  #receivedBytes = 0;
  #listBytes = 0;
  #summedBytes = 0;

  /**
   * Splits the job's communicator. Collective: every rank calls it with the same scheme.
   *
   * @throws {UsageError} where the number of ranks of the communicator and of the scheme differ.
   */
  constructor(world: Communicator, scheme: PartitionScheme) {
    assertScheme(scheme);
    if (world.size !== scheme.ranks) {
      throw new UsageError({
        action: "share a product among ranks",
        current: plural(world.size, "rank"),
        wanted: `${scheme.ranks}, those of the scheme`,
        next: "start as many ranks as the scheme has",
      });
    }
    this.#world = world;
    this.size = world.size;
    this.here = [world.rank];
    const { group, member } = placeOf(scheme, world.rank);
    const beside = memberRanks(scheme, member), within = groupRanks(scheme, group);
    if (beside.length > 1) this.#parts.set(beside.join(), world.split(member, group)!);
    if (within.length > 1) this.#parts.set(within.join(), world.split(group, member)!);
  }

  /** Bytes that this rank has received by broadcasts and as posted rows so far. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** Bytes of lists that this rank has received before its products. */
  get listBytes(): number {
    return this.#listBytes;
  }

  /** Bytes that this rank has received for sums so far. */
  get summedBytes(): number {
    return this.#summedBytes;
  }

  /** Sends or receives the payload of a broadcast. */
  broadcast(payload: Float32Array, { root, ranks }: RankBroadcast): void {
    this.#part(ranks).broadcast(payload, ranks.indexOf(root));
    if (root !== this.here[0]) this.#receivedBytes += payload.byteLength;
  }

  /** Begins a broadcast as an exchange: the root sends its payload to each of the others. */
  startBroadcast(payload: Float32Array, { root, ranks }: RankBroadcast): () => Float32Array {
    const isRoot = root === this.here[0], nothing = new Float32Array();
    const outgoing = ranks.map((rank) => isRoot && rank !== root ? payload : nothing);
    const exchange = this.#part(ranks).startAllToAllV(outgoing);
    if (isRoot) {
      this.#keep(exchange);
      return () => payload;
    }
    return () => this.#counted(exchange.wait()[ranks.indexOf(root)]);
  }

  /** Begins to send rows to ranks, and to receive theirs. */
  startRows(
    [own]: readonly (readonly Float32Array[])[],
    ranks: readonly number[],
  ): () => readonly (readonly Float32Array[])[] {
    const exchange = this.#part(ranks).startAllToAllV(own);
    // A rank that has what it multiplies sends rows in 1.5D, and waits for none.
    this.#keep(exchange);
    return () => {
      const received = exchange.wait();
      for (const [i, rows] of received.entries()) if (ranks[i] !== this.here[0]) this.#counted(rows);
      return [received];
    };
  }

  /** Sends lists of rows to ranks, and receives theirs. */
  swapLists([own]: readonly (readonly Uint32Array[])[], ranks: readonly number[]): [Uint32Array[]] {
    const received = this.#part(ranks).allToAllV(own);
    for (const [i, { byteLength }] of received.entries()) {
      if (ranks[i] !== this.here[0]) this.#listBytes += byteLength;
    }
    return [received];
  }

  /** Sums payloads over ranks. */
  sum(payloads: readonly Float32Array[], ranks: readonly number[]): void {
    const part = this.#part(ranks);
    part.allReduce(payloads[0]);
    this.#summedBytes += allReduceBytes(payloads[0].length, part);
  }

  /** Gathers arrays from all ranks. */
  allGather(own: readonly Float32Array[]): readonly Float32Array[] {
    return this.#world.allGather(own[0]);
  }

  /** Closes the subgroups; the job's communicator stays open. Collective. */
  close(): void {
    for (const exchange of this.#sent.splice(0)) exchange.wait();
    for (const part of this.#parts.values()) part.close();
  }

  #counted(rows: Float32Array): Float32Array {
    this.#receivedBytes += rows.byteLength;
    return rows;
  }

  /** Keeps an exchange until the others have begun it; few are kept at a time. */
  #keep(exchange: Exchange<Float32Array>): void {
    this.#sent = this.#sent.filter((earlier) => !earlier.test());
    if (this.#sent.length >= MOST_KEPT) this.#sent.shift()!.wait();
    this.#sent.push(exchange);
  }

  #part(ranks: readonly number[]): Communicator {
    const part = this.#parts.get(ranks.join());
    if (part) return part;
    throw new UsageError({
      action: "send to ranks",
      current: `${ranks.join(", ")} as seen from rank ${this.here[0]}`,
      wanted: "this rank's group, or the ranks of its place in other groups",
      next: "take the ranks from the scheme that this set was made for",
    });
  }
}
