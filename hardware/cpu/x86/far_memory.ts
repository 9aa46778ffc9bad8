/**
 * Memory that machine code alone reaches, beyond the 4 GiB of WebAssembly: its addresses have 64 bits.
 *
 * @module
 */
import { memoryLimit } from "../../../platform/available_memory.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";
import { ALIGNMENT } from "../arena.ts";
import {
  assertFreeTwice,
  type BufferMemory,
  LARGE_BYTES,
  type ReservedMemory,
  touchPages,
} from "../buffer_memory.ts";
import { NEAR_BYTES } from "../near_memory.ts";
import { adviseHugePages } from "./huge_pages.ts";
import { addressOf, openLibc } from "./libc.ts";
import { dropPages } from "./memory_pages.ts";

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

/**
 * Distance of two buffers' addresses on the device: twice what a buffer may take, so that an address behind
 * the end of one is none of the next.
 */
const DISTANCE = 2 * NEAR_BYTES;

/** Far memory of one device: each buffer lies in an array of its own. */
export class FarMemory implements BufferMemory {
  readonly largestFree = NEAR_BYTES;
  /** Addresses in the process of the live buffers, by their places, which are `DISTANCE` bytes apart. */
  readonly #pointers: (bigint | undefined)[] = [];

  /** Address in the process of an address on the device, of a live buffer. */
  pointer(address: number): bigint {
    const place = Math.floor(address / DISTANCE) - 1;
    return this.#pointers[place]! + BigInt(address - addressOfPlace(place));
  }

  /** Reserves memory; a large buffer has its pages at once, and gives them back when it is released. */
  reserve(label: string, bytes: number): ReservedMemory {
    const isLarge = bytes >= LARGE_BYTES;
    if (isLarge) assertFreeTwice(label, bytes);
    const memory = allocated(label, bytes + ALIGNMENT), base = addressOf(new Uint8Array(memory));
    const before = Number(-base & BigInt(ALIGNMENT - 1)), pointer = base + BigInt(before);
    adviseHugePages(pointer, bytes);
    if (isLarge) touchPages(new Uint8Array(memory, before, bytes));
    const free = this.#pointers.indexOf(undefined), place = free < 0 ? this.#pointers.length : free;
    this.#pointers[place] = pointer;
    return {
      address: addressOfPlace(place),
      view: (bytes) => new Uint8Array(memory, before, bytes),
      release: () => {
        this.#pointers[place] = undefined;
        // The array itself is collected some time; its memory is wanted now.
        if (isLarge) dropPages(openLibc(), pointer, bytes);
      },
    };
  }
}

/** Address on the device of a place: those before the first are of near memory. */
function addressOfPlace(place: number): number {
  return (place + 1) * DISTANCE;
}

function allocated(label: string, bytes: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(bytes);
  } catch (cause) {
    throw new OutOfMemoryError({
      action: `allocate "${label}"`,
      current: cause instanceof Error ? cause.message : String(cause),
      wanted: `${formatBytes(bytes)} from the system`,
      next: "close other programs, raise the limit of `ulimit -v`, or lower --device-memory",
    }, { cause });
  }
}
