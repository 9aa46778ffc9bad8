/**
 * Addresses that WebAssembly of 32 bits reaches.
 *
 * @module
 */
import { OutOfMemoryError } from "../errors.ts";

/**
 * Returns an address below 4 GiB as it is.
 *
 * @throws {OutOfMemoryError} for one beyond: a kernel of WebAssembly was given memory of machine code.
 */
export function nearAddress(address: number): number {
  if (!(address >= 2 ** 32)) return address;
  throw new OutOfMemoryError({
    action: "give an operand to a kernel of WebAssembly",
    current: `oom (wasm32): it lies at ${address}`,
    wanted: "an address below 4 GiB, which all operands have on a device of 4 GiB",
    next: "add --device-memory 4GiB, or take a smaller graph or narrower layers",
  });
}
