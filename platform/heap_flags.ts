/**
 * Flags that size V8's heap for programs whose numbers lie in large typed arrays.
 *
 * @module
 */
import { memoryLimit } from "./available_memory.ts";

/** Bytes of a mebibyte. */
const MIB = 2 ** 20;

/**
 * Flags of `deno run` for a heap of up to half the memory that programs may take here. V8 counts typed arrays
 * apart from its heap; while they take more than twice the heap's limit (4 GiB at most, unless told) it stops
 * the program for a whole collection at every 64 MiB, for tenths of a second, also in the midst of what is
 * timed. The heap is left alone where the user has set that limit. A program may ask for a
 * collection, as this one does where memory is short.
 *
 * @param memory bytes of that memory.
 * @param given flags that the user gives V8, by `DENO_V8_FLAGS`.
 */
export function heapFlags(
  memory: number = memoryLimit(),
  given: string = Deno.env.get("DENO_V8_FLAGS") ?? "",
): string[] {
  const half = Math.floor(memory / 2 / MIB);
  const isSet = /max[-_]old[-_]space[-_]size/.test(given);
  const heap = half > 0 && !isSet ? [`--max-old-space-size=${half}`] : [];
  return [`--v8-flags=${[...heap, "--expose-gc"].join(",")}`];
}
