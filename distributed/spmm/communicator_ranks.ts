/**
 * One rank of a job whose messages a communicator carries.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { Communicator } from "../communicator/communicator.ts";
import type { RankBroadcast, RankSet } from "./rank_set.ts";
import { assertScheme, groupRanks, memberRanks, type PartitionScheme, placeOf } from "./scheme.ts";

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
        current: `${world.size} ranks`,
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

  /** Sends or receives the payload of a broadcast. */
  broadcast(payload: Float32Array, { root, ranks }: RankBroadcast): void {
    this.#part(ranks).broadcast(payload, ranks.indexOf(root));
  }

  /** Sums payloads over ranks. */
  sum(payloads: readonly Float32Array[], ranks: readonly number[]): void {
    this.#part(ranks).allReduce(payloads[0]);
  }

  /** Gathers arrays from all ranks. */
  allGather(own: readonly Float32Array[]): readonly Float32Array[] {
    return this.#world.allGather(own[0]);
  }

  /** Closes the subgroups; the job's communicator stays open. */
  close(): void {
    for (const part of this.#parts.values()) part.close();
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
