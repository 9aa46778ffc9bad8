/**
 * Grid of thread blocks of Memory-Aware aggregation: writers of its sums, and shared memory of a block
 * (fastgl, Section 4.2).
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";

/** A grid of thread blocks over targets and features. */
export interface BlockGrid {
  /** Targets. */
  readonly rows: number;
  /** Features. */
  readonly width: number;
  /** X: targets of a block. */
  readonly targets: number;
  /** Y: features of a block. */
  readonly features: number;
}

/**
 * Number of threads that write a sum, at least and at most, when thread (a, b) of block (i, j) has feature `j
 * Y + b` of target `i X + a`: counted over all threads of the grid.
 */
export function writersOfSums(
  { rows, width, targets, features }: BlockGrid,
): { readonly least: number; readonly most: number } {
  const writers = new Uint8Array(rows * width);
  for (let i = 0; i * targets < rows; i++) {
    for (let j = 0; j * features < width; j++) {
      for (let a = 0; a < targets; a++) {
        for (let b = 0; b < features; b++) {
          const target = i * targets + a, feature = j * features + b;
          if (target < rows && feature < width) writers[target * width + feature]++;
        }
      }
    }
  }
  let least = Infinity, most = 0;
  for (const count of writers) {
    least = Math.min(least, count);
    most = Math.max(most, count);
  }
  return { least, most };
}

/**
 * Shared memory of a block as printed, `4 X Y + 4 X |N(u)|` bytes for the longest list of the matrix, and
 * that list's length.
 */
export function blockBytes(
  { rows, rowPtr }: Pick<CsrMatrix, "rows" | "rowPtr">,
  { targets, features }: Pick<BlockGrid, "targets" | "features">,
): { readonly longest: number; readonly printed: number } {
  let longest = 0;
  for (let row = 0; row < rows; row++) longest = Math.max(longest, rowPtr[row + 1] - rowPtr[row]);
  return { longest, printed: 4 * targets * features + 4 * targets * longest };
}
