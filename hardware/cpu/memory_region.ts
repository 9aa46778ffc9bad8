/**
 * Memory that the buffers of a CPU device lie in: ranges of bytes that grow and never move.
 *
 * @module
 */
import { assertFree } from "../../platform/available_memory.ts";
import { DeviceError, OutOfMemoryError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";

/** Memory of a CPU device, which never moves. */
export interface MemoryRegion {
  /** Address on the device of the first byte. */
  readonly first: number;
  /** Most bytes that it can have. */
  readonly capacity: number;
  /** Bytes that can be accessed now; another object once the region has grown. */
  readonly buffer: ArrayBufferLike;
  /**
   * Makes `bytes` from the byte `begin` on accessible, with undefined content, for a buffer named `label`.
   *
   * @throws {OutOfMemoryError} where the system has no more.
   */
  take(label: string, begin: number, bytes: number): void;
  /** Gives up what was taken for a buffer. */
  giveBack(begin: number, bytes: number): void;
}

const WASM_PAGE = 65_536;
/** Bytes of near memory: wasm32's whole address space. */
export const NEAR_BYTES = 65_536 * WASM_PAGE;
/** Bytes of a buffer that is large. */
export const LARGE_BYTES = 64 * 2 ** 20;

/**
 * Refuses memory for a large buffer where that, and as much for the copy that a check reads, is not free.
 *
 * @throws {OutOfMemoryError} for such a buffer.
 */
export function assertFreeTwice(label: string, bytes: number): void {
  if (bytes < LARGE_BYTES) return;
  assertFree(`allocate "${label}"`, 2 * bytes, `${formatBytes(bytes)}, and as much for a copy of it`);
}

/** Writes to all pages of a large range, so that what is free counts them and no timed kernel takes them. */
export function touchPages(buffer: ArrayBufferLike, begin: number, bytes: number): void {
  if (bytes >= LARGE_BYTES) new Uint8Array(buffer, begin, bytes).fill(0);
}

/** Memory that WebAssembly reaches: its addresses on the device are its addresses in WebAssembly. */
export class NearMemory implements MemoryRegion {
  readonly first = 0;
  readonly capacity = NEAR_BYTES;
  /** Memory as modules import it. */
  readonly memory: WebAssembly.Memory;
  readonly #touches: boolean;

  /**
   * Reserves all addresses, and takes one page of 64 KiB.
   *
   * @param touches Whether large buffers must be free twice and have their pages at once.
   * @throws {DeviceError} where the addresses cannot be reserved.
   */
  constructor({ touches }: { readonly touches: boolean }) {
    this.#touches = touches;
    try {
      this.memory = new WebAssembly.Memory({ initial: 1, maximum: NEAR_BYTES / WASM_PAGE, shared: true });
    } catch (cause) {
      throw new DeviceError({
        action: `reserve ${formatBytes(NEAR_BYTES)} of addresses`,
        current: cause instanceof Error ? cause.message : String(cause),
        wanted: "address space for the arena",
        next: "raise the limit of `ulimit -v`, or close other devices",
      }, { cause });
    }
  }

  get buffer(): ArrayBufferLike {
    return this.memory.buffer;
  }

  take(label: string, begin: number, bytes: number): void {
    const held = this.memory.buffer.byteLength, missing = begin + bytes - held;
    if (missing <= 0) return;
    if (this.#touches) assertFreeTwice(label, missing);
    try {
      this.memory.grow(Math.ceil(missing / WASM_PAGE));
    } catch (cause) {
      throw new OutOfMemoryError({
        action: `allocate "${label}"`,
        current: cause instanceof Error ? cause.message : String(cause),
        wanted: `${formatBytes(missing)} more memory from the system`,
        next: "close other programs, or take a smaller graph or narrower layers",
      }, { cause });
    }
    if (this.#touches) touchPages(this.memory.buffer, held, missing);
  }

  /** Keeps the memory: WebAssembly gives none back. */
  giveBack(): void {}
}
