/**
 * The shared memory through which the ranks of one process talk. A sender copies a message into its outbox and raises a flag;
 * the receiver finds it there whenever it looks, takes its copy and lowers the flag. Nothing runs in between, so a message
 * travels while both compute.
 *
 * @module
 */
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { checkHeader, type Expected, type Header, HEADER_WORDS, wordsOf, writeHeader } from "../message.ts";
import { MessageError, RankError, reasonOf } from "../rank_error.ts";
import type { Payload } from "../communicator.ts";
import { UnderWay } from "../under_way.ts";
import { Outbox, outboxMemory } from "./outbox.ts";

/** What all ranks share. Made once, by the thread that starts them. */
export interface SharedMailboxes {
  /** Number of ranks. */
  readonly ranks: number;
  /** Flags, bells and announcements. */
  readonly control: SharedArrayBuffer;
  /** One a rank. */
  readonly outboxes: readonly SharedArrayBuffer[];
}

/** Messages from one rank to another that may lie untaken; more than exchanges may be under way. */
const FLAGS_A_PAIR = 64;
/** How long a rank watches before it goes to sleep. */
const SPIN_MS = 0.05;
const POLLS_A_CLOCK_READING = 16;

/** Words of the control block: the job's, then a cache line and more for each rank, then the flags. */
const WORD = { failed: 0, failedRank: 1, textBytes: 2, nextContext: 3, text: 16 } as const;
const TEXT_BYTES = 1024;
const RANKS_AT = WORD.text + TEXT_BYTES / 4;
const RANK_WORDS = 32;
const RANK = { bell: 0, ended: 1 } as const;
const FLAG_WORDS = 8;
const FLAG = { state: 0, context: 1, offset: 2, ticket: 3, header: 4 } as const;
const STATE = { free: 0, lying: 1 } as const;

if (FLAG.header + HEADER_WORDS > FLAG_WORDS) throw new RangeError("an announcement outgrew its flag");

/** Shared memory for `ranks` ranks; each can have `outboxBytes` lying about. */
export function makeMailboxes(ranks: number, outboxBytes: number): SharedMailboxes {
  const words = RANKS_AT + ranks * RANK_WORDS + ranks * ranks * FLAGS_A_PAIR * FLAG_WORDS;
  return {
    ranks,
    control: new SharedArrayBuffer(words * 4),
    outboxes: Array.from({ length: ranks }, () => outboxMemory(outboxBytes)),
  };
}

/** Marks the job as failed, unless it is already, and wakes every rank. */
export function failJob(shared: SharedMailboxes, rank: number, reason: string): void {
  const words = new Int32Array(shared.control);
  if (Atomics.compareExchange(words, WORD.failed, 0, 1) !== 0) return;
  const text = new TextEncoder().encode(reason).subarray(0, TEXT_BYTES);
  new Uint8Array(shared.control, WORD.text * 4, TEXT_BYTES).set(text);
  words[WORD.textBytes] = text.length;
  words[WORD.failedRank] = rank;
  Atomics.store(words, WORD.failed, 2);
  for (let r = 0; r < shared.ranks; r++) ring(words, r);
}

function ring(words: Int32Array, rank: number): void {
  const bell = RANKS_AT + rank * RANK_WORDS + RANK.bell;
  Atomics.add(words, bell, 1);
  Atomics.notify(words, bell);
}

/** What a message belongs to, among those from one rank to another. */
export interface Label {
  /** The communicator. */
  readonly context: number;
  /** The number of the operation on it. */
  readonly sequence: number;
}

/** What a rank waits for. */
export interface Awaited {
  /** Does what can be done and says whether all is there. */
  readonly done: () => boolean;
  /** Ranks that it still needs something of. */
  readonly missing: () => readonly number[];
  /** What the rank was doing, in the infinitive. */
  readonly action: string;
}

interface Posted {
  /** The sender's number of the message: a flag that carries another is a later message's. */
  readonly ticket: number;
  readonly offset: number;
  readonly words: number;
  readonly flags: readonly number[];
}

