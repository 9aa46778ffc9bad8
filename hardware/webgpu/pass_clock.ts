/**
 * Timestamps around compute passes, the only place where WebGPU reports GPU time. Within a submission time
 * runs from the first pass's begin to the last one's end; gaps between submissions, which are the host's, are
 * left out. Submissions may overlap in these times: an implementation may stamp a pass's begin when the GPU
 * reads the command, while the submission before it still runs. What overlaps counts once.
 *
 * @module
 */

/** Time by the adapter's clock. */
export interface PassTime {
  /** Milliseconds inside of submissions. */
  readonly ms: number;
  /** Resolution: greatest common divisor of all timestamps in nanoseconds; 0 when they were all the same. */
  readonly quantumNs: number;
}

/** Greatest number of queries in one set. */
const SET_QUERIES = 4096;

/** Collects the timestamps of one batch. */
export class PassClock {
  readonly #gpu: GPUDevice;
  readonly #sets: GPUQuerySet[] = [];
  /** Number of queries used at the end of each submission. */
  readonly #ends: number[] = [];
  #used = 0;

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
    if (this.#used > (this.#ends.at(-1) ?? 0)) this.#ends.push(this.#used);
  }

  /** Reads all timestamps, after the work has finished. */
  async read(): Promise<PassTime> {
    if (this.#used === 0) return { ms: 0, quantumNs: 0 };
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
      return passTime(new BigUint64Array(staging.getMappedRange()), this.#ends);
    } finally {
      resolved.destroy();
      staging.destroy();
    }
  }

  /** Frees the query sets. */
  destroy(): void {
    for (const set of this.#sets) set.destroy();
  }
}

/**
 * Time of a batch from its timestamps in nanoseconds; `ends` are the numbers of timestamps at the end of each
 * submission.
 */
export function passTime(stamps: BigUint64Array, ends: readonly number[]): PassTime {
  const base = stamps.reduce((least, t) => t < least ? t : least, stamps[0]);
  const ns = Array.from(stamps, (t) => Number(t - base));
  const submissions = ends.map((end, i) => {
    const own = ns.slice(ends[i - 1] ?? 0, end);
    return { begin: own.reduce((a, b) => Math.min(a, b)), end: own.reduce((a, b) => Math.max(a, b)) };
  }).toSorted((a, b) => a.begin - b.begin);
  let total = 0, covered = 0;
  for (const { begin, end } of submissions) {
    total += Math.max(0, end - Math.max(begin, covered));
    covered = Math.max(covered, end);
  }
  return { ms: total / 1e6, quantumNs: ns.reduce(greatestCommonDivisor, 0) };
}

/** Greatest common divisor of whole numbers of nanoseconds; 0 for zeros. */
export function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
