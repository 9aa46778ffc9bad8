/**
 * Exchange whose messages are held back until their time of arrival.
 *
 * @module
 */
import type { Exchange, Payload } from "../communicator.ts";
import type { Progressing, UnderWay } from "../under_way.ts";
import type { LinkClock } from "./link_clock.ts";
import { unstamped } from "./stamped_message.ts";

/** Lets time pass until a moment, and other messages progress meanwhile. */
export function waitUntil(clock: LinkClock, momentMs: number, progress: () => void): void {
  for (;;) {
    const leftMs = momentMs - clock.now();
    if (!(leftMs > 0)) return;
    progress();
    clock.pause(leftMs);
  }
}

/** Parts of which a delayed exchange is made. */
export interface DelayedExchangeParts {
  /** Clock that the times of arrival are of. */
  readonly clock: LinkClock;
  /** Pending exchanges of the rank. */
  readonly underWay: UnderWay;
  /** Callback for the arrival of all messages. */
  readonly onDone: () => void;
}

/** Messages of an exchange, and the arrival of the last one. */
interface Delivery<T> {
  readonly payloads: T[];
  readonly arrivalMs: number;
}

/** Pending exchange over an injected link. */
export class DelayedExchange<T extends Payload> implements Exchange<T>, Progressing {
  readonly #inner: Exchange<T>;
  readonly #parts: DelayedExchangeParts;
  #delivery: Delivery<T> | undefined;
  #settled = false;

  /** Holds back the messages of a pending exchange, which are stamped with their times of arrival. */
  constructor(inner: Exchange<T>, parts: DelayedExchangeParts) {
    this.#inner = inner;
    this.#parts = parts;
    parts.underWay.add(this);
  }

  /** Takes what has arrived by now. */
  progress(): void {
    if (this.#settled || !this.#inner.test()) return;
    const { arrivalMs } = this.#take();
    if (this.#parts.clock.now() >= arrivalMs) this.#settle();
  }

  /** See {@link Exchange.test}. */
  test(): boolean {
    this.#parts.underWay.progress();
    return this.#settled;
  }

  /** See {@link Exchange.wait}. */
  wait(): T[] {
    const { clock, underWay } = this.#parts, { payloads, arrivalMs } = this.#take();
    if (!this.#settled) {
      waitUntil(clock, arrivalMs, () => underWay.progress());
      this.#settle();
    }
    return payloads;
  }

  #take(): Delivery<T> {
    if (this.#delivery) return this.#delivery;
    const messages = this.#inner.wait().map(unstamped);
    return this.#delivery = {
      payloads: messages.map(({ payload }) => payload),
      arrivalMs: Math.max(...messages.map(({ arrivalMs }) => arrivalMs)),
    };
  }

  #settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#parts.underWay.delete(this);
    this.#parts.onDone();
  }
}
