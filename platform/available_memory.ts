/**
 * Memory that programs may take on this machine, as far as the program may ask.
 *
 * @module
 */
import { OutOfMemoryError } from "./errors.ts";
import { formatBytes } from "./text/bytes.ts";

/** Functions of Deno and Node, which a page lacks, and `gc`, which `--expose-gc` gives a program. */
const { Deno: runtime, process, gc } = globalThis as unknown as {
  readonly Deno?: { systemMemoryInfo(): MemoryFacts };
  readonly process: {
    /** Bytes that the process is limited to; 0 without a limit. */
    constrainedMemory(): number;
    readonly memoryUsage: { rss(): number };
  };
  readonly gc?: () => void;
};

/** Bytes that the runtime tells of a machine's memory. */
export interface MemoryFacts {
  /** Bytes of the machine. */
  readonly total: number;
  /** Bytes that programs can have without swapping; 0 where the runtime does not know. */
  readonly available: number;
  /** Bytes that nothing uses. */
  readonly free: number;
}

/**
 * Bytes that programs may take in all: the machine's memory, or less in a container or a batch job that is
 * limited to less, and is ended by the system beyond.
 *
 * @param total bytes of the machine's memory.
 * @param limit bytes that the process is limited to; 0 where there is no limit, or none is known.
 */
export function memoryLimit(
  total: number = runtime!.systemMemoryInfo().total,
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
export function freeBytes(
  { available, free }: Pick<MemoryFacts, "available" | "free">,
  limit = Infinity,
  held = 0,
): number {
  return Math.max(0, Math.min(available > 0 ? available : free, limit - held));
}

/** Names of errors of a program that may not ask. */
const REFUSALS: ReadonlySet<string> = new Set(["PermissionDenied", "NotCapable"]);

/** Bytes that stay free for what nobody asks for: small arrays, compiled code, other programs. */
const KEPT_FREE = 2 ** 28;

/**
 * Bytes of memory that large arrays of this process can still have; infinite where the program may not ask,
 * or is a page.
 */
export function availableMemory(): number {
  if (runtime === undefined) return Infinity;
  try {
    const free = freeBytes(runtime.systemMemoryInfo(), memoryLimit(), process.memoryUsage.rss());
    return Math.max(0, free - KEPT_FREE);
  } catch (error) {
    if (error instanceof Error && REFUSALS.has(error.name)) return Infinity;
    throw error;
  }
}

/** Bytes from which an allocation is compared with what is free: asking takes longer than most of them. */
const LEAST_ASKED = 2 ** 26;

/**
 * Refuses memory that is not free, before the system ends the process for taking it. Where it is short,
 * arrays that nobody uses any more are collected first: V8 lets them fill the machine.
 *
 * @param action Action that needs the memory, in the infinitive: `read reddit.npz`.
 * @param bytes Bytes that it needs beside those that the process holds.
 * @param what Text for what they hold: `an array of 10 x 4`.
 * @param available Gives the bytes that the process can still have.
 * @throws {OutOfMemoryError} if fewer are available.
 */
export function assertFree(
  action: string,
  bytes: number,
  what: string,
  available: () => number = availableMemory,
): void {
  if (bytes < LEAST_ASKED) return;
  let free = available();
  if (bytes > free && gc !== undefined) {
    // The second collection waits until what the first has found is given back.
    gc();
    gc();
    free = available();
  }
  if (bytes <= free) return;
  throw new OutOfMemoryError({
    action,
    current: `${what}, which takes ${formatBytes(bytes)}`,
    wanted: `at most the ${formatBytes(free)} that are free`,
    next: "free memory, take a machine with more, or a smaller graph, such as a stand-in (reddit@1/16)",
  });
}
