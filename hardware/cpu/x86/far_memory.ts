/**
 * Memory that machine code alone reaches, which has addresses of 64 bits, behind the 4 GiB of WebAssembly.
 *
 * @module
 */
import { memoryLimit } from "../../../platform/available_memory.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";
import { assertFreeTwice, LARGE_BYTES, type MemoryRegion, NEAR_BYTES, touchPages } from "../memory_region.ts";
import { adviseHugePages } from "./huge_pages.ts";
import { addressOf, openLibc } from "./libc.ts";
import { dropPages, wholePages } from "./memory_pages.ts";

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

/** Far memory of one device; has neither addresses nor memory before some of it is taken. */
export class FarMemory implements MemoryRegion {
  readonly first = NEAR_BYTES;
  readonly capacity: number;
  #memory: SharedArrayBuffer | undefined;
  #base = 0n;

  /** `capacity` is a number of bytes of addresses, in whole pages. */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Address in the process of the first byte, which stays; 0 before some is taken. */
  get base(): bigint {
    return this.#base;
  }

  get buffer(): SharedArrayBuffer {
    return this.#memory ??= this.#reserve();
  }

  take(label: string, begin: number, bytes: number): void {
    const { buffer } = this, end = wholePages(begin + bytes);
    assertFreeTwice(label, bytes);
    try {
      if (end > buffer.byteLength) buffer.grow(end);
    } catch (cause) {
      throw refusedError(`allocate "${label}"`, `${formatBytes(bytes)} more memory`, cause);
    }
    touchPages(buffer, begin, bytes);
  }

  giveBack(begin: number, bytes: number): void {
    if (bytes >= LARGE_BYTES) dropPages(openLibc(), this.#base + BigInt(begin), bytes);
  }

  #reserve(): SharedArrayBuffer {
    try {
      const memory = new SharedArrayBuffer(0, { maxByteLength: this.capacity });
      this.#base = addressOf(new Uint8Array(memory));
      adviseHugePages(this.#base, this.capacity);
      return memory;
    } catch (cause) {
      const action = "reserve addresses for operands behind those of WebAssembly";
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
