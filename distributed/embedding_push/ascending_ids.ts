/**
 * Ascending ids with a directory, which finds the place of an id in a step or two.
 *
 * @module
 */

/** Some of the ids below a bound, in two words an id, however large the bound is. */
export class AscendingIds {
  /** The ids, ascending. */
  readonly ids: Uint32Array;
  /** First place of the ids of each bucket: those that agree above the lowest `#shift` bits. */
  readonly #first: Uint32Array;
  readonly #shift: number;

  /**
   * Makes the directory: at most as many buckets as ids.
   *
   * @param ids Distinct ids, ascending.
   * @param bound Number that all ids are below.
   */
  constructor(ids: Uint32Array, bound: number) {
    let shift = 0;
    while (shift < 31 && bound >>> shift >= Math.max(1, ids.length)) shift++;
    const first = new Uint32Array((bound >>> shift) + 2);
    for (let place = 0; place < ids.length; place++) first[(ids[place] >>> shift) + 1]++;
    for (let bucket = 1; bucket < first.length; bucket++) first[bucket] += first[bucket - 1];
    this.ids = ids;
    this.#first = first;
    this.#shift = shift;
  }

  /** Bytes of ids and directory. */
  get bytes(): number {
    return this.ids.byteLength + this.#first.byteLength;
  }

  /** Place of an id below the bound; -1 where it is absent. */
  placeOf(id: number): number {
    const { ids } = this, bucket = id >>> this.#shift;
    let from = this.#first[bucket], to = this.#first[bucket + 1];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (ids[middle] < id) from = middle + 1;
      else to = middle;
    }
    return ids[from] === id ? from : -1;
  }
}
