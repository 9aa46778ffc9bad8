/**
 * Storage of a cache's embeddings: rows of floats in slabs, so that memory follows the lines in use, not the
 * capacity.
 *
 * @module
 */

/** Floats of a slab: 4 MiB. */
const SLAB_FLOATS = 2 ** 20;

/** Floats in one cache line of the processor. */
const CACHE_LINE_FLOATS = 16;

/**
 * Rows that are touched before they are copied. Rows are scattered in memory: touching several at once lets
 * their cache misses overlap, which more than doubles the rate.
 */
const GROUP = 8;

/** Rows of equal width, indexed by line number. */
export class EmbeddingRows {
  readonly #width: number;
  readonly #slabs: Float32Array[] = [];
  /** Binary logarithm of the number of lines in a slab. */
  readonly #bits: number;
  /** Sum of touched values, which keeps the compiler from removing the reads. */
  #touched = 0;

  /** Creates storage without allocating memory. */
  constructor(width: number) {
    this.#width = width;
    this.#bits = Math.max(0, Math.floor(Math.log2(SLAB_FLOATS / Math.max(1, width))));
  }

  /** Bytes of all slabs. */
  get bytes(): number {
    return this.#slabs.length * (this.#width << this.#bits) * 4;
  }

  /**
   * Allocates memory for lines `0 .. lines - 1`; with `touch` the system maps the pages now instead of at the
   * first write.
   */
  reserve(lines: number, touch = false): void {
    while (this.#slabs.length << this.#bits < lines) {
      const slab = new Float32Array(this.#width << this.#bits);
      this.#slabs.push(touch ? slab.fill(0) : slab);
    }
  }

  /** Copies row i of `embeddings` to line `lines[i]`; the last row wins for a line that occurs twice. */
  write(lines: Uint32Array, embeddings: Float32Array): void {
    const width = this.#width, bits = this.#bits, mask = 2 ** bits - 1;
    for (let i = 0; i < lines.length;) {
      const first = lines[i], slab = this.#slabs[first >>> bits], to = (first & mask) * width;
      let end = i + 1;
      while (end < lines.length && lines[end] === lines[end - 1] + 1 && (lines[end] & mask) !== 0) end++;
      const from = i * width;
      // A call costs as much as copying a few hundred floats: it pays for runs of adjacent lines, and new
      // lines mostly are adjacent.
      if (end > i + 1) slab.set(embeddings.subarray(from, end * width), to);
      else for (let c = 0; c < width; c++) slab[to + c] = embeddings[from + c];
      i = end;
    }
  }

  /** Copies line `lines[i]` to row `firstRow + i` of `into`. */
  read(lines: Uint32Array, into: Float32Array, firstRow: number): void {
    const width = this.#width, bits = this.#bits, mask = 2 ** bits - 1;
    let touched = 0;
    for (let begin = 0; begin < lines.length; begin += GROUP) {
      const end = Math.min(lines.length, begin + GROUP);
      for (let c = 0; c < width; c += CACHE_LINE_FLOATS) {
        for (let i = begin; i < end; i++) {
          touched += this.#slabs[lines[i] >>> bits][(lines[i] & mask) * width + c];
        }
      }
      for (let i = begin; i < end; i++) {
        const from = (lines[i] & mask) * width;
        into.set(this.#slabs[lines[i] >>> bits].subarray(from, from + width), (firstRow + i) * width);
      }
    }
    this.#touched = touched;
  }
}
