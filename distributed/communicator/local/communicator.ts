/**
 * Communicator of ranks that are workers of one process.
 *
 * @module
 */
import { Collectives, type ExchangeCall, type SplitChoice } from "../collectives.ts";
import type { Communicator, Exchange, Payload } from "../communicator.ts";
import { type Header, payloadOf, wordsOf } from "../message.ts";
import { RankError } from "../rank_error.ts";
import type { Progressing, UnderWay } from "../under_way.ts";
import type { MailboxPort } from "./mailboxes.ts";

/** Group of ranks of this process. */
export interface LocalGroup {
  /** Number that distinguishes the group's messages from those of other groups. */
  readonly context: number;
  /** Ranks of the group, as numbered in the whole job, in their order in the group. */
  readonly members: readonly number[];
  /** Place of this rank among the members. */
  readonly rank: number;
}

/** Communicator that sends its messages through a {@link MailboxPort}. */
export class LocalCommunicator extends Collectives {
  /** Engine that transports the messages. */
  override readonly engine = "local" as const;
  readonly #port: MailboxPort;
  readonly #group: LocalGroup;
  readonly #others: readonly number[];

  /** Creates the communicator of rank `group.rank` in its group. */
  constructor(port: MailboxPort, group: LocalGroup) {
    super({ rank: group.rank, size: group.members.length });
    this.#port = port;
    this.#group = group;
    this.#others = group.members.filter((_, r) => r !== group.rank);
  }

  /** Implements the method of {@link Collectives}. */
  protected override carryBroadcast(payload: Payload, header: Header, root: number): void {
    const { context, members } = this.#group;
    const label = { context, sequence: header.sequence };
    if (root === this.rank) return this.#port.post(this.#others, { ...label, header }, payload);
    const expected = { ...header, from: root };
    const from = members[root];
    this.#port.until({
      action: "take part in a broadcast",
      missing: () => [from],
      done: () => this.#port.take(from, { ...label, expected }, (words) => wordsOf(payload).set(words)),
    });
  }

  /** Implements the method of {@link Collectives}. */
  protected override carryExchange<T extends Payload>(
    outgoing: readonly T[],
    { onDone, ...call }: ExchangeCall,
  ): Exchange<T> {
    this.#port.checkJob();
    const { context, members } = this.#group, { element, sequence } = call;
    // An array that several ranks receive is written to the outbox once.
    const receivers = new Map<T, number[]>();
    for (const [r, payload] of outgoing.entries()) {
      if (r === this.rank) continue;
      const known = receivers.get(payload);
      if (known) known.push(members[r]);
      else receivers.set(payload, [members[r]]);
    }
    // It receives while this rank still sends: ranks whose outboxes are full wait for each other otherwise.
    const own = payloadOf<T>(element, wordsOf(outgoing[this.rank]).slice());
    const exchange = new LocalExchange<T>(this.#port, { group: this.#group, own, ...call }, onDone);
    try {
      for (const [payload, to] of receivers) {
        const header = { ...call, length: payload.length };
        this.#port.post(to, { context, sequence, header }, payload);
      }
    } catch (error) {
      this.#port.underWay.delete(exchange);
      throw error;
    }
    return exchange;
  }

  /** Implements the method of {@link Collectives}. */
  protected override carryBarrier(): void {
    this.allToAllV(Array.from({ length: this.size }, () => new Uint32Array()));
  }

  /** See {@link Communicator.abort}. */
  override abort(reason: string): never {
    const error = new RankError({ rank: this.#group.members[this.rank], engine: "local", reason });
    this.#port.fail(error);
    throw error;
  }

  /** Releases nothing: mailboxes belong to the whole job. */
  protected override release(): void {}

  /** Implements the method of {@link Collectives}. */
  protected override get underWay(): UnderWay {
    return this.#port.underWay;
  }

  /** Implements the method of {@link Collectives}. */
  protected override token(): number {
    return this.#port.newContext();
  }

  /** Implements the method of {@link Collectives}. */
  protected override makePart({ group }: SplitChoice): Communicator | undefined {
    if (group === undefined) return undefined;
    return new LocalCommunicator(this.#port, {
      context: group.token,
      members: group.members.map((r) => this.#group.members[r]),
      rank: group.members.indexOf(this.rank),
    });
  }
}

/** Parts of which an exchange is made. */
interface LocalExchangeParts<T> extends Omit<ExchangeCall, "onDone"> {
  readonly group: LocalGroup;
  /** Array of this rank for itself. */
  readonly own: T;
}

/** Pending exchange, which receives its messages as they arrive. */
class LocalExchange<T extends Payload> implements Exchange<T>, Progressing {
  readonly #port: MailboxPort;
  readonly #parts: LocalExchangeParts<T>;
  readonly #received: T[];
  readonly #onDone: () => void;
  /** Ranks of the group whose message has not arrived. */
  #missing: number[];

  constructor(port: MailboxPort, parts: LocalExchangeParts<T>, onDone: () => void) {
    this.#port = port;
    this.#parts = parts;
    this.#onDone = onDone;
    this.#received = new Array(parts.group.members.length);
    this.#received[parts.group.rank] = parts.own;
    this.#missing = parts.group.members.keys().filter((r) => r !== parts.group.rank).toArray();
    port.underWay.add(this);
    if (this.#missing.length === 0) this.#settle();
    else this.progress();
  }

  progress(): void {
    if (this.#missing.length === 0) return;
    const { group: { members, context }, operation, sequence, element } = this.#parts;
    this.#missing = this.#missing.filter((r) =>
      !this.#port.take(
        members[r],
        { context, sequence, expected: { operation, element, sequence, from: r } },
        (words) => {
          const copy = new Uint32Array(words.length);
          copy.set(words);
          this.#received[r] = payloadOf<T>(element, copy);
        },
      )
    );
    if (this.#missing.length === 0) this.#settle();
  }

  test(): boolean {
    this.#port.underWay.progress();
    if (this.#missing.length === 0) return true;
    this.#port.checkJob();
    return false;
  }

  wait(): T[] {
    this.#port.until({
      action: "end an exchange",
      missing: () => this.#missing.map((r) => this.#parts.group.members[r]),
      done: () => {
        this.progress();
        return this.#missing.length === 0;
      },
    });
    return this.#received;
  }

  #settle(): void {
    this.#port.underWay.delete(this);
    this.#onDone();
  }
}
