/**
 * A partition of any shape as contiguous ranges, under new ids.
 *
 * @module
 */
import type { Partition } from "./partition.ts";

/** Numbers by which each part is a range. */
export interface PartRanges {
  /** `perm[old]` is the new id: part by part, by old id within a part. */
  readonly perm: Uint32Array;
  /** Part i is `[offsets[i], offsets[i + 1])` of the new ids. */
  readonly offsets: Uint32Array;
}

/**
 * Numbers the vertices part by part: a counting sort. A graph renumbered so (`permuteSymmetric`) is cut by
 * the offsets as the partition cuts it.
 *
 * @example
 * ```ts
 * import { partRanges } from "gnn-repro/graph";
 * const { perm, offsets } = partRanges({ parts: Uint32Array.of(1, 0, 1), count: 2 });
 * if (perm.join() !== "1,0,2" || offsets.join() !== "0,1,3") throw new Error("vertex 1 comes first");
 * ```
 */
export function partRanges({ parts, count }: Pick<Partition, "parts" | "count">): PartRanges {
  const offsets = new Uint32Array(count + 1);
  for (let v = 0; v < parts.length; v++) offsets[parts[v] + 1]++;
  for (let p = 0; p < count; p++) offsets[p + 1] += offsets[p];
  const next = offsets.slice();
  return { perm: parts.map((part) => next[part]++), offsets };
}
