/**
 * Allocator of addresses in a bounded range of memory: first fit, with merging of free neighbours. It does
 * arithmetic only and touches no memory.
 *
 * @module
 */

/**
 * Alignment of every address: two cache lines, so that no two buffers share one and prefetched pairs align.
 */
export const ALIGNMENT = 128;

/** A contiguous range of bytes. */
interface Range {
  address: number;
  bytes: number;
}

/**
 * Hands out ranges of `[base, base + capacity)`.
 *
 * @example
 * ```ts
 * const arena = new Arena(128, 1024);
 * const addresses = [arena.reserve(100), arena.reserve(1)];
 * if (`${addresses}` !== "128,256") throw new Error("every address is a multiple of 128");
 * ```
 */
export class Arena {
  /** Free ranges by ascending address; no two touch. */
  readonly #free: Range[];
  readonly #reserved = new Map<number, number>();

  /** `base` and `capacity` are multiples of {@link ALIGNMENT}. */
  constructor(base: number, capacity: number) {
    this.#free = capacity > 0 ? [{ address: base, bytes: capacity }] : [];
  }

  /** Largest range that {@link reserve} could return now. */
  get largestFree(): number {
    return this.#free.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  }

  /** Number of separate free ranges. */
  get fragments(): number {
    return this.#free.length;
  }

  /** Bytes that a request takes: rounded up to whole {@link ALIGNMENT}s, at least one. */
  static rounded(bytes: number): number {
    return Math.max(1, Math.ceil(bytes / ALIGNMENT)) * ALIGNMENT;
  }

  /** Reserves the lowest range with room for `bytes`; `undefined` if there is none. */
  reserve(bytes: number): number | undefined {
    const size = Arena.rounded(bytes);
    const at = this.#free.findIndex((range) => range.bytes >= size);
    if (at < 0) return undefined;
    const range = this.#free[at];
    const address = range.address;
    range.address += size;
    range.bytes -= size;
    if (range.bytes === 0) this.#free.splice(at, 1);
    this.#reserved.set(address, size);
    return address;
  }

  /** Frees a reserved range; returns whether `address` was the start of one. */
  release(address: number): boolean {
    const bytes = this.#reserved.get(address);
    if (bytes === undefined) return false;
    this.#reserved.delete(address);
    let low = 0, high = this.#free.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#free[middle].address < address) low = middle + 1;
      else high = middle;
    }
    const before = this.#free[low - 1], after = this.#free[low];
    const joinsBefore = before !== undefined && before.address + before.bytes === address;
    const joinsAfter = after !== undefined && address + bytes === after.address;
    if (joinsBefore && joinsAfter) {
      before.bytes += bytes + after.bytes;
      this.#free.splice(low, 1);
    } else if (joinsBefore) {
      before.bytes += bytes;
    } else if (joinsAfter) {
      after.address = address;
      after.bytes += bytes;
    } else {
      this.#free.splice(low, 0, { address, bytes });
    }
    return true;
  }
}
