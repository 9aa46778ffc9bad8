/**
 * Shared memory that carries the messages of the ranks of one process. A sender copies a message into its
 * outbox and raises a flag; the receiver finds it there at its next look, copies it and lowers the flag. No
 * third thread takes part, so a message travels while both ranks compute.
 *
 * @module
 */
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { checkHeader, type Expected, type Header, HEADER_WORDS, wordsOf, writeHeader } from "../message.ts";
import { exitCodeOf, MessageError, RankError, reasonOf } from "../rank_error.ts";
import type { Payload } from "../communicator.ts";
import { UnderWay } from "../under_way.ts";
import { Outbox, outboxMemory } from "./outbox.ts";
import { plural } from "../../../platform/text/plural.ts";

/** Shared memory of all ranks of a job, made once by the thread that starts them. */
export interface SharedMailboxes {
  /** Number of ranks. */
  readonly ranks: number;
  /** Control block: flags, wake-up counters and announcements. */
  readonly control: SharedArrayBuffer;
  /** Outboxes, one a rank. */
  readonly outboxes: readonly SharedArrayBuffer[];
}

/** Greatest number of unreceived messages from one rank to another; above the limit on pending exchanges. */
const FLAGS_A_PAIR = 64;
/** Milliseconds of busy waiting before a rank sleeps. */
const SPIN_MS = 0.05;
const POLLS_A_CLOCK_READING = 16;

/**
 * Word offsets in the control block: the job's words, then at least a cache line for each rank, then the
 * flags.
 */
const WORD = { failed: 0, failedRank: 1, textBytes: 2, nextContext: 3, failedCode: 4, text: 16 } as const;
const TEXT_BYTES = 1024;
const RANKS_AT = WORD.text + TEXT_BYTES / 4;
const RANK_WORDS = 32;
const RANK = { bell: 0, ended: 1 } as const;
const FLAG_WORDS = 8;
const FLAG = { state: 0, context: 1, offset: 2, ticket: 3, header: 4 } as const;
const STATE = { free: 0, lying: 1 } as const;

if (FLAG.header + HEADER_WORDS > FLAG_WORDS) throw new RangeError("an announcement outgrew its flag");

/** Allocates shared memory for `ranks` ranks, each with at most `outboxBytes` of unreceived messages. */
export function makeMailboxes(ranks: number, outboxBytes: number): SharedMailboxes {
  const words = RANKS_AT + ranks * RANK_WORDS + ranks * ranks * FLAGS_A_PAIR * FLAG_WORDS;
  return {
    ranks,
    control: new SharedArrayBuffer(words * 4),
    outboxes: Array.from({ length: ranks }, () => outboxMemory(outboxBytes)),
  };
}

/** Marks the job as failed by an error of a rank, unless it is already, and wakes every rank. */
export function failJob(shared: SharedMailboxes, rank: number, error: unknown): void {
  const words = new Int32Array(shared.control);
  if (Atomics.compareExchange(words, WORD.failed, 0, 1) !== 0) return;
  const text = new TextEncoder().encode(reasonOf(error)).subarray(0, TEXT_BYTES);
  new Uint8Array(shared.control, WORD.text * 4, TEXT_BYTES).set(text);
  words[WORD.textBytes] = text.length;
  words[WORD.failedRank] = rank;
  words[WORD.failedCode] = exitCodeOf(error);
  Atomics.store(words, WORD.failed, 2);
  for (let r = 0; r < shared.ranks; r++) ring(words, r);
}

function ring(words: Int32Array, rank: number): void {
  const bell = RANKS_AT + rank * RANK_WORDS + RANK.bell;
  Atomics.add(words, bell, 1);
  Atomics.notify(words, bell);
}

/** Label of a message among those from one rank to another. */
export interface Label {
  /** Number of the message's communicator. */
  readonly context: number;
  /** Sequence number of the message's operation on the communicator. */
  readonly sequence: number;
}

/** Condition that a rank waits for. */
export interface Awaited {
  /** Makes the possible progress and reports whether the condition holds. */
  readonly done: () => boolean;
  /** Ranks whose messages are still missing. */
  readonly missing: () => readonly number[];
  /** Action of the waiting rank, in the infinitive. */
  readonly action: string;
}

interface Posted {
  /** Sender's number of the message: a flag with another number belongs to a later message. */
  readonly ticket: number;
  readonly offset: number;
  readonly words: number;
  readonly flags: readonly number[];
}

/** Access of one rank to the mailboxes. Ranks are numbered as in the whole job. */
export class MailboxPort {
  /** Pending exchanges of this rank. */
  readonly underWay: UnderWay = new UnderWay();
  readonly #shared: SharedMailboxes;
  readonly #rank: number;
  readonly #stallMs: number;
  readonly #words: Int32Array;
  readonly #outbox: Outbox;
  #posted: Posted[] = [];
  #ticket = 0;

  /** Opens the mailboxes for a rank; `stallSeconds` is the time after which its waits fail. */
  constructor(shared: SharedMailboxes, rank: number, stallSeconds: number) {
    this.#shared = shared;
    this.#rank = rank;
    this.#stallMs = stallSeconds * 1000;
    this.#words = new Int32Array(shared.control);
    this.#outbox = new Outbox(shared.outboxes[rank]);
  }

  /** Draws a communicator number that is new in the job. */
  newContext(): number {
    return Atomics.add(this.#words, WORD.nextContext, 1) + 1;
  }

  /**
   * Writes a message for one or more other ranks. Waits only where {@link FLAGS_A_PAIR} earlier messages are
   * unreceived or the outbox is full.
   *
   * @throws {OutOfMemoryError} where the message exceeds the outbox's capacity.
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
   * Passes the words of an arrived message to a callback, which must copy them at once, and then returns the
   * space to the sender.
   *
   * @returns whether there was such a message.
   * @throws {MessageError} where the message is not the expected one, or lies outside the sender's outbox.
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
          current: `${plural(length, "word")} at ${offset}`,
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
   * Waits for a condition, first by polling, then asleep; all pending exchanges progress meanwhile.
   *
   * @throws {RankError} where the job has failed, a needed rank has ended, or nothing arrived before the
   * stall limit.
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
        // The rank's last message may have arrived between the two looks.
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
   * Checks that the job has not failed.
   *
   * @throws {RankError} where it has failed.
   */
  checkJob(): void {
    if (Atomics.load(this.#words, WORD.failed) !== 2) return;
    const text = new Uint8Array(this.#shared.control, WORD.text * 4, this.#words[WORD.textBytes]);
    throw this.#error(this.#words[WORD.failedRank], new TextDecoder().decode(text.slice()));
  }

  /** Marks the job as failed by an error of this rank, or by the rank whose death the error tells of. */
  fail(error: unknown): void {
    const rank = error instanceof RankError ? error.end.rank : undefined;
    failJob(this.#shared, rank ?? this.#rank, error);
  }

  /** Declares that this rank sends no further messages. */
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

  /** Reserves space for a message after collecting the space of messages that all receivers have copied. */
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
      action: `send ${plural(words, "word")}`,
      current: `an outbox of at most ${this.#outbox.capacity}`,
      wanted: "an outbox that can hold the message",
      next: "raise outboxBytes, or send in pieces",
    });
  }

  #error(rank: number, reason: string): RankError {
    return new RankError({ rank, engine: "local", reason, means: this.#words[WORD.failedCode] });
  }
}
