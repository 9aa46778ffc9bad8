/**
 * Contract of memory that the buffers of a CPU device lie in, and rules for large buffers.
 *
 * @module
 */
import { assertFree } from "../../platform/available_memory.ts";
import { formatBytes } from "../../platform/text/bytes.ts";

/** Memory of one buffer, which never moves. */
export interface ReservedMemory {
  /** Address on the device of the first byte, a multiple of 128. */
  readonly address: number;
  /** Looks at the first `bytes`. */
  view(bytes: number): Uint8Array<ArrayBufferLike>;
  /** Gives the memory back. */
  release(): void;
}

/** Memory that buffers are reserved in. */
export interface BufferMemory {
  /** Bytes of the largest buffer that addresses are free for. */
  readonly largestFree: number;
  /**
   * Reserves memory with undefined content for a buffer named `label`; `undefined` where no addresses are
   * free.
   *
   * @throws {OutOfMemoryError} where the system has no more memory.
   */
  reserve(label: string, bytes: number): ReservedMemory | undefined;
}

/** Bytes of a buffer that is large. */
export const LARGE_BYTES = 64 * 2 ** 20;

/**
 * Refuses memory for a buffer where that, and as much for the copy that a check reads, is not free.
 *
 * @throws {OutOfMemoryError} for such a buffer.
 */
export function assertFreeTwice(label: string, bytes: number): void {
  assertFree(`allocate "${label}"`, 2 * bytes, `an array of ${formatBytes(bytes)} and a copy of it`);
}

/** Writes to all pages of a range, so that what is free counts them and no timed kernel takes them. */
export function touchPages(range: Uint8Array<ArrayBufferLike>): void {
  range.fill(0);
}
