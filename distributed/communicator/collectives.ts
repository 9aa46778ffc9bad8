/**
 * The part of a communicator that is the same for every engine: collective operations made of exchanges. Sums
 * are computed here, so that they cannot depend on the engine.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { Communicator, Exchange, Payload, RankEngine } from "./communicator.ts";
import { checkOutgoing, checkRoot, type Element, elementOf, type Header } from "./message.ts";
import { checkLength, sumInOrder } from "./sum_in_order.ts";
import type { UnderWay } from "./under_way.ts";

/** Words up to which every rank gets all summands at once: one exchange in place of two. */
const GATHERED_WORDS = 4096;

/** A group that {@link Communicator.split} makes. */
export interface SubGroup {
  /** Ranks, as numbered in the group that was split, in their new order. */
  readonly members: readonly number[];
  /** The {@link Collectives.token} of its first member. */
  readonly token: number;
}

/** The part that this rank took in a split. */
export interface SplitChoice {
  /** The color it gave. */
  readonly color: number | undefined;
  /** The key it gave. */
  readonly key: number;
  /** The group that it is in; none where it gave no color. */
  readonly group: SubGroup | undefined;
}

/** An exchange that every rank of the group begins. */
export interface ExchangeCall {
  /** Type of the words of all its arrays. */
  readonly element: Element;
  /** Number of the operation on its communicator. */
  readonly sequence: number;
  /** Is to be called when everything has arrived. */
  readonly onDone: () => void;
}

/**
 * A communicator whose engine carries exchanges, broadcasts and barriers. Whether a call is in order (an open
 * communicator, a root that is a rank, one type of words), which number it has and what is still under way
 * are the same for every engine.
 */
export abstract class Collectives implements Communicator {
  /** Which engine carries the messages. */
  abstract readonly engine: RankEngine;
  /** This rank, from 0. */
  readonly rank: number;
  /** Number of ranks. */
  readonly size: number;
  readonly #exchanges = new Set<object>();
  #sequence = 0;
  #closed = false;

  /** This rank's place in a group. */
  constructor({ rank, size }: Pick<Communicator, "rank" | "size">) {
    this.rank = rank;
    this.size = size;
  }

  /** See {@link Communicator.abort}. */
  abstract abort(reason: string): never;

  /** Exchanges that this rank has under way, over all its communicators. */
  protected abstract readonly underWay: UnderWay;

  /** Begins an exchange, however many are under way. */
  protected abstract carryExchange<T extends Payload>(
    outgoing: readonly T[],
    call: ExchangeCall,
  ): Exchange<T>;

  /** Overwrites `payload` by that of `root`. */
  protected abstract carryBroadcast(payload: Payload, header: Header, root: number): void;

  /** Returns when every rank has called it. */
  protected abstract carryBarrier(): void;

  /** A number that no other rank of the job was given; an engine that needs none returns 0. */
  protected abstract token(): number;

  /** Every rank of this group calls it, whatever it chose. */
  protected abstract makePart(choice: SplitChoice): Communicator | undefined;

  /** Gives back what the engine holds for this group. */
  protected abstract release(): void;

  /** See {@link Communicator.broadcast}. */
  broadcast(payload: Payload, root: number): void {
    this.#checkOpen("broadcast");
    checkRoot(root, this.size);
    const header: Header = {
      operation: "broadcast",
      element: elementOf(payload),
      sequence: this.#next(),
      length: payload.length,
    };
    this.carryBroadcast(payload, header, root);
  }

  /** See {@link Communicator.barrier}. */
  barrier(): void {
    this.#checkOpen("wait for all ranks");
    this.carryBarrier();
  }

  /** See {@link Communicator.close}. */
  close(): void {
    if (this.#closed) return;
    if (this.#exchanges.size > 0) {
      throw new UsageError({
        action: "close a communicator",
        current: `${this.#exchanges.size} exchanges under way`,
        wanted: "none",
        next: "wait for them first",
      });
    }
    this.#closed = true;
    this.release();
  }

  /** See {@link Communicator.allToAllV}. */
  allToAllV<T extends Payload>(outgoing: readonly T[]): T[] {
    return this.#begin(outgoing).wait();
  }

  /** See {@link Communicator.startAllToAllV}. */
  startAllToAllV<T extends Payload>(outgoing: readonly T[]): Exchange<T> {
    this.underWay.checkRoom();
    return this.#begin(outgoing);
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

  #begin<T extends Payload>(outgoing: readonly T[]): Exchange<T> {
    this.#checkOpen("exchange");
    const element = checkOutgoing(outgoing, this.size);
    this.underWay.progress();
    const ticket = {};
    const onDone = () => void this.#exchanges.delete(ticket);
    this.#exchanges.add(ticket);
    try {
      return this.carryExchange(outgoing, { element, sequence: this.#next(), onDone });
    } catch (error) {
      onDone();
      throw error;
    }
  }

  #next(): number {
    return this.#sequence = (this.#sequence + 1) & 0x7fffffff;
  }

  #checkOpen(action: string): void {
    if (!this.#closed) return;
    throw new UsageError({
      action,
      current: "a closed communicator",
      wanted: "an open one",
      next: "split again",
    });
  }
}
