/**
 * Memory that programs may take on this machine, as far as the program may ask.
 *
 * @module
 */
import process from "node:process";

/** Bytes that the runtime tells of a machine's memory. */
export type MemoryFacts = Readonly<Pick<Deno.SystemMemoryInfo, "available" | "free">>;

/**
 * Bytes that programs may take in all: the machine's memory, or less in a container or a batch job that is
 * limited to less, and is ended by the system beyond.
 *
 * @param total bytes of the machine's memory.
 * @param limit bytes that the process is limited to; 0 where there is no limit, or none is known.
 */
export function memoryLimit(
  total: number = Deno.systemMemoryInfo().total,
  limit: number = process.constrainedMemory(),
): number {
  return limit > 0 ? Math.min(total, limit) : total;
}

/**
 * Bytes that programs can still have.
 *
 * @param facts what the runtime tells; Deno on Windows tells them as `free`, and 0 as `available`.
 * @param limit bytes that this process is limited to, of which it holds `held`.
 */
export function freeBytes({ available, free }: MemoryFacts, limit = Infinity, held = 0): number {
  return Math.max(0, Math.min(available > 0 ? available : free, limit - held));
}

/** Bytes of memory that this process can still have; infinite where the program may not ask. */
export function availableMemory(): number {
  try {
    return freeBytes(Deno.systemMemoryInfo(), memoryLimit(), process.memoryUsage.rss());
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
      return Infinity;
    }
    throw error;
  }
}
