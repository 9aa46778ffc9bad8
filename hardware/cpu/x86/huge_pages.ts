/**
 * Pages of 2 MiB for the memory of operands: with 4 KiB pages, random rows of a large matrix miss the address
 * translation caches, too.
 *
 * @module
 */
import { addressOf, openLibc } from "./libc.ts";
import { PAGE_BYTES } from "./memory_pages.ts";

const MADV_HUGEPAGE = 14;

/**
 * Asks the system to back memory with pages of 2 MiB, and returns whether it agreed. Only what is touched for
 * the first time afterwards gets them at once.
 *
 * @param memory A view of memory that never moves, at least a page long.
 * @throws {MissingError} if the C library cannot be used.
 */
export function adviseHugePages(memory: ArrayBufferView): boolean {
  const page = BigInt(PAGE_BYTES), from = addressOf(memory), to = from + BigInt(memory.byteLength);
  const first = (from + page - 1n) / page * page, last = to / page * page;
  return last > first && openLibc().madvise(first, last - first, MADV_HUGEPAGE) === 0;
}
