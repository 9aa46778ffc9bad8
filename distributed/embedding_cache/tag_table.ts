/**
 * Hash table of a cache's tags, which finds the line of a vertex.
 *
 * @module
 */

/** 2^32 divided by the golden ratio, a multiplier that scatters neighbouring ids. */
const GOLDEN = 0x9e3779b1;

/**
 * Open-addressing table with linear probing from tags to lines. Lines count from 1, so that 0 denotes both a
 * free slot and an absent tag. Deletion shifts later entries back and leaves no tombstones, so probes stay
 * short over the table's lifetime.
 */
export class TagTable {
  /** Pairs of a tag and its line, adjacent so that a probe reads one cache line. */
  #slots: Uint32Array;
  #mask: number;
  #shift: number;

  /** Creates a table that `tags` tags fill at most half. */
  constructor(tags: number) {
    // Four slots at least, so that one is free when a tag is added before another is removed.
    const bits = Math.max(2, Math.ceil(Math.log2(2 * tags)));
    this.#slots = new Uint32Array(2 * 2 ** bits);
    this.#mask = 2 ** bits - 1;
    this.#shift = 32 - bits;
  }

  /** Bytes that the table occupies. */
  get bytes(): number {
    return this.#slots.byteLength;
  }

  /** Reads the first slot of a tag's probe. */
  touch(tag: number): number {
    return this.#slots[2 * (Math.imul(tag, GOLDEN) >>> this.#shift)];
  }

  /** Finds the line of a tag; 0 where the tag is absent. */
  find(tag: number): number {
    const slots = this.#slots, mask = this.#mask;
    let slot = Math.imul(tag, GOLDEN) >>> this.#shift;
    for (; slots[2 * slot + 1] !== 0; slot = (slot + 1) & mask) {
      if (slots[2 * slot] === tag) return slots[2 * slot + 1];
    }
    return 0;
  }

  /**
   * Maps a tag to a line and returns the tag's previous line, 0 where it had none. The caller ensures that
   * there is room.
   */
  put(tag: number, line: number): number {
    const slots = this.#slots, mask = this.#mask;
    let slot = Math.imul(tag, GOLDEN) >>> this.#shift;
    while (slots[2 * slot + 1] !== 0 && slots[2 * slot] !== tag) slot = (slot + 1) & mask;
    const before = slots[2 * slot + 1];
    slots[2 * slot] = tag;
    slots[2 * slot + 1] = line;
    return before;
  }

  /** Removes a tag of the table. */
  remove(tag: number): void {
    const slots = this.#slots, mask = this.#mask, shift = this.#shift;
    let hole = Math.imul(tag, GOLDEN) >>> shift;
    while (slots[2 * hole] !== tag || slots[2 * hole + 1] === 0) hole = (hole + 1) & mask;
    for (let slot = (hole + 1) & mask; slots[2 * slot + 1] !== 0; slot = (slot + 1) & mask) {
      const home = Math.imul(slots[2 * slot], GOLDEN) >>> shift;
      // An entry whose home slot lies between the hole and its own slot must stay behind the hole.
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      slots[2 * hole] = slots[2 * slot];
      slots[2 * hole + 1] = slots[2 * slot + 1];
      hole = slot;
    }
    slots[2 * hole + 1] = 0;
  }

  /** Copies the content into a new table with room for `tags` tags. */
  grown(tags: number): TagTable {
    const larger = new TagTable(tags), slots = this.#slots;
    for (let at = 0; at < slots.length; at += 2) {
      if (slots[at + 1] !== 0) larger.put(slots[at], slots[at + 1]);
    }
    return larger;
  }
}
