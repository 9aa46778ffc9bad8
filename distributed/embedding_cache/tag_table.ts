/**
 * The tags of a cache: which line holds a vertex.
 *
 * @module
 */

/** 2^32 over the golden ratio: neighbouring ids land far apart. */
const GOLDEN = 0x9e3779b1;

/**
 * An open-addressing table with linear probing from tags to lines. Lines count from 1, so that 0 is both a free slot and the
 * answer for a tag that is not there. Deleting shifts back what follows and leaves no tombstones, so probes stay short
 * however long the table lives.
 */
export class TagTable {
  /** Pairs of a tag and its line: both of a probe's answers lie in one cache line. */
  #slots: Uint32Array;
  #mask: number;
  #shift: number;

  /** A table that `tags` tags fill at most half. */
  constructor(tags: number) {
    // Four slots at least, so that there is a free one when a tag comes before another goes.
    const bits = Math.max(2, Math.ceil(Math.log2(2 * tags)));
    this.#slots = new Uint32Array(2 * 2 ** bits);
    this.#mask = 2 ** bits - 1;
    this.#shift = 32 - bits;
  }

  /** Bytes that the table takes. */
  get bytes(): number {
    return this.#slots.byteLength;
  }

  /** Reads where a tag's probe begins. */
  touch(tag: number): number {
    return this.#slots[2 * (Math.imul(tag, GOLDEN) >>> this.#shift)];
  }

  /** The line of a tag; 0 if it has none. */
  find(tag: number): number {
    const slots = this.#slots, mask = this.#mask;
    let slot = Math.imul(tag, GOLDEN) >>> this.#shift;
    for (; slots[2 * slot + 1] !== 0; slot = (slot + 1) & mask) {
      if (slots[2 * slot] === tag) return slots[2 * slot + 1];
    }
    return 0;
  }

  /** Gives a tag a line; returns the line that it had, 0 if it had none. The caller knows that there is room. */
  put(tag: number, line: number): number {
    const slots = this.#slots, mask = this.#mask;
    let slot = Math.imul(tag, GOLDEN) >>> this.#shift;
    while (slots[2 * slot + 1] !== 0 && slots[2 * slot] !== tag) slot = (slot + 1) & mask;
    const before = slots[2 * slot + 1];
    slots[2 * slot] = tag;
    slots[2 * slot + 1] = line;
    return before;
  }

  /** Removes a tag that is there. */
  remove(tag: number): void {
    const slots = this.#slots, mask = this.#mask, shift = this.#shift;
    let hole = Math.imul(tag, GOLDEN) >>> shift;
    while (slots[2 * hole] !== tag || slots[2 * hole + 1] === 0) hole = (hole + 1) & mask;
    for (let slot = (hole + 1) & mask; slots[2 * slot + 1] !== 0; slot = (slot + 1) & mask) {
      const home = Math.imul(slots[2 * slot], GOLDEN) >>> shift;
      // What is at home between the hole and its own slot must stay behind the hole.
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      slots[2 * hole] = slots[2 * slot];
      slots[2 * hole + 1] = slots[2 * slot + 1];
      hole = slot;
    }
    slots[2 * hole + 1] = 0;
  }

  /** A table with room for `tags` tags and the same content. */
  grown(tags: number): TagTable {
    const larger = new TagTable(tags), slots = this.#slots;
    for (let at = 0; at < slots.length; at += 2) {
      if (slots[at + 1] !== 0) larger.put(slots[at], slots[at + 1]);
    }
    return larger;
  }
}
