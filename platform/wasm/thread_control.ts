/**
 * Control block of shared words through which the threads of a pool share out work. The calling thread writes
 * a call and opens the gate; threads that wake enter, take blocks of items until none is left and leave; the
 * caller takes blocks too, closes the gate and waits for those inside. A thread that is still asleep by then
 * is not waited for, so a short call costs no wake-up.
 *
 * @module
 */

import { absoluteTime } from "../absolute_time.ts";

/** Words of the control block, spread so that the hot ones have cache lines of their own. */
const WORD = {
  gate: 0,
  leave: 1,
  inside: 32,
  next: 64,
  items: 96,
  block: 97,
  fn: 98,
  argCount: 99,
  failed: 100,
  textBytes: 101,
  watched: 102,
};
const ARGS_BYTE = 512;
const MAX_ARGS = 32;
const TEXT_BYTE = ARGS_BYTE + MAX_ARGS * 8;
const TEXT_BYTES = 1024;
const SPANS_BYTE = TEXT_BYTE + TEXT_BYTES;
/** Threads whose work can be watched. */
const MOST_WATCHED = 1024;
/** Milliseconds for which a thread watches a word before it sleeps. */
const SPIN_MS = 0.05;
const POLLS_A_CLOCK_READING = 64;

/** Type of a kernel's export: items `[begin, end)`, then the call's arguments. */
export type RangeFunction = (begin: number, end: number, ...args: number[]) => void;

/** Observer of one thread's part of a call, with its begin and end by {@linkcode absoluteTime}. */
export type ThreadWatcher = (thread: number, begin: number, end: number) => void;

/** A call, as the control block carries it. */
export interface ThreadCall {
  /** Index of the function in every thread's table. */
  readonly fn: number;
  /** Number of items; the function is called for ranges that cover `[0, items)` once. */
  readonly items: number;
  /** Number of items that a thread takes at once. */
  readonly block: number;
  /** Further arguments of the function. */
  readonly args: readonly number[];
}

/** Both sides of the protocol over one block of shared memory. */
export class ThreadControl {
  /** Bytes of a control block. */
  static readonly BYTES: number = SPANS_BYTE + MOST_WATCHED * 16;
  readonly #words: Int32Array;
  readonly #args: Float64Array;
  readonly #text: Uint8Array;
  /** Begin and end of each thread's part of a call that is watched. */
  readonly #spans: Float64Array;
  readonly #thread: number;

  /**
   * Uses `memory`, at least {@link ThreadControl.BYTES} long, zeros at first.
   *
   * @param thread Number of the thread; 0 for the caller.
   */
  constructor(memory: SharedArrayBuffer, thread = 0) {
    this.#words = new Int32Array(memory);
    this.#args = new Float64Array(memory, ARGS_BYTE, MAX_ARGS);
    this.#text = new Uint8Array(memory, TEXT_BYTE, TEXT_BYTES);
    this.#spans = new Float64Array(memory, SPANS_BYTE, 2 * MOST_WATCHED);
    this.#thread = thread;
  }

