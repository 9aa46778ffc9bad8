/**
 * Free memory of the machine, as far as the program may ask.
 *
 * @module
 */

/** Bytes that the runtime tells of a machine's memory. */
export type MemoryFacts = Readonly<Pick<Deno.SystemMemoryInfo, "available" | "free">>;

/** Bytes that programs can still have. Deno on Windows tells them as `free`, and 0 as `available`. */
export function freeBytes({ available, free }: MemoryFacts): number {
  return available > 0 ? available : free;
}

/** Bytes of memory that are free; infinite where the program may not ask. */
export function availableMemory(): number {
  try {
    return freeBytes(Deno.systemMemoryInfo());
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
      return Infinity;
    }
    throw error;
  }
}
