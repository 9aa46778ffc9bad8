/**
 * Priority queue of the partitioner: vertices by gain, with changeable gains.
 *
 * @module
 */

/** An indexed binary max-heap over the ids `0 .. capacity - 1` with integer keys. */
export class GainHeap {
  readonly #ids: Uint32Array;
  readonly #keys: Int32Array;
  /** Position of an id plus 1; 0 if it is absent. */
  readonly #place: Uint32Array;
  #size = 0;

  /** Prepares an empty heap for that many ids. */
  constructor(capacity: number) {
    this.#ids = new Uint32Array(capacity);
    this.#keys = new Int32Array(capacity);
    this.#place = new Uint32Array(capacity);
  }

  /** Number of ids in the heap. */
  get size(): number {
    return this.#size;
  }

  /** The id with the greatest gain; the heap must not be empty. */
  get top(): number {
    return this.#ids[0];
  }

  /** The greatest gain; the heap must not be empty. */
  get topGain(): number {
    return this.#keys[0];
  }

  /** Whether an id is in the heap. */
  has(id: number): boolean {
    return this.#place[id] !== 0;
  }

  /** Inserts an id, or changes its gain. */
  set(id: number, gain: number): void {
    const place = this.#place[id];
    if (place === 0) {
      this.#rise(this.#size++, id, gain);
    } else {
      const at = place - 1;
      if (gain > this.#keys[at]) this.#rise(at, id, gain);
      else if (gain < this.#keys[at]) this.#sink(at, id, gain);
    }
  }

  /** Removes and returns the id with the greatest gain; the heap must not be empty. */
  pop(): number {
    const id = this.#ids[0];
    this.#place[id] = 0;
    const last = --this.#size;
    if (last > 0) this.#sink(0, this.#ids[last], this.#keys[last]);
    return id;
  }

  /** Empties the heap. */
  clear(): void {
    for (let i = 0; i < this.#size; i++) this.#place[this.#ids[i]] = 0;
    this.#size = 0;
  }

  #rise(from: number, id: number, gain: number): void {
    const ids = this.#ids, keys = this.#keys, place = this.#place;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (keys[parent] >= gain) break;
      ids[at] = ids[parent];
      keys[at] = keys[parent];
      place[ids[at]] = at + 1;
      at = parent;
    }
    ids[at] = id;
    keys[at] = gain;
    place[id] = at + 1;
  }

  #sink(from: number, id: number, gain: number): void {
    const ids = this.#ids, keys = this.#keys, place = this.#place, size = this.#size;
    let at = from;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && keys[child + 1] > keys[child]) child++;
      if (keys[child] <= gain) break;
      ids[at] = ids[child];
      keys[at] = keys[child];
      place[ids[at]] = at + 1;
      at = child;
    }
    ids[at] = id;
    keys[at] = gain;
    place[id] = at + 1;
  }
}
