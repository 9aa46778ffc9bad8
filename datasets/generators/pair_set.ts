/**
 * A set of vertex pairs for drawing edges without repetition: open addressing, one table for many rounds.
 *
 * @module
 */

/** Set of pairs (u, v) with u, v below 2^26, so that a pair is one exact float64. */
export class PairSet {
  #keys = new Float64Array(0);
  #mask = 0;

  /** Empties the set and makes room for `pairs`. The table is kept, and cleared only where it is used. */
  reset(pairs: number): void {
    let slots = 16;
    while (slots < 2 * pairs) slots *= 2;
    if (slots > this.#keys.length) this.#keys = new Float64Array(slots);
    this.#keys.fill(-1, 0, slots);
    this.#mask = slots - 1;
  }

  /** Adds a pair; returns false if the set has it. */
  add(u: number, v: number): boolean {
    const keys = this.#keys, mask = this.#mask;
    const key = u * 67_108_864 + v;
    let hash = Math.imul(u, 0x9e3779b1) ^ Math.imul(v, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    for (let slot = (hash ^ (hash >>> 13)) & mask;; slot = (slot + 1) & mask) {
      const found = keys[slot];
      if (found === -1) {
        keys[slot] = key;
        return true;
      }
      if (found === key) return false;
    }
  }
}
