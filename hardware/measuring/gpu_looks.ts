/**
 * Looks at a GPU's state around measurements. The driver's tool answers in milliseconds on most machines, in
 * seconds on those whose other GPUs it has to start, and on some not at all: what it takes is no part of a
 * measurement, but of the time that a run takes.
 *
 * @module
 */
import type { GpuState } from "../gpu_state.ts";

/** Milliseconds from which an answer is slow. */
const SLOW_MS = 1000;
/** Rest after a look without an answer, as a multiple of the time that it took. */
const REST = 20;

/** Looks at one GPU, one before and one after each measurement. */
export class GpuLooks {
  readonly #ask: () => Promise<GpuState | undefined>;
  readonly #now: () => number;
  #latest: GpuState | undefined;
  #isSlow = false;
  #restsUntil = -Infinity;

  /**
   * Looks at nothing yet.
   *
   * @param ask State of the GPU now; `undefined` where nothing tells it.
   * @param now Milliseconds of a steady clock.
   */
  constructor(ask: () => Promise<GpuState | undefined>, now: () => number = () => performance.now()) {
    this.#ask = ask;
    this.#now = now;
  }

  /**
   * State before a measurement: where answers are slow, that after the measurement before it, without its
   * slowdowns, which may be over.
   */
  async before(): Promise<GpuState | undefined> {
    if (!this.#isSlow) return await this.after();
    if (this.#latest === undefined) return undefined;
    const { throttleReasons: _, ...state } = this.#latest;
    return state;
  }

  /** State after a measurement; `undefined` for a while where a slow look has told nothing. */
  async after(): Promise<GpuState | undefined> {
    const began = this.#now();
    if (began < this.#restsUntil) return undefined;
    this.#latest = await this.#ask();
    const ended = this.#now(), ms = ended - began;
    this.#isSlow = ms > SLOW_MS;
    if (this.#isSlow && this.#latest === undefined) this.#restsUntil = ended + REST * ms;
    return this.#latest;
  }
}
