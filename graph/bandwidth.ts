/**
 * Bandwidth of a matrix: the greatest distance of an entry from the diagonal, which reverse Cuthill-McKee
 * reduces.
 *
 * @module
 */
import type { CsrMatrix } from "./csr.ts";

/**
 * Greatest |row - column| over the stored entries; 0 for an empty or diagonal matrix.
 *
 * @example
 * ```ts
 * import { bandwidth, csrFromEdges } from "gnn-repro/graph";
 * const graph = csrFromEdges({ vertices: 9, source: Uint32Array.of(8), target: Uint32Array.of(3) });
 * if (bandwidth(graph) !== 5) throw new Error("8 - 3");
 * ```
 */
export function bandwidth(matrix: CsrMatrix): number {
  let widest = 0;
  for (let r = 0; r < matrix.rows; r++) {
    const begin = matrix.rowPtr[r], end = matrix.rowPtr[r + 1];
    if (begin === end) continue;
    // Columns ascend, so the ends of a row are its extremes.
    widest = Math.max(widest, r - matrix.colIdx[begin], matrix.colIdx[end - 1] - r);
  }
  return widest;
}
