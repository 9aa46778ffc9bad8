/**
 * Where a cache keeps its embeddings: rows of floats in slabs, so that memory follows the lines in use, not the capacity.
 *
 * @module
 */

/** Floats of a slab: 4 MiB. */
const SLAB_FLOATS = 2 ** 20;

/** Floats of a line of the processor's cache. */
const CACHE_LINE_FLOATS = 16;

/**
 * Rows that are touched before they are copied. Rows lie anywhere: touching several at once lets the processor wait for all of
 * them together, which more than doubles the rate.
 */
const GROUP = 8;

/** Rows of equal width by line number. */
export class EmbeddingRows {
  readonly #width: number;
  readonly #slabs: Float32Array[] = [];
  /** A slab has `2 ** #bits` lines. */
  readonly #bits: number;
  /** Keeps the compiler from leaving out the touching. */
  #touched = 0;

  /** Takes no memory yet. */
  constructor(width: number) {
    this.#width = width;
    this.#bits = Math.max(0, Math.floor(Math.log2(SLAB_FLOATS / Math.max(1, width))));
  }

  /** Bytes of all slabs. */
  get bytes(): number {
    return this.#slabs.length * (this.#width << this.#bits) * 4;
  }

  /** Makes room for lines `0 .. lines - 1`; with `touch` the system gives the pages now and not at the first write. */
  reserve(lines: number, touch = false): void {
    while (this.#slabs.length << this.#bits < lines) {
      const slab = new Float32Array(this.#width << this.#bits);
      this.#slabs.push(touch ? slab.fill(0) : slab);
    }
  }

  /** Row i of `embeddings` goes to `lines[i]`; where a line comes twice the later row stays. */
  write(lines: Uint32Array, embeddings: Float32Array): void {
    const width = this.#width, bits = this.#bits, mask = 2 ** bits - 1;
    for (let i = 0; i < lines.length;) {
      const first = lines[i], slab = this.#slabs[first >>> bits], to = (first & mask) * width;
      let end = i + 1;
      while (end < lines.length && lines[end] === lines[end - 1] + 1 && (lines[end] & mask) !== 0) end++;
      const from = i * width;
      // A call costs as much as copying a few hundred floats: it pays for runs of lines, which new ones mostly are.
      if (end > i + 1) slab.set(embeddings.subarray(from, end * width), to);
      else for (let c = 0; c < width; c++) slab[to + c] = embeddings[from + c];
      i = end;
    }
  }

  /** `lines[i]` goes to row `firstRow + i` of `into`. */
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
