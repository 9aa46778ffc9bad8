/**
 * Communicator over an injected link: a slow network tried on a fast machine.
 *
 * @module
 */
import type { Link } from "../../../hardware/models/interconnect.ts";
import { Collectives, type ExchangeCall, type SplitChoice } from "../collectives.ts";
import {
  type Communicator,
  type Exchange,
  MAX_UNDER_WAY,
  type Payload,
  type RankEngine,
} from "../communicator.ts";
import type { Header } from "../message.ts";
import { UnderWay } from "../under_way.ts";
import { DelayedExchange, waitUntil } from "./exchange.ts";
import { type LinkClock, TIME_OF_DAY } from "./link_clock.ts";
import { NetworkCard } from "./network_card.ts";
import { readStamp, STAMP_WORDS, stamped, stampWords } from "./stamped_message.ts";

/** Parts that all delayed communicators of a rank share. */
interface DelayedRank {
  readonly card: NetworkCard;
  readonly clock: LinkClock;
  readonly underWay: UnderWay;
}

/**
 * Wraps a communicator so that every message is held back as long as it would travel over a link: until
 * `alpha + bytes / BW` after the rank's network card got to it. A card sends one message after the other, to
 * the ranks that follow its own; messages to the rank itself are free, empty ones take the latency. Sums,
 * gathers and barriers are exchanges and are slowed as such; a broadcast is passed on in pieces from rank to
 * rank, as `ringBroadcastSeconds` has it. Bytes travel while the ranks compute.
 *
 * The wrapper adds the time that messages really take only where that is longer, and one copy of each. Every
 * rank wraps with the same link. Subgroups share the rank's card; a second wrapper has a card of its own.
 * Closing it leaves the wrapped communicator open.
 *
 * @example
 * ```ts ignore
 * // In a function that runRanks() runs on every rank:
 * const slow = delayedCommunicator(communicator, LINKS["ethernet-10g"]);
 * const exchange = slow.startAllToAllV(rows); // 1 MiB arrives after 20 us + 839 us
 * compute();
 * const received = exchange.wait(); // waits for what the computation has not hidden
 * slow.close();
 * ```
 */
export function delayedCommunicator(
  communicator: Communicator,
  link: Link,
  clock: LinkClock = TIME_OF_DAY,
): Communicator {
  const rank = { card: new NetworkCard(link, clock), clock, underWay: new UnderWay() };
  return new DelayedCommunicator(communicator, rank, { owned: false });
}

class DelayedCommunicator extends Collectives {
  override readonly engine: RankEngine;
  readonly #inner: Communicator;
  readonly #rank: DelayedRank;
  readonly #owned: boolean;

  constructor(inner: Communicator, rank: DelayedRank, { owned }: { readonly owned: boolean }) {
    super(inner);
    this.engine = inner.engine;
    this.#inner = inner;
    this.#rank = rank;
    this.#owned = owned;
  }

  protected override get underWay(): UnderWay {
    return this.#rank.underWay;
  }

  protected override carryExchange<T extends Payload>(
    outgoing: readonly T[],
    { element, onDone }: ExchangeCall,
  ): Exchange<T> {
    const { card, clock, underWay } = this.#rank;
    const messages = outgoing.map((payload, to) => to === this.rank ? stamped(payload, element, 0) : payload);
    // Every rank begins with the next one, so that no receiver is everyone's first.
    for (let step = 1; step < this.size; step++) {
      const to = (this.rank + step) % this.size;
      messages[to] = stamped(outgoing[to], element, card.send(outgoing[to].byteLength));
    }
    // Only a call that waits comes here where as many exchanges are pending as may be.
    const inner = underWay.count < MAX_UNDER_WAY
      ? this.#inner.startAllToAllV(messages)
      : arrived(this.#inner.allToAllV(messages));
    return new DelayedExchange(inner, { clock, underWay, onDone });
  }

  protected override carryBroadcast(payload: Payload, _header: Header, root: number): void {
    const { card, clock, underWay } = this.#rank;
    const distance = (this.rank - root + this.size) % this.size;
    const stamp = distance === 0 && this.size > 1
      ? stampWords(card.send(payload.byteLength))
      : new Uint32Array(STAMP_WORDS);
    this.#inner.broadcast(stamp, root);
    this.#inner.broadcast(payload, root);
    if (distance === 0) return;
    const arrivalMs = readStamp(stamp) + (distance - 1) * card.latencyMs;
    if (distance < this.size - 1) card.occupy(arrivalMs);
    waitUntil(clock, arrivalMs, () => underWay.progress());
  }

  protected override carryBarrier(): void {
    this.allToAllV(Array.from({ length: this.size }, () => new Uint32Array()));
  }

  protected override token(): number {
    return 0;
  }

  protected override makePart({ color, key }: SplitChoice): Communicator | undefined {
    const part = this.#inner.split(color, key);
    return part && new DelayedCommunicator(part, this.#rank, { owned: true });
  }

  override abort(reason: string): never {
    return this.#inner.abort(reason);
  }

  protected override release(): void {
    if (this.#owned) this.#inner.close();
  }
}

/** Exchange whose messages have arrived. */
function arrived<T extends Payload>(received: T[]): Exchange<T> {
  return { test: () => true, wait: () => received };
}
