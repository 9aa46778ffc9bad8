/**
 * Pages of 2 MiB for the memory of operands: with 4 KiB pages, random rows of a large matrix miss the address
 * translation caches, too.
 *
 * @module
 */
import { openLibc } from "./libc.ts";
import { PAGE_BYTES } from "./memory_pages.ts";

const MADV_HUGEPAGE = 14;

/**
 * Asks the system to back a range with pages of 2 MiB, and returns whether it agreed. Only memory that is
 * touched for the first time afterwards gets them at once; the range may be reserved and not yet accessible.
 *
 * @param base Address of memory that never moves.
 * @throws {MissingError} if the C library cannot be used.
 */
export function adviseHugePages(base: bigint, bytes: number): boolean {
  const page = BigInt(PAGE_BYTES), end = base + BigInt(bytes);
  const first = (base + page - 1n) / page * page, last = end / page * page;
  return last > first && openLibc().madvise(first, last - first, MADV_HUGEPAGE) === 0;
}
