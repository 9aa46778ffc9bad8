/**
 * Engine-independent part of a communicator: collective operations built from exchanges. Sums are computed
 * here, so that they cannot depend on the engine.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { Communicator, Exchange, Payload, RankEngine } from "./communicator.ts";
import {
  checkOutgoing,
  checkRoot,
  type ElementType,
  elementTypeOf,
  type ExchangeKind,
  type Header,
} from "./message.ts";
import { checkLength, sumInOrder } from "./sum_in_order.ts";
import type { UnderWay } from "./under_way.ts";
import { plural } from "../../platform/text/plural.ts";

/**
 * Greatest length in words at which an all-reduce gathers all summands on every rank: one exchange instead of
 * two.
 */
export const GATHERED_WORDS = 4096;

/** Subgroup made by {@link Communicator.split}. */
export interface SubGroup {
  /** Ranks of the subgroup, numbered as in the group that was split, in their new order. */
  readonly members: readonly number[];
  /** The {@link Collectives.token} of the subgroup's first member. */
  readonly token: number;
}

/** Choice of this rank in a split, and the subgroup that follows from it. */
export interface SplitChoice {
  /** Color that this rank gave. */
  readonly color: number | undefined;
  /** Key that this rank gave. */
  readonly key: number;
  /** Subgroup of this rank; `undefined` where it gave no color. */
  readonly group: SubGroup | undefined;
}

/** Arguments of an exchange that every rank of the group begins. */
export interface ExchangeCall {
  /** Kind of the exchange, the same on every rank. */
  readonly operation: ExchangeKind;
  /** Word type of all arrays of the exchange. */
  readonly element: ElementType;
  /** Sequence number of the operation on its communicator. */
  readonly sequence: number;
  /** Callback for the arrival of all messages. */
  readonly onDone: () => void;
}

/**
 * Base class of communicators whose engine provides exchanges, broadcasts and barriers. Validation of calls
 * (an open communicator, a valid root, one word type), sequence numbers and the list of pending exchanges are
 * the same for every engine.
 */
export abstract class Collectives implements Communicator {
  /** Engine that transports the messages. */
  abstract readonly engine: RankEngine;
  /** Number of this rank, from 0. */
  readonly rank: number;
  /** Number of ranks. */
  readonly size: number;
  readonly #exchanges = new Set<object>();
  #sequence = 0;
  #closed = false;

  /** Creates the communicator of rank `rank` in a group of `size`. */
  constructor({ rank, size }: Pick<Communicator, "rank" | "size">) {
    this.rank = rank;
    this.size = size;
  }

  /** See {@link Communicator.abort}. */
  abstract abort(reason: string): never;

  /** Pending exchanges of this rank, over all its communicators. */
  protected abstract readonly underWay: UnderWay;

  /** Begins an exchange, regardless of the number that is pending. */
  protected abstract carryExchange<T extends Payload>(
    outgoing: readonly T[],
    call: ExchangeCall,
  ): Exchange<T>;

  /** Overwrites `payload` with the payload of `root`. */
  protected abstract carryBroadcast(payload: Payload, header: Header, root: number): void;

  /** Blocks until every rank has called it. */
  protected abstract carryBarrier(): void;

  /** Number that is unique in the job; 0 from an engine that needs none. */
  protected abstract token(): number;

  /** Makes the communicator of a subgroup; called by every rank of this group, whatever its choice. */
  protected abstract makePart(choice: SplitChoice): Communicator | undefined;

  /** Releases the engine's resources of this group. */
  protected abstract release(): void;

  /** See {@link Communicator.broadcast}. */
  broadcast(payload: Payload, root: number): void {
    this.#checkOpen("broadcast");
    checkRoot(root, this.size);
    const header: Header = {
      operation: "broadcast",
      element: elementTypeOf(payload),
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
        current: `${plural(this.#exchanges.size, "exchange")} under way`,
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
      sumInOrder(this.#swap("sum", Array.from({ length: size }, () => payload)), payload);
      return;
    }
    // Each rank sums one segment and sends the sum to all others.
    const bound = (r: number) => segmentBegin(r, payload.length, size);
    const segments = Array.from({ length: size }, (_, r) => payload.subarray(bound(r), bound(r + 1)));
    const own = segments[rank];
    sumInOrder(this.#swap("sum of segments", segments), own);
    const sums = this.#swap("sum of segments", Array.from({ length: size }, () => own));
    for (const [r, part] of sums.entries()) {
      checkLength(part, { length: segments[r].length, from: r });
      if (r !== rank) segments[r].set(part);
    }
  }

  /** Exchange whose result holds this rank's own array itself instead of a copy. */
  #swap(operation: ExchangeKind, outgoing: readonly Payload[]): Payload[] {
    const { rank } = this, own = outgoing[rank];
    const others = outgoing.map((payload, r) => r === rank ? own.subarray(0, 0) : payload);
    return this.#begin(others, operation).wait().with(rank, own);
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

  #begin<T extends Payload>(outgoing: readonly T[], operation: ExchangeKind = "exchange"): Exchange<T> {
    this.#checkOpen("exchange");
    const element = checkOutgoing(outgoing, this.size);
    this.underWay.progress();
    const ticket = {};
    const onDone = () => void this.#exchanges.delete(ticket);
    this.#exchanges.add(ticket);
    try {
      return this.carryExchange(outgoing, { operation, element, sequence: this.#next(), onDone });
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

/** First word of the segment of a sum that a rank adds up. */
function segmentBegin(rank: number, length: number, size: number): number {
  return Math.floor(rank * length / size);
}

/** Bytes that a rank receives from others in {@link Communicator.allReduce} of `length` words. */
export function allReduceBytes(length: number, { rank, size }: Pick<Communicator, "rank" | "size">): number {
  if (length <= GATHERED_WORDS) return 4 * length * (size - 1);
  const own = segmentBegin(rank + 1, length, size) - segmentBegin(rank, length, size);
  return 4 * ((size - 1) * own + length - own);
}
