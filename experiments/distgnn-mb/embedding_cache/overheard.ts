/**
 * Transport of a rank that keeps what is sent and what arrives.
 *
 * @module
 */
import type { PendingExchange, RankTransport } from "../../../distributed/training/rank_transport.ts";

/** Arrays of one exchange, one a rank. */
export type Messages = readonly Uint32Array[];

/** Exchanges of a rank. */
export interface Heard {
  /** Exchanges that it began. */
  readonly begun: readonly Messages[];
  /** Exchanges that it waited for, with the iteration in which each was begun. */
  readonly received: readonly { readonly messages: Messages; readonly begunIn: number }[];
}

/** A transport around another one that keeps what is sent and what arrives. */
export class Overheard implements RankTransport {
  readonly rank: number;
  readonly size: number;
  /** The iteration that is going on. */
  iteration = 0;
  readonly #inner: RankTransport;
  #begun: Messages[] = [];
  #received: { readonly messages: Messages; readonly begunIn: number }[] = [];

  constructor(inner: RankTransport) {
    this.#inner = inner;
    this.rank = inner.rank;
    this.size = inner.size;
  }

  now(): number {
    return this.#inner.now();
  }

  startExchange(outgoing: Messages): PendingExchange {
    const begunIn = this.iteration, exchange = this.#inner.startExchange(outgoing);
    this.#begun.push(outgoing);
    return {
      wait: async () => {
        const messages = await exchange.wait();
        this.#received.push({ messages, begunIn });
        return messages;
      },
    };
  }

  allReduce(payload: Float32Array): Promise<void> {
    return this.#inner.allReduce(payload);
  }

  progress(): void {}

  /** Returns what was sent and what arrived since the last call. */
  take(): Heard {
    const heard = { begun: this.#begun, received: this.#received };
    this.#begun = [];
    this.#received = [];
    return heard;
  }
}