/** One rank's side of the mailboxes. Ranks are those of the whole job. */
export class MailboxPort {
  /** Exchanges that this rank has under way. */
  readonly underWay: UnderWay = new UnderWay();
  readonly #shared: SharedMailboxes;
  readonly #rank: number;
  readonly #stallMs: number;
  readonly #words: Int32Array;
  readonly #outbox: Outbox;
  #posted: Posted[] = [];
  #ticket = 0;

  /** `stallSeconds` is how long this rank waits for others before it gives up. */
  constructor(shared: SharedMailboxes, rank: number, stallSeconds: number) {
    this.#shared = shared;
    this.#rank = rank;
    this.#stallMs = stallSeconds * 1000;
    this.#words = new Int32Array(shared.control);
    this.#outbox = new Outbox(shared.outboxes[rank]);
  }

  /** A number that no communicator of the job has yet. */
  newContext(): number {
    return Atomics.add(this.#words, WORD.nextContext, 1) + 1;
  }

  /**
   * Lays a message out for one or more ranks, not this one. Waits only where {@link FLAGS_A_PAIR} earlier ones lie untaken or
   * the outbox is full.
   *
   * @throws {OutOfMemoryError} where the outbox can never hold it.
   */
  post(to: readonly number[], label: Label & { readonly header: Header }, payload: Payload): void {
    if (to.length === 0) return;
    const words = payload.length;
    if (words > this.#outbox.capacity) throw this.#tooLarge(words);
    let flags: number[] = [], offset: number | undefined;
    this.until({
      action: "send",
      missing: () => to,
      done: () => {
        flags = to.map((rank) => this.#freeFlag(rank));
        if (flags.includes(-1)) return false;
        offset = words === 0 ? 0 : this.#reserve(words);
        return offset !== undefined;
      },
    });
    const at = offset ?? 0, ticket = this.#ticket = this.#ticket + 1 | 0;
    if (words > 0) {
      this.#outbox.words(at, words).set(wordsOf(payload));
      this.#posted.push({ ticket, offset: at, words, flags });
    }
    for (const [i, flag] of flags.entries()) {
      this.#words[flag + FLAG.context] = label.context;
      this.#words[flag + FLAG.offset] = at;
      this.#words[flag + FLAG.ticket] = ticket;
      writeHeader(this.#words, flag + FLAG.header, label.header);
      Atomics.store(this.#words, flag + FLAG.state, STATE.lying);
      ring(this.#words, to[i]);
    }
  }

  /**
   * Hands over the words of a message that lies here, to be copied at once, and then gives the sender its room back.
   *
   * @returns whether there was one.
   * @throws {MessageError} where it is not what is expected, or does not lie in the sender's outbox.
   */
  take(
    from: number,
    label: Label & { readonly expected: Expected },
    into: (words: Uint32Array) => void,
  ): boolean {
    const words = this.#words;
    const first = this.#flags(from, this.#rank);
    for (let flag = first; flag < first + FLAGS_A_PAIR * FLAG_WORDS; flag += FLAG_WORDS) {
      if (Atomics.load(words, flag + FLAG.state) !== STATE.lying) continue;
      if (words[flag + FLAG.context] !== label.context) continue;
      if (words[flag + FLAG.header + 1] !== label.sequence) continue;
      const length = checkHeader(words, flag + FLAG.header, label.expected);
      const offset = words[flag + FLAG.offset] >>> 0;
      const outbox = this.#shared.outboxes[from];
      if ((offset + length) * 4 > outbox.byteLength) {
        throw new MessageError({
          action: `take a message from rank ${label.expected.from}`,
          current: `${length} words at ${offset}`,
          wanted: `words that lie in an outbox of ${outbox.byteLength / 4}`,
          next: "end the job: its shared memory is damaged",
        });
      }
      into(new Uint32Array(outbox, offset * 4, length));
      Atomics.store(words, flag + FLAG.state, STATE.free);
      ring(words, from);
      return true;
    }
    return false;
  }

  /**
   * Waits until something is done, first awake, then asleep; all exchanges under way go on meanwhile.
   *
   * @throws {RankError} where the job has failed, a rank that is needed has ended, or nothing came for too long.
   */
  until({ done, missing, action }: Awaited): void {
    if (done()) return;
    const begun = performance.now();
    const bell = RANKS_AT + this.#rank * RANK_WORDS + RANK.bell;
    for (let poll = 0;; poll++) {
      const heard = Atomics.load(this.#words, bell);
      this.underWay.progress();
      if (done()) return;
      this.checkJob();
      if (poll % POLLS_A_CLOCK_READING !== 0) continue;
      const gone = missing().find((rank) => Atomics.load(this.#words, this.#endedWord(rank)) !== 0);
      if (gone !== undefined) {
        // Its last message may have come between the two looks.
        if (done()) return;
        throw this.#error(gone, `it had ended when rank ${this.#rank} wanted to ${action}`);
      }
      const waited = performance.now() - begun;
      if (waited >= this.#stallMs) {
        const seconds = Math.round(waited / 1000);
        throw this.#error(
          this.#rank,
          `waited ${seconds} s to ${action}, for rank ${missing().join(", ") || "?"}`,
        );
      }
      if (waited >= SPIN_MS) Atomics.wait(this.#words, bell, heard, this.#stallMs - waited);
    }
  }

  /**
   * Looks whether the job goes on.
   *
   * @throws {RankError} where it has failed.
   */
  checkJob(): void {
    if (Atomics.load(this.#words, WORD.failed) !== 2) return;
    const text = new Uint8Array(this.#shared.control, WORD.text * 4, this.#words[WORD.textBytes]);
    throw this.#error(this.#words[WORD.failedRank], new TextDecoder().decode(text.slice()));
  }

  /** Ends the job for this rank's sake. */
  fail(error: unknown): void {
    failJob(this.#shared, this.#rank, reasonOf(error));
  }

  /** Says that this rank sends nothing more. */
  end(): void {
    Atomics.store(this.#words, this.#endedWord(this.#rank), 1);
    for (let rank = 0; rank < this.#shared.ranks; rank++) ring(this.#words, rank);
  }

  #endedWord(rank: number): number {
    return RANKS_AT + rank * RANK_WORDS + RANK.ended;
  }

  #flags(from: number, to: number): number {
    const { ranks } = this.#shared;
    return RANKS_AT + ranks * RANK_WORDS + (from * ranks + to) * FLAGS_A_PAIR * FLAG_WORDS;
  }

  #freeFlag(to: number): number {
    const first = this.#flags(this.#rank, to);
    for (let flag = first; flag < first + FLAGS_A_PAIR * FLAG_WORDS; flag += FLAG_WORDS) {
      if (Atomics.load(this.#words, flag + FLAG.state) === STATE.free) return flag;
    }
    return -1;
  }

  /** Room for a message, after those that were taken have given theirs back. */
  #reserve(words: number): number | undefined {
    this.#posted = this.#posted.filter((posted) => {
      const lies = posted.flags.some((flag) =>
        Atomics.load(this.#words, flag + FLAG.state) !== STATE.free &&
        this.#words[flag + FLAG.ticket] === posted.ticket
      );
      if (!lies) this.#outbox.release(posted.offset, posted.words);
      return lies;
    });
    return this.#outbox.reserve(words);
  }

  #tooLarge(words: number): OutOfMemoryError {
    return new OutOfMemoryError({
      action: `send ${words} words`,
      current: `an outbox of at most ${this.#outbox.capacity}`,
      wanted: "an outbox that can hold the message",
      next: "raise outboxBytes, or send in pieces",
    });
  }

  #error(rank: number, reason: string): RankError {
    return new RankError({ rank, engine: "local", reason });
  }
}
