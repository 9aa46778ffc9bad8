/**
 * What both engines do alike: collective operations that are made of exchanges. Sums are computed here, so that they cannot
 * depend on the engine.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { Communicator, Exchange, Payload, RankEngine } from "./communicator.ts";
import { MessageError } from "./rank_error.ts";
import type { UnderWay } from "./under_way.ts";

/** Words up to which every rank gets all summands at once: one exchange in place of two. */
const GATHERED_WORDS = 4096;
/** Words that are summed at once, so that the float64 sums stay in the nearest cache. */
const SUM_BLOCK = 2048;

/** A group that {@link Communicator.split} makes. */
export interface SubGroup {
  /** Its ranks, as numbered in the group that was split, in their new order. */
  readonly members: readonly number[];
  /** The {@link Collectives.token} of its first member. */
  readonly token: number;
}

/** How this rank took part in a split. */
export interface SplitChoice {
  /** The color it gave. */
  readonly color: number | undefined;
  /** The key it gave. */
  readonly key: number;
  /** The group that it is in; none where it gave no color. */
  readonly group: SubGroup | undefined;
}

/** A communicator whose engine brings exchange, broadcast, barrier and the making of a part. */
export abstract class Collectives implements Communicator {
  /** Which engine carries the messages. */
  abstract readonly engine: RankEngine;
  /** This rank, from 0. */
  abstract readonly rank: number;
  /** Number of ranks. */
  abstract readonly size: number;

  /** See {@link Communicator.broadcast}. */
  abstract broadcast(payload: Payload, root: number): void;
  /** See {@link Communicator.barrier}. */
  abstract barrier(): void;
  /** See {@link Communicator.abort}. */
  abstract abort(reason: string): never;
  /** See {@link Communicator.close}. */
  abstract close(): void;

  /** Exchanges that this rank has under way, over all its communicators. */
  protected abstract readonly underWay: UnderWay;

  /** Begins an exchange, however many are under way. */
  protected abstract begin<T extends Payload>(outgoing: readonly T[]): Exchange<T>;

  /** A number that no other rank of the job was given; an engine that needs none returns 0. */
  protected abstract token(): number;

  /** Every rank of this group calls it, whatever it chose. */
  protected abstract makePart(choice: SplitChoice): Communicator | undefined;

  /** See {@link Communicator.allToAllV}. */
  allToAllV<T extends Payload>(outgoing: readonly T[]): T[] {
    return this.begin(outgoing).wait();
  }

  /** See {@link Communicator.startAllToAllV}. */
  startAllToAllV<T extends Payload>(outgoing: readonly T[]): Exchange<T> {
    this.underWay.checkRoom();
    return this.begin(outgoing);
  }

  /** See {@link Communicator.allGather}. */
  allGather<T extends Payload>(payload: T): T[] {
    return this.allToAllV(Array.from({ length: this.size }, () => payload));
  }

  /** See {@link Communicator.allReduce}. */
  allReduce(payload: Payload): void {
    const { size, rank } = this;
    if (payload.length <= GATHERED_WORDS) {
      sumInOrder(this.#swap(rank, Array.from({ length: size }, () => payload)), payload);
      return;
    }
    // Each rank sums one segment and hands the sum to all.
    const bound = (r: number) => Math.floor(r * payload.length / size);
    const segments = Array.from({ length: size }, (_, r) => payload.subarray(bound(r), bound(r + 1)));
    const own = segments[rank];
    sumInOrder(this.#swap(rank, segments), own);
    for (const [r, part] of this.#swap(rank, Array.from({ length: size }, () => own)).entries()) {
      checkLength(part, { length: segments[r].length, from: r });
      if (r !== rank) segments[r].set(part);
    }
  }

  /** An exchange in which this rank's own array is not copied, but stands in the result itself. */
  #swap(rank: number, outgoing: readonly Payload[]): Payload[] {
    const own = outgoing[rank];
    const received = this.allToAllV(outgoing.map((payload, r) => r === rank ? own.subarray(0, 0) : payload));
    return received.with(rank, own);
  }

  /** See {@link Communicator.split}. */
  split(color: number | undefined, key = 0): Communicator | undefined {
    for (const value of [color ?? 0, key]) {
      if (Number.isInteger(value) && value >= 0 && value < 2 ** 31) continue;
      throw new UsageError({
        action: "split a communicator",
        current: `color ${color}, key ${key}`,
        wanted: "whole numbers from 0 to 2^31 - 1",
        next: "pass undefined as color for a rank that is in no part",
      });
    }
    const choices = this.allGather(
      Uint32Array.of(color === undefined ? 0 : 1, color ?? 0, key, this.token()),
    );
    if (color === undefined) return this.makePart({ color, key, group: undefined });
    const members = choices.flatMap((choice, r) => choice[0] === 1 && choice[1] === color ? [r] : [])
      .sort((a, b) => choices[a][2] - choices[b][2] || a - b);
    return this.makePart({ color, key, group: { members, token: choices[members[0]][3] } });
  }
}

function checkLength(part: Payload, expected: { readonly length: number; readonly from: number }): void {
  if (part.length === expected.length) return;
  throw new MessageError({
    action: `add up the array of rank ${expected.from}`,
    current: `${part.length} words`,
    wanted: `${expected.length}`,
    next: "give arrays of one length on all ranks",
  });
}

/** Sums the parts into `sum`, which may be one of them. */
function sumInOrder(parts: readonly Payload[], sum: Payload): void {
  for (const [from, part] of parts.entries()) checkLength(part, { length: sum.length, from });
  const block = new Float64Array(Math.min(SUM_BLOCK, sum.length));
  for (let begin = 0; begin < sum.length; begin += SUM_BLOCK) {
    const end = Math.min(sum.length, begin + SUM_BLOCK);
    const wide = block.subarray(0, end - begin);
    wide.set(parts[0].subarray(begin, end));
    for (let r = 1; r < parts.length; r++) add(wide, parts[r].subarray(begin, end));
    sum.set(wide, begin);
  }
}

function add(sum: Float64Array, part: Payload): void {
  for (let i = 0; i < sum.length; i++) sum[i] += part[i];
}
