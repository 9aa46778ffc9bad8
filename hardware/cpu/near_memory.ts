/**
 * Memory that WebAssembly reaches: 4 GiB of addresses, of which buffers take what they need.
 *
 * @module
 */
import { DeviceError, OutOfMemoryError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { Arena } from "./arena.ts";
import {
  assertFreeTwice,
  type BufferMemory,
  LARGE_BYTES,
  type ReservedMemory,
  touchPages,
} from "./buffer_memory.ts";

const WASM_PAGE = 65_536;
/** Bytes of near memory: wasm32's whole address space. */
export const NEAR_BYTES = 65_536 * WASM_PAGE;

/** Memory whose addresses on the device are those in WebAssembly. */
export class NearMemory {
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

  /** The range `[begin, begin + bytes)` as memory for buffers. */
  part(begin: number, bytes: number): BufferMemory {
    const arena = new Arena(begin, bytes);
    return {
      get largestFree() {
        return arena.largestFree;
      },
      reserve: (label, bytes) => {
        const address = arena.reserve(bytes);
        return address === undefined ? undefined : this.#take(label, bytes, { arena, address });
      },
    };
  }

  /** Grows the memory over a range of an arena; where the system has no more, frees the range again. */
  #take(
    label: string,
    bytes: number,
    { arena, address }: { readonly arena: Arena; readonly address: number },
  ): ReservedMemory {
    const { memory } = this;
    try {
      this.#grow(label, address + bytes - memory.buffer.byteLength, bytes >= LARGE_BYTES);
    } catch (error) {
      arena.release(address);
      throw error;
    }
    return {
      address,
      view: (bytes) => new Uint8Array(memory.buffer, address, bytes),
      // WebAssembly gives no memory back: the next buffer has it.
      release: () => void arena.release(address),
    };
  }

  /** Grows the memory for a buffer, of which the last `missing` bytes lie behind its end. */
  #grow(label: string, missing: number, isLarge: boolean): void {
    if (missing <= 0) return;
    const held = this.memory.buffer.byteLength, touches = this.#touches && isLarge;
    if (touches) assertFreeTwice(label, missing);
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
    if (touches) touchPages(new Uint8Array(this.memory.buffer, held, missing));
  }
}
