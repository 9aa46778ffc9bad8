/**
 * Calls of machine code, from the main thread and from workers; each thread opens a caller of its own.
 *
 * Calling convention of a kernel, a function of the System V ABI with two arguments:
 *
 * | register | content |
 * |---|---|
 * | `rdi` | address of two u32: `begin` and `end`, the items `[begin, end)` that this call computes |
 * | `rsi` | address of the argument block: 64-bit slots, the same for all calls and threads |
 *
 * Memory of both is only read, and belongs to the caller. A kernel keeps `rbx`, `rbp`, `r12` to `r15` and
 * `rsp`, executes `vzeroupper` before it returns, and returns nothing. There are no traps: addresses, shapes
 * and indices are checked before a kernel is called.
 *
 * @module
 */
import type { RangeFunction } from "../../../platform/wasm/thread_control.ts";
import { openLibc } from "./libc.ts";

/** Calls the code at an address for items `[begin, end)` with the argument block at `block`. */
export type MachineCaller = (address: bigint, block: bigint, begin: number, end: number) => void;

/**
 * Opens the caller of this thread.
 *
 * @throws {MissingError} if the C library cannot be used.
 */
export function openMachineCaller(): MachineCaller {
  const { bsearch } = openLibc();
  const range = new Uint32Array(2);
  return (address, block, begin, end) => {
    range[0] = begin;
    range[1] = end;
    bsearch(range, block, 1n, 8n, address);
  };
}

/**
 * Opens the caller of this thread as a function of a thread pool, whose arguments are numbers: the addresses
 * of the code and of the argument block.
 *
 * @throws {MissingError} if the C library cannot be used.
 */
export function openMachineRange(): RangeFunction {
  const call = openMachineCaller();
  // A pool makes many calls with the same addresses; only the first one converts them.
  let code = 0, block = 0, codeAddress = 0n, blockAddress = 0n;
  return (begin, end, ...[ofCode, ofBlock]) => {
    if (ofCode !== code || ofBlock !== block) {
      [code, block] = [ofCode, ofBlock];
      [codeAddress, blockAddress] = [BigInt(code), BigInt(block)];
    }
    call(codeAddress, blockAddress, begin, end);
  };
}
