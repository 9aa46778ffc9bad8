/**
 * A matrix whose columns are confined to a window: the same work on rows that a cache holds.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { RandomStream } from "../platform/random.ts";
import { type CsrMatrix, nnz } from "./csr.ts";
import { plural } from "../platform/text/plural.ts";

/**
 * Replaces the columns of each row by as many random ones below `window`; a row with more entries than that
 * gets the columns from 0 on. Row lengths, values and shape stay, so that a product with dense rows does the
 * same arithmetic and reads hardly more than `window` of them. The same seed gives the same matrix.
 *
 * @throws {UsageError} if the window is not a whole number from 1.
 *
 * @example
 * ```ts
 * import { confineColumns, csrFromEdges } from "gnn-repro/graph";
 * const source = Uint32Array.of(7, 8, 9), target = Uint32Array.of(0, 0, 1);
 * const graph = csrFromEdges({ vertices: 10, source, target });
 * if (confineColumns(graph, 2, 1).colIdx.some((col) => col > 1)) throw new Error("columns 0 and 1");
 * ```
 */
export function confineColumns(matrix: CsrMatrix, window: number, seed: number): CsrMatrix {
  if (!Number.isInteger(window) || window < 1) {
    throw new UsageError({
      action: "confine the columns of a matrix",
      current: `a window of ${plural(window, "column")}`,
      wanted: "a whole number from 1",
      next: "use wider windows or narrower rows",
    });
  }
  const { rows, rowPtr } = matrix;
  const width = Math.min(window, matrix.cols);
  const colIdx = new Uint32Array(nnz(matrix));
  const stream = new RandomStream(seed, "columns of a window");
  // `stamps[col] === row + 1` once the row has drawn the column.
  const stamps = new Uint32Array(width);
  const draw = (row: number): number => {
    let col = stream.below(width);
    while (stamps[col] === row + 1) col = stream.below(width);
    stamps[col] = row + 1;
    return col;
  };
  for (let row = 0; row < rows; row++) {
    const own = colIdx.subarray(rowPtr[row], rowPtr[row + 1]);
    const { length } = own;
    if (length >= width) {
      own.forEach((_, i) => own[i] = i);
    } else if (2 * length <= width) {
      own.forEach((_, i) => own[i] = draw(row));
      own.sort();
    } else {
      for (let left = width - length; left > 0; left--) draw(row);
      for (let col = 0, i = 0; i < length; col++) if (stamps[col] !== row + 1) own[i++] = col;
    }
  }
  return { ...matrix, colIdx };
}
