/**
 * Pages of memory from the operating system, outside the heap of JavaScript.
 *
 * @module
 */
import { DeviceError } from "../../../platform/errors.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";
import type { Libc } from "./libc.ts";

/** Bytes of a page on x86-64. */
export const PAGE_BYTES = 4096;

/** Ways in which pages can be accessed (`PROT_*` of Linux). */
export const PROTECTION = { none: 0, readWrite: 1 | 2, readExecute: 1 | 4 } as const;

const MADV_DONTNEED = 4;
const MAP_PRIVATE_ANONYMOUS = 0x02 | 0x20;
/** Address that a refused `mmap` returns: -1. */
const MAP_FAILED = 2n ** 64n - 1n;

/** Rounds bytes up to whole pages, at least one. */
export function wholePages(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / PAGE_BYTES)) * PAGE_BYTES;
}

/**
 * Maps zeroed pages and returns their address.
 *
 * @param bytes Multiple of {@linkcode PAGE_BYTES}.
 * @throws {DeviceError} if the system refuses.
 */
export function mapPages(libc: Libc, bytes: number, protection: number): bigint {
  const address = libc.mmap(0n, BigInt(bytes), protection, MAP_PRIVATE_ANONYMOUS, -1, 0n);
  if (address !== MAP_FAILED) return address;
  throw new DeviceError({
    action: `map ${formatBytes(bytes)} of memory for machine code`,
    current: "a refusal of mmap",
    wanted: "memory",
    next: "free memory, raise the limit of `ulimit -v`, or use --device wasm",
  });
}

/**
 * Changes how pages can be accessed.
 *
 * @throws {DeviceError} if the system refuses, such as one that lets no memory become executable.
 */
export function protectPages(libc: Libc, address: bigint, bytes: number, protection: number): void {
  if (libc.mprotect(address, BigInt(bytes), protection) === 0) return;
  throw new DeviceError({
    action: protection === PROTECTION.readExecute ? "make memory executable" : "protect memory",
    current: "a refusal of mprotect",
    wanted: "a system on which a process may run code that it wrote",
    next: "allow it (SELinux: execmem; systemd: MemoryDenyWriteExecute=no), or use --device wasm",
  });
}

/** Gives back the memory of the whole pages in a range, which read as zeros from then on. */
export function dropPages(libc: Libc, address: bigint, bytes: number): void {
  const page = BigInt(PAGE_BYTES), first = (address + page - 1n) / page * page;
  const end = (address + BigInt(bytes)) / page * page;
  if (end > first) libc.madvise(first, end - first, MADV_DONTNEED);
}

/** Gives pages back. */
export function unmapPages(libc: Libc, address: bigint, bytes: number): void {
  libc.munmap(address, BigInt(bytes));
}
