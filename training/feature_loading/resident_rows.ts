/**
 * Which vertices have their features on the device already, and where (Match; fastgl, Section 4.1).
 *
 * @module
 */

/** A batch, compared with what is on the device. */
export interface Matched {
  /**
   * For each row of the batch the row of its source: of the cache, the batch before and the staged rows, one under the
   * other. It is overwritten by the next match.
   */
  readonly place: Uint32Array;
  /**
   * Vertices that have to be copied, in the order in which they are staged: the last rows of the batch, each in its place,
   * but where one of those comes from elsewhere, a missing vertex from before them stands in.
   */
  readonly staged: Uint32Array;
  /** Rows that the cache has. */
  readonly cached: number;
}

/** A place that is still unknown: no row of the sources. */
const MISSING = 2 ** 32 - 1;

/** A table over all vertices; a batch costs time in proportion to its own size and the one before. */
export class ResidentRows {
  /** For each vertex one more than its row of the cache and the batch before, one under the other; 0 where it has none. */
  readonly #rowOf: Uint32Array;
  readonly #cacheRows: number;
  readonly #previous: Uint32Array;
  readonly #place: Uint32Array;
  #previousRows = 0;

  /**
   * Of `vertices` in all, distinct ones stay in the cache, in this order; batches have up to `maxRows`. A vertex that is in
   * both the cache and the batch before counts as cached.
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

  /** Compares a batch of vertices that the table has. */
  match(vertices: Uint32Array): Matched {
    const rowOf = this.#rowOf, cacheRows = this.#cacheRows;
    const place = this.#place.subarray(0, vertices.length);
    let missing = 0, cached = 0;
    for (let row = 0; row < vertices.length; row++) {
      const found = rowOf[vertices[row]];
      // Of a 0 this makes MISSING.
      place[row] = found - 1;
      if (found === 0) missing++;
      else if (found <= cacheRows) cached++;
    }
    const staged = new Uint32Array(missing);
    const resident = cacheRows + this.#previousRows, firstStaged = vertices.length - missing;
    // As many rows are missing before the staged ones as there are staged places whose own row is not missing.
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

  /** Makes a batch the batch before. */
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
