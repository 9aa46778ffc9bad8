/**
 * Memory that machine code alone reaches, which has addresses of 64 bits, behind the 4 GiB of WebAssembly.
 *
 * @module
 */
import { assertFree, memoryLimit } from "../../../platform/available_memory.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";
import { type MemoryRegion, NEAR_BYTES } from "../memory_region.ts";
import { adviseHugePages } from "./huge_pages.ts";
import { addressOf } from "./libc.ts";
import { PAGE_BYTES } from "./memory_pages.ts";

const GIB = 2 ** 30;
/** Share of a machine's memory that operands may take: the arrays that they are copied from need theirs. */
const SHARE = 1 / 2;

/** Bytes of operands of a device of machine code: half the machine's memory in whole GiB, 4 GiB at least. */
export function usualMemoryBytes(memory: number = grantedMemoryLimit()): number {
  return Math.max(NEAR_BYTES, Math.floor(SHARE * memory / GIB) * GIB);
}

/** Memory that programs may take here; 0 where the program may not ask. */
function grantedMemoryLimit(): number {
  try {
    return memoryLimit();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return 0;
    throw error;
  }
}

/** Far memory of one device; takes neither addresses nor memory before it is used. */
export class FarMemory implements MemoryRegion {
  readonly first = NEAR_BYTES;
  readonly capacity: number;
  #memory: SharedArrayBuffer | undefined;
  #base = 0n;

  /** `capacity` is a number of bytes of addresses, in whole pages. */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Address in the process of the first byte, which stays; 0 before the region is extended. */
  get base(): bigint {
    return this.#base;
  }

  get buffer(): SharedArrayBuffer {
    return this.#memory ??= this.#reserve();
  }

  /**
   * Makes the first `bytes` accessible. The pages are taken at once, so that what is free counts them and no
   * timed kernel is the first to touch them. As much again must be free, for the copy that a check reads.
   *
   * @throws {OutOfMemoryError} where so much is not free, or the system refuses.
   */
  extend(label: string, bytes: number): void {
    const { buffer } = this, held = buffer.byteLength;
    const missing = Math.ceil((bytes - held) / PAGE_BYTES) * PAGE_BYTES;
    if (missing <= 0) return;
    const what = `${formatBytes(missing)} for "${label}" and as much for a copy of them`;
    assertFree("extend the device's memory", 2 * missing, what);
    try {
      buffer.grow(held + missing);
    } catch (cause) {
      throw refusedError(`allocate "${label}"`, `${formatBytes(missing)} more memory`, cause);
    }
    new Uint8Array(buffer, held, missing).fill(0);
  }

  #reserve(): SharedArrayBuffer {
    const action = "reserve addresses for operands behind those of WebAssembly";
    try {
      const memory = new SharedArrayBuffer(0, { maxByteLength: this.capacity });
      this.#base = addressOf(new Uint8Array(memory));
      adviseHugePages(this.#base, this.capacity);
      return memory;
    } catch (cause) {
      throw refusedError(action, `${formatBytes(this.capacity)} of addresses`, cause);
    }
  }
}

function refusedError(action: string, wanted: string, cause: unknown): OutOfMemoryError {
  return new OutOfMemoryError({
    action,
    current: cause instanceof Error ? cause.message : String(cause),
    wanted: `${wanted} from the system`,
    next: "close other programs, raise the limit of `ulimit -v`, or lower --device-memory",
  }, { cause });
}
