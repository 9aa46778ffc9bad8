/**
 * Outbox of a rank: one growable block of shared memory for its outgoing messages. Only the owner allocates
 * and frees; receivers read.
 *
 * @module
 */

/** Initial words of an outbox, and the least number of words by which it grows. */
const FIRST_WORDS = 16 * 1024;

interface Room {
  offset: number;
  words: number;
}

/** Allocator of one outbox: first fit, adjacent free blocks merged. */
export class Outbox {
  readonly #memory: SharedArrayBuffer;
  /** Free blocks by ascending offset; no two are adjacent. */
  readonly #free: Room[] = [];

  /** Creates the allocator of memory made by {@link outboxMemory}. */
  constructor(memory: SharedArrayBuffer) {
    this.#memory = memory;
    this.#free.push({ offset: 0, words: memory.byteLength / 4 });
  }

  /** Greatest number of words in the outbox. */
  get capacity(): number {
    return Math.floor(this.#memory.maxByteLength / 4);
  }

  /** Reserves a block and returns its word offset; `undefined` where no free block is large enough. */
  reserve(words: number): number | undefined {
    const found = this.#fit(words) ?? (this.#grow(words) ? this.#fit(words) : undefined);
    if (found === undefined) return undefined;
    const room = this.#free[found], offset = room.offset;
    room.offset += words;
    room.words -= words;
    if (room.words === 0) this.#free.splice(found, 1);
    return offset;
  }

  /** Frees a block. */
  release(offset: number, words: number): void {
    let place = this.#free.findIndex((room) => room.offset > offset);
    if (place < 0) place = this.#free.length;
    this.#free.splice(place, 0, { offset, words });
    this.#joinNext(place);
    if (place > 0) this.#joinNext(place - 1);
  }

  /** Words of a block, to write into. */
  words(offset: number, length: number): Uint32Array {
    return new Uint32Array(this.#memory, offset * 4, length);
  }

  #fit(words: number): number | undefined {
    const found = this.#free.findIndex((room) => room.words >= words);
    return found < 0 ? undefined : found;
  }

  #grow(words: number): boolean {
    const end = this.#memory.byteLength / 4;
    const last = this.#free.at(-1);
    const open = last !== undefined && last.offset + last.words === end ? last.words : 0;
    const needed = end + words - open;
    if (needed > this.capacity) return false;
    const grown = Math.min(this.capacity, Math.max(needed, 2 * end, FIRST_WORDS));
    this.#memory.grow(grown * 4);
    this.release(end, grown - end);
    return true;
  }

  #joinNext(place: number): void {
    const room = this.#free[place], next = this.#free[place + 1];
    if (next === undefined || room.offset + room.words !== next.offset) return;
    room.words += next.words;
    this.#free.splice(place + 1, 1);
  }
}

/** Allocates memory of an outbox that can grow to `bytes`; only used pages are backed by RAM. */
export function outboxMemory(bytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Math.min(FIRST_WORDS * 4, bytes), { maxByteLength: bytes });
}
