/**
 * Free memory of the machine, as far as the program may ask.
 *
 * @module
 */

/** Bytes of memory that are free; infinite where the program may not ask. */
export function availableMemory(): number {
  try {
    return Deno.systemMemoryInfo().available;
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
      return Infinity;
    }
    throw error;
  }
}
