/**
 * A block of a sparse matrix: a range of rows times a range of columns.
 *
 * @module
 */
import { ReproError } from "../platform/errors.ts";
import type { CsrMatrix } from "./csr.ts";

/** Two half-open ranges: `[begin, end)`. */
export interface BlockRange {
  /** Rows taken; all by default. */
  readonly rows?: readonly [begin: number, end: number];
  /** Columns taken; all by default. */
  readonly cols?: readonly [begin: number, end: number];
}

/** First position in `[low, high)` whose column is not below `column`. */
function lowerBound(colIdx: Uint32Array, column: number, range: { low: number; high: number }): number {
  let { low, high } = range;
  while (low < high) {
    const middle = low + ((high - low) >>> 1);
    if (colIdx[middle] < column) low = middle + 1;
    else high = middle;
  }
  return low;
}

function assertRange([begin, end]: readonly [number, number], limit: number, axis: string): void {
  if (Number.isInteger(begin) && Number.isInteger(end) && 0 <= begin && begin <= end && end <= limit) return;
  throw new ReproError({
    action: "cut a block from a matrix",
    current: `${axis} ${begin} to ${end}`,
    wanted: `a range within 0 to ${limit}`,
    next: `pass whole numbers, the smaller first`,
  });
}

/**
 * Copies the block `A[rows, cols]`, renumbered from 0, with its values. Two binary searches a row and one
 * copy of the kept entries.
 *
 * @throws {ReproError} if a range does not lie within the matrix.
 *
 * @example
 * ```ts
 * import { csrFromEdges, submatrix } from "gnn-repro/graph";
 * const graph = csrFromEdges({ vertices: 4, source: Uint32Array.of(3), target: Uint32Array.of(1) });
 * const block = submatrix(graph, { rows: [0, 2], cols: [2, 4] });
 * if (block.rowPtr.join() !== "0,0,1" || block.colIdx[0] !== 1) throw new Error("not the block");
 * ```
 */
export function submatrix(matrix: CsrMatrix, range: BlockRange): CsrMatrix {
  const rows = range.rows ?? [0, matrix.rows], cols = range.cols ?? [0, matrix.cols];
  assertRange(rows, matrix.rows, "rows");
  assertRange(cols, matrix.cols, "columns");
  const height = rows[1] - rows[0];
  const first = new Uint32Array(height);
  const rowPtr = new Uint32Array(height + 1);
  for (let r = 0; r < height; r++) {
    const row = { low: matrix.rowPtr[rows[0] + r], high: matrix.rowPtr[rows[0] + r + 1] };
    first[r] = lowerBound(matrix.colIdx, cols[0], row);
    rowPtr[r + 1] = rowPtr[r] + lowerBound(matrix.colIdx, cols[1], { ...row, low: first[r] }) - first[r];
  }
  const colIdx = new Uint32Array(rowPtr[height]);
  const values = matrix.values && new Float32Array(rowPtr[height]);
  for (let r = 0; r < height; r++) {
    for (let to = rowPtr[r], from = first[r]; to < rowPtr[r + 1]; to++, from++) {
      colIdx[to] = matrix.colIdx[from] - cols[0];
      if (values) values[to] = matrix.values![from];
    }
  }
  return { rows: height, cols: cols[1] - cols[0], rowPtr, colIdx, ...(values && { values }) };
}
