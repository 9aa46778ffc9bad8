/**
 * Flags of the vertices on an execution path, which the kernel tests.
 *
 * @module
 */
import type { PathRows } from "../path_spmm.ts";

/** Bit of a vertex's flags: the vertex is in N^(k-1). */
export const SOURCE = 1;
/** Bit of a vertex's flags: the vertex is in N^k. */
export const TARGET = 2;

/** Flags {@link SOURCE} and {@link TARGET} of every vertex. */
export function activeFlags({ targets, sources }: PathRows, vertices: number): Uint8Array {
  const flags = new Uint8Array(vertices);
  for (let i = 0; i < sources.length; i++) flags[sources[i]] |= SOURCE;
  for (let i = 0; i < targets.length; i++) flags[targets[i]] |= TARGET;
  return flags;
}
