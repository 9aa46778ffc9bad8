/**
 * Memory that the buffers of a CPU device lie in: ranges of bytes that grow and never move.
 *
 * @module
 */
import { DeviceError, OutOfMemoryError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";

/** Range of bytes that grows from its beginning, up to a capacity, and never moves. */
export interface MemoryRegion {
  /** Address on the device of the first byte. */
  readonly first: number;
  /** Most bytes that it can have. */
  readonly capacity: number;
  /** Bytes that can be accessed now; another object once the region has grown. */
  readonly buffer: ArrayBufferLike;
  /**
   * Makes the first `bytes` accessible, for a buffer named `label`; those that are stay as they are.
   *
   * @throws {OutOfMemoryError} where the system has no more.
   */
  extend(label: string, bytes: number): void;
}

const WASM_PAGE = 65_536;
/** Bytes of near memory: wasm32's whole address space. */
export const NEAR_BYTES = 65_536 * WASM_PAGE;

/** Memory that WebAssembly reaches: its addresses on the device are its addresses in WebAssembly. */
export class NearMemory implements MemoryRegion {
  readonly first = 0;
  readonly capacity = NEAR_BYTES;
  /** Memory as modules import it. */
  readonly memory: WebAssembly.Memory;

  /**
   * Reserves all addresses, and takes one page of 64 KiB.
   *
   * @throws {DeviceError} where the addresses cannot be reserved.
   */
  constructor() {
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

  extend(label: string, bytes: number): void {
    const missing = bytes - this.memory.buffer.byteLength;
    if (missing <= 0) return;
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
  }
}
