/**
 * Table of the vertices whose features are on the device, with their rows (Match; fastgl, Section 4.1).
 *
 * @module
 */

/** Result of matching a batch with the rows on the device. */
export interface Matched {
  /**
   * Source row of each row of the batch, in the concatenation of the cache, the previous batch and the staged
   * rows. The next match overwrites it.
   */
  readonly place: Uint32Array;
  /**
   * Vertices to copy, in staging order: the last rows of the batch, each in its place; where one of those has
   * another source, a missing vertex from an earlier row takes its place.
   */
  readonly staged: Uint32Array;
  /** Number of rows found in the cache. */
  readonly cached: number;
}

/** Place of a row that is not found yet. */
const MISSING = 2 ** 32 - 1;

/** Table over all vertices; a match takes time in proportion to the batch and the previous one. */
export class ResidentRows {
  /**
   * One more than each vertex's row in the concatenation of the cache and the previous batch; 0 where it has
   * none.
   */
  readonly #rowOf: Uint32Array;
  readonly #cacheRows: number;
  readonly #previous: Uint32Array;
  readonly #place: Uint32Array;
  #previousRows = 0;

  /**
   * Creates the table for a number of `vertices`, of which distinct ones stay in the cache, in this order;
   * batches have up to `maxRows`. A vertex in both the cache and the previous batch counts as cached.
   */
  constructor(
    vertices: number,
    cached: Uint32Array,
    { maxRows }: { readonly maxRows: number },
  ) {
    this.#rowOf = new Uint32Array(vertices);
    this.#cacheRows = cached.length;
    this.#previous = new Uint32Array(maxRows);
    this.#place = new Uint32Array(maxRows);
    for (let row = 0; row < cached.length; row++) this.#rowOf[cached[row]] = row + 1;
  }

  /** Matches a batch of vertices with the table. */
  match(vertices: Uint32Array): Matched {
    const rowOf = this.#rowOf, cacheRows = this.#cacheRows;
    const place = this.#place.subarray(0, vertices.length);
    let missing = 0, cached = 0;
    for (let row = 0; row < vertices.length; row++) {
      const found = rowOf[vertices[row]];
      // The unsigned difference turns 0 into MISSING.
      place[row] = found - 1;
      if (found === 0) missing++;
      else if (found <= cacheRows) cached++;
    }
    const staged = new Uint32Array(missing);
    const resident = cacheRows + this.#previousRows, firstStaged = vertices.length - missing;
    // As many rows are missing before the staged ones as there are staged places whose own row is not
    // missing.
    for (let i = 0, away = 0; i < missing; i++) {
      let row = firstStaged + i;
      if (place[row] !== MISSING) {
        while (place[away] !== MISSING) away++;
        row = away;
      }
      place[row] = resident + i;
      staged[i] = vertices[row];
    }
    return { place, staged, cached };
  }

  /** Records a batch as the previous one. */
  keep(vertices: Uint32Array): void {
    const rowOf = this.#rowOf, cacheRows = this.#cacheRows, previous = this.#previous;
    for (let row = 0; row < this.#previousRows; row++) {
      if (rowOf[previous[row]] > cacheRows) rowOf[previous[row]] = 0;
    }
    previous.set(vertices);
    this.#previousRows = vertices.length;
    for (let row = 0; row < vertices.length; row++) {
      if (rowOf[vertices[row]] === 0) rowOf[vertices[row]] = cacheRows + row + 1;
    }
  }
}