  /**
   * Runs one call to its end, on the caller's side. Returns the failure of a thread, if there was one.
   *
   * @param watch Called after the call for every thread that took part.
   */
  call(
    call: ThreadCall,
    functions: readonly RangeFunction[],
    watch?: ThreadWatcher,
  ): string | undefined {
    const words = this.#words;
    words[WORD.items] = call.items;
    words[WORD.block] = call.block;
    words[WORD.fn] = call.fn;
    words[WORD.argCount] = call.args.length;
    words[WORD.failed] = 0;
    words[WORD.next] = 0;
    words[WORD.watched] = watch ? 1 : 0;
    if (watch) this.#spans.fill(0);
    this.#args.set(call.args);
    // One block is the caller's own: waking the others would cost more than they could take.
    const shared = call.items > call.block;
    if (shared) {
      Atomics.add(words, WORD.gate, 1);
      Atomics.notify(words, WORD.gate);
    }
    this.#compute(functions);
    if (shared) {
      Atomics.add(words, WORD.gate, 1);
      for (let inside; (inside = Atomics.load(words, WORD.inside)) !== 0;) this.#await(WORD.inside, inside);
    }
    if (watch) this.#report(watch);
    if (words[WORD.failed] === 0) return undefined;
    return new TextDecoder().decode(this.#text.slice(0, words[WORD.textBytes]));
  }

  /** Computes calls, on a worker's side, until the worker is dismissed. */
  serve(functions: readonly RangeFunction[]): void {
    const words = this.#words;
    let done = Atomics.load(words, WORD.gate) & ~1;
    for (;;) {
      // The gate is read before the order to leave: a later order moves the gate, and so wakes the threads
      // that wait there.
      const gate = Atomics.load(words, WORD.gate);
      if (Atomics.load(words, WORD.leave) !== 0) return;
      if ((gate & 1) === 0 || gate === done) {
        this.#await(WORD.gate, gate);
        continue;
      }
      Atomics.add(words, WORD.inside, 1);
      // The gate may have closed since it was read; the call's words belong to us only if it had not.
      if (Atomics.load(words, WORD.gate) === gate) this.#compute(functions);
      done = gate;
      if (Atomics.sub(words, WORD.inside, 1) === 1) Atomics.notify(words, WORD.inside);
    }
  }

  /** Dismisses the workers from {@link serve}, so that they read messages. */
  dismiss(): void {
    Atomics.store(this.#words, WORD.leave, 1);
    Atomics.add(this.#words, WORD.gate, 2);
    Atomics.notify(this.#words, WORD.gate);
  }

  /** Lets workers into {@link serve} again. */
  admit(): void {
    Atomics.store(this.#words, WORD.leave, 0);
  }

  #report(watch: ThreadWatcher): void {
    for (let thread = 0; thread < MOST_WATCHED; thread++) {
      const begin = this.#spans[2 * thread];
      if (begin > 0) watch(thread, begin, this.#spans[2 * thread + 1]);
    }
  }

  /** Takes this thread's part in a call, and notes its time where the call is watched. */
  #compute(functions: readonly RangeFunction[]): void {
    if (this.#words[WORD.watched] === 0) {
      this.#takeBlocks(functions);
      return;
    }
    const begin = absoluteTime();
    this.#takeBlocks(functions);
    this.#spans[2 * this.#thread] = begin;
    this.#spans[2 * this.#thread + 1] = absoluteTime();
  }

  /** Takes blocks until none is left. A failure empties the queue, so that the other threads end soon. */
  #takeBlocks(functions: readonly RangeFunction[]): void {
    const words = this.#words;
    const items = words[WORD.items], block = words[WORD.block];
    try {
      const fn = functions[words[WORD.fn]];
      const args = Array.from(this.#args.subarray(0, words[WORD.argCount]));
      for (;;) {
        const begin = Atomics.add(words, WORD.next, block);
        if (begin >= items) return;
        fn(begin, Math.min(items, begin + block), ...args);
      }
    } catch (error) {
      Atomics.store(words, WORD.next, items);
      if (Atomics.compareExchange(words, WORD.failed, 0, 1) !== 0) return;
      const text = new TextEncoder().encode(
        error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      );
      this.#text.set(text.subarray(0, TEXT_BYTES));
      words[WORD.textBytes] = Math.min(text.length, TEXT_BYTES);
    }
  }

  /** Waits until a word is no longer `value`: first awake, then asleep. */
  #await(word: number, value: number): void {
    const words = this.#words;
    const deadline = performance.now() + SPIN_MS;
    do {
      for (let poll = 0; poll < POLLS_A_CLOCK_READING; poll++) {
        if (Atomics.load(words, word) !== value) return;
      }
    } while (performance.now() < deadline);
    Atomics.wait(words, word, value);
  }
}
