/**
 * Reuse distances of feature rows in an SpMM: the property of an ordering that decides cache hits.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { threefry2x32 } from "../platform/random.ts";
import { type CsrMatrix, nnz } from "./csr.ts";

/** Sampling of a long stream. */
export interface ReuseOptions {
  /** Seed of the sample of columns; 1 by default. */
  readonly seed?: number;
  /** Number of accesses to which longer streams are sampled down; 2^22 by default. */
  readonly maxAccesses?: number;
}

/** The reuse of feature rows in one SpMM, row after row. */
export interface ReuseDistances {
  /** Accesses that were followed: all stored entries, or those of the sampled columns. */
  readonly accesses: number;
  /** First accesses of a column among them, which no cache can serve. */
  readonly cold: number;
  /**
   * The other accesses by LRU stack distance, the number of different columns since the last access of the
   * same one: `[0]` has distance 0, `[b]` distances from 2^(b-1) to 2^b - 1.
   */
  readonly histogram: readonly number[];
  /** Mean distance of these accesses; 0 where there is none. */
  readonly mean: number;
  /** Share of the columns that were followed: 1 is exact. */
  readonly sampleRate: number;
}

/**
 * Marks of the last access of each column, in a Fenwick tree over a window of time that is compacted when
 * full.
 */
class LruStack {
  readonly #tree: Uint32Array;
  readonly #columnAt: Int32Array;
  readonly #slotOf: Uint32Array;
  #now = 0;
  #live = 0;

  constructor(columns: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * columns + 16));
    this.#tree = new Uint32Array(slots + 1);
    this.#columnAt = new Int32Array(slots + 1).fill(-1);
    this.#slotOf = new Uint32Array(columns);
  }

  /** Accesses a column; returns its distance, or -1 the first time. */
  access(column: number): number {
    if (this.#now === this.#tree.length - 1) this.#closeUp();
    const tree = this.#tree, last = this.#slotOf[column];
    let distance = -1;
    if (last > 0) {
      let upTo = 0;
      for (let i = last; i > 0; i &= i - 1) upTo += tree[i];
      distance = this.#live - upTo;
      this.#columnAt[last] = -1;
      for (let i = last; i < tree.length; i += i & -i) tree[i]--;
    } else this.#live++;
    const slot = ++this.#now;
    this.#slotOf[column] = slot;
    this.#columnAt[slot] = column;
    for (let i = slot; i < tree.length; i += i & -i) tree[i]++;
    return distance;
  }

  /** Moves the marks to the front, in order; at least half the window is free then. */
  #closeUp(): void {
    const tree = this.#tree, columnAt = this.#columnAt;
    let to = 0;
    for (let from = 1; from < columnAt.length; from++) {
      const column = columnAt[from];
      if (column < 0) continue;
      columnAt[++to] = column;
      this.#slotOf[column] = to;
    }
    columnAt.fill(-1, to + 1);
    // In a tree of ones up to `to`, node i counts the marked part of (i - lowest bit, i].
    for (let i = 1; i < tree.length; i++) {
      tree[i] = Math.max(0, Math.min(i, to) - (i - (i & -i)));
    }
    this.#now = to;
  }
}

/**
 * Dense numbers of the columns that a sample of this rate keeps, or -1: a column's own random number decides.
 */
function sampleColumns(
  cols: number,
  rate: number,
  seed: number,
): { readonly numberOf: Int32Array; readonly kept: number } {
  const numberOf = new Int32Array(cols).fill(-1);
  const bits = new Uint32Array(2);
  let kept = 0;
  for (let c = 0; c < cols; c++) {
    threefry2x32(seed >>> 0, 0x52455553, c, 0, bits);
    if (rate === 1 || bits[0] < rate * 2 ** 32) numberOf[c] = kept++;
  }
  return { numberOf, kept };
}

/**
 * LRU stack distances of the stream of columns that a row-by-row SpMM reads (Mattson et al., IBM Systems
 * Journal 9(2), 1970). An LRU cache of C feature rows serves exactly the accesses with distance below C.
 * Exact with a Fenwick tree, O(nnz log cols) time and memory linear in columns. Of a longer stream a random
 * share of the columns is followed and their distances are scaled up (SHARDS; Waldspurger et al., FAST 2015).
 *
 * @throws {UsageError} if `maxAccesses` is not a whole number from 1.
 * @example
 * ```ts
 * import { csrFromEdges, reuseDistances } from "gnn-repro/graph";
 * const source = Uint32Array.of(0, 2, 0), target = Uint32Array.of(0, 0, 1);
 * const rows = csrFromEdges({ vertices: 3, source, target });
 * const { cold, histogram } = reuseDistances(rows);
 * if (cold !== 2 || histogram.join() !== "0,1") throw new Error("columns 0, 2, then 0 again with 2 between");
 * ```
 */
export function reuseDistances(matrix: CsrMatrix, options: ReuseOptions = {}): ReuseDistances {
  const { seed = 1, maxAccesses = 2 ** 22 } = options;
  if (!Number.isInteger(maxAccesses) || maxAccesses < 1) {
    throw new UsageError({
      action: "measure reuse distances",
      current: `at most ${maxAccesses} accesses`,
      wanted: "a whole number from 1",
      next: "pass how many accesses may be followed",
    });
  }
  const { cols, colIdx } = matrix;
  const entries = nnz(matrix);
  const sampleRate = Math.min(1, maxAccesses / Math.max(1, entries));
  const { numberOf, kept } = sampleColumns(cols, sampleRate, seed);
  const stack = new LruStack(kept);
  const counts = new Float64Array(34);
  let accesses = 0, cold = 0, sum = 0, top = -1;
  for (let e = 0; e < entries; e++) {
    const column = numberOf[colIdx[e]];
    if (column < 0) continue;
    accesses++;
    const found = stack.access(column);
    if (found < 0) {
      cold++;
      continue;
    }
    const distance = Math.round(found / sampleRate), bin = 32 - Math.clz32(distance);
    counts[bin]++;
    sum += distance;
    if (bin > top) top = bin;
  }
  const reused = accesses - cold;
  return {
    accesses,
    cold,
    histogram: Array.from(counts.subarray(0, top + 1)),
    mean: reused === 0 ? 0 : sum / reused,
    sampleRate,
  };
}

/**
 * Share of the accesses that an LRU cache of `capacity` feature rows serves; within a bin of the histogram
 * the distances count as evenly spread. 0 for a stream without accesses.
 */
export function lruHitRate({ accesses, histogram }: ReuseDistances, capacity: number): number {
  if (accesses === 0 || !(capacity > 0)) return 0;
  let hits = histogram[0] ?? 0;
  for (let bin = 1; bin < histogram.length; bin++) {
    const low = 2 ** (bin - 1);
    hits += histogram[bin] * Math.min(1, Math.max(0, (capacity - low) / low));
  }
  return hits / accesses;
}
