/**
 * Timestamps around compute passes, the only place where WebGPU reports GPU time. Within a submission time
 * runs from the first pass's begin to the last one's end; gaps between submissions, which are the host's, are
 * left out. Submissions may overlap in these times: an implementation may stamp a pass's begin when the GPU
 * reads the command, while the submission before it still runs. What overlaps counts once.
 *
 * @module
 */

import { absoluteTime } from "../../../platform/absolute_time.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { ClockError } from "../../measuring/clock_error.ts";

/** Time by the adapter's clock. */
export interface PassTime {
  /** Milliseconds inside of submissions. */
  readonly ms: number;
  /** Milliseconds up to each mark from the one before; empty without marks. */
  readonly parts: readonly number[];
  /** Resolution: greatest common divisor of all timestamps in nanoseconds; 0 when they were all the same. */
  readonly quantumNs: number;
  /** Whether the clock was set anew meanwhile: what ran just then is left out. */
  readonly isSetAnew: boolean;
}

/** One pass on the device, in milliseconds by {@linkcode absoluteTime}. */
export interface PassSpan {
  /** Begin of the pass. */
  readonly begin: number;
  /** End of the pass. */
  readonly end: number;
}

/** Greatest number of queries in one set. */
const SET_QUERIES = 4096;

/** Nanoseconds by which a stamp lies before the begin of an earlier pass where the clock was set anew. */
const SET_ANEW_NS = 1e6;

/** Collects the timestamps of one batch. */
export class PassClock {
  readonly #gpu: GPUDevice;
  readonly #sets: GPUQuerySet[] = [];
  /** Number of queries used at the end of each submission. */
  readonly #ends: number[] = [];
  /** Number of submissions at each mark. */
  readonly #marks: number[] = [];
  /** Time of the first submission. */
  #begun = 0;
  #used = 0;
  #stamps = new BigUint64Array();

  /** Prepares a clock for one batch on this device, which must have `timestamp-query`. */
  constructor(gpu: GPUDevice) {
    this.#gpu = gpu;
  }

  /** Timestamp writes of the next pass, at its begin and end. */
  pass(): GPUComputePassTimestampWrites {
    const at = this.#used % SET_QUERIES;
    if (at === 0) this.#sets.push(this.#gpu.createQuerySet({ type: "timestamp", count: SET_QUERIES }));
    this.#used += 2;
    return { querySet: this.#sets.at(-1)!, beginningOfPassWriteIndex: at, endOfPassWriteIndex: at + 1 };
  }

  /** Marks the end of a submission. */
  submitted(): void {
    if (this.#ends.length === 0) this.#begun = absoluteTime();
    if (this.#used > (this.#ends.at(-1) ?? 0)) this.#ends.push(this.#used);
  }

  /** Marks the end of a part, after its last submission. */
  mark(): void {
    this.#marks.push(this.#ends.length);
  }

  /** Reads all timestamps, after the work has finished. */
  async read(): Promise<PassTime> {
    if (this.#used === 0) return { ms: 0, parts: this.#marks.map(() => 0), quantumNs: 0, isSetAnew: false };
    const bytes = this.#used * 8;
    const resolved = this.#gpu.createBuffer({
      size: bytes,
      usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
    });
    const staging = this.#gpu.createBuffer({
      size: bytes,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
    try {
      const encoder = this.#gpu.createCommandEncoder();
      this.#sets.forEach((set, i) => {
        const count = Math.min(SET_QUERIES, this.#used - i * SET_QUERIES);
        encoder.resolveQuerySet(set, 0, count, resolved, i * SET_QUERIES * 8);
      });
      encoder.copyBufferToBuffer(resolved, 0, staging, 0, bytes);
      this.#gpu.queue.submit([encoder.finish()]);
      await staging.mapAsync(GPUMapMode.READ);
      this.#stamps = new BigUint64Array(staging.getMappedRange()).slice();
      return passTime(this.#stamps, { ends: this.#ends, marks: this.#marks });
    } finally {
      resolved.destroy();
      staging.destroy();
    }
  }

  /**
   * Passes that were read. The adapter's clock has an origin of its own: here the first pass begins with the
   * end of its submission, which is when it begins at the earliest.
   */
  get passes(): PassSpan[] {
    const at = (i: number) => this.#begun + Number(this.#stamps[i] - this.#stamps[0]) / 1e6;
    return Array.from(
      { length: this.#stamps.length / 2 },
      (_, i) => ({ begin: at(2 * i), end: at(2 * i + 1) }),
    );
  }

  /** Frees the query sets. */
  destroy(): void {
    for (const set of this.#sets) set.destroy();
  }
}

/**
 * Time of a batch from its timestamps in nanoseconds, begin and end of one pass after the other. `ends` are
 * the numbers of timestamps at the end of each submission, `marks` the numbers of submissions at the end of
 * each part.
 */
export function passTime(
  stamps: BigUint64Array,
  { ends, marks = [] }: { readonly ends: readonly number[]; readonly marks?: readonly number[] },
): PassTime {
  const base = stamps.reduce((least, t) => t < least ? t : least, stamps[0]);
  const ns = Array.from(stamps, (t) => Number(t - base));
  let first = 0, covered = 0, begun = 0, isSetAnew = false;
  const submissions = ends.map((end) => {
    let low = Infinity, high = 0, own = 0;
    for (; first < end; first++) {
      // Passes begin in their order, and none ends before.
      if (ns[first] < begun - SET_ANEW_NS) {
        own += Math.max(0, high - Math.max(low, covered));
        [low, high, covered, begun, isSetAnew] = [Infinity, 0, 0, 0, true];
      }
      if (first % 2 === 0) begun = Math.max(begun, ns[first]);
      low = Math.min(low, ns[first]);
      high = Math.max(high, ns[first]);
    }
    own += Math.max(0, high - Math.max(low, covered));
    covered = Math.max(covered, high);
    return own;
  });
  const between = (begin: number, end: number) => sumOf(submissions.slice(begin, end)) / 1e6;
  return {
    ms: between(0, submissions.length),
    parts: marks.map((end, i) => between(marks[i - 1] ?? 0, end)),
    quantumNs: ns.reduce(greatestCommonDivisor, 0),
    isSetAnew,
  };
}

/**
 * Milliseconds of a whole batch that was begun at a time of the wall clock.
 *
 * @throws {ClockError} where the adapter's clock was set anew meanwhile.
 */
export function wholeTime({ ms, isSetAnew }: PassTime, started: number): number {
  if (isSetAnew) throw new ClockError(performance.now() - started);
  return ms;
}

/** Greatest common divisor of whole numbers of nanoseconds; 0 for zeros. */
export function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
