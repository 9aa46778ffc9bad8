/**
 * Network card of a rank that sends over a modelled link.
 *
 * @module
 */
import type { Link } from "../../../hardware/models/interconnect.ts";
import type { LinkClock } from "./link_clock.ts";

/**
 * Sending half of a network card: one message after another leaves it at the link's bandwidth, whoever the
 * receivers are, and arrives a latency after its last byte has left. Receiving costs nothing, as behind a
 * switch that never lets two senders wait.
 *
 * @example
 * ```ts
 * import { NetworkCard } from "./network_card.ts";
 * const link = { name: "slow", latencySeconds: 1e-3, bytesPerSecond: 1e6, source: "this example" };
 * const card = new NetworkCard(link, { now: () => 0 });
 * const arrivals = [card.send(2000), card.send(3000)];
 * if (arrivals.join() !== "3,6") throw new Error("2 ms and 3 ms on the wire, one after the other, and 1 ms");
 * ```
 */
export class NetworkCard {
  /** Link of the card. */
  readonly link: Link;
  readonly #clock: Pick<LinkClock, "now">;
  #freeMs = -Infinity;

  /** Creates an idle card. */
  constructor(link: Link, clock: Pick<LinkClock, "now">) {
    this.link = link;
    this.#clock = clock;
  }

  /** Latency in milliseconds. */
  get latencyMs(): number {
    return 1000 * this.link.latencySeconds;
  }

  /** Queues a message and returns when it arrives, in milliseconds of the clock. */
  send(bytes: number): number {
    const begunMs = Math.max(this.#clock.now(), this.#freeMs);
    this.#freeMs = begunMs + 1000 * bytes / this.link.bytesPerSecond;
    return this.#freeMs + this.latencyMs;
  }

  /** Keeps the card busy until a time, by passing on what arrives until then. */
  occupy(untilMs: number): void {
    this.#freeMs = Math.max(this.#freeMs, untilMs);
  }
}
