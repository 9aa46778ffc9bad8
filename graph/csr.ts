/**
 * The one sparse-matrix type of the harness: compressed sparse rows.
 *
 * @module
 */
import { OutOfMemoryError, ReproError } from "../platform/errors.ts";
import { plural } from "../platform/text/plural.ts";

/**
 * A sparse matrix in compressed sparse rows. Row v lists the in-neighbours of vertex v (pull direction),
 * columns ascend within a row and no column occurs twice in one. Immutable by convention: operations return
 * new matrices.
 */
export interface CsrMatrix {
  /** Number of rows. */
  readonly rows: number;
  /** Number of columns. */
  readonly cols: number;
  /** `rows + 1` offsets into `colIdx`; `rowPtr[0] = 0`, `rowPtr[rows] = nnz`. */
  readonly rowPtr: Uint32Array;
  /** Column of each stored entry, ascending within a row. */
  readonly colIdx: Uint32Array;
  /** Value of each stored entry; absent when every entry is 1 (an unweighted adjacency). */
  readonly values?: Float32Array;
}

/**
 * Number of stored entries.
 *
 * @example
 * ```ts
 * import { csrFromEdges, nnz } from "gnn-repro";
 * const [source, target] = [Uint32Array.of(0), Uint32Array.of(1)];
 * const edge = csrFromEdges({ vertices: 2, source, target, symmetrise: true });
 * if (nnz(edge) !== 2) throw new Error("both directions are stored");
 * ```
 */
export function nnz(matrix: CsrMatrix): number {
  return matrix.rowPtr[matrix.rows];
}

/** Bytes of a matrix's arrays. */
export function csrBytes({ rowPtr, colIdx, values }: CsrMatrix): number {
  return rowPtr.byteLength + colIdx.byteLength + (values?.byteLength ?? 0);
}

/** Greatest number of entries of a matrix: row offsets have 32 bits. */
export const MAX_ENTRIES: number = 2 ** 32 - 1;

/**
 * Refuses a number of entries that row offsets cannot count.
 *
 * @param action What makes the matrix, in the infinitive.
 * @param entries Number of its entries, or of what they are made from.
 * @throws {OutOfMemoryError} above {@linkcode MAX_ENTRIES}.
 */
export function assertEntries(action: string, entries: number, of = "stored entries"): void {
  if (entries <= MAX_ENTRIES) return;
  throw new OutOfMemoryError({
    action,
    current: `${entries} ${of}`,
    wanted: `at most ${MAX_ENTRIES} stored entries`,
    next: "use a smaller graph",
  });
}

/** Number of stored entries of one row. */
export function rowLength(matrix: CsrMatrix, row: number): number {
  return matrix.rowPtr[row + 1] - matrix.rowPtr[row];
}

/** Whether a matrix stores an entry, by a binary search of its row. */
export function hasEntry({ rowPtr, colIdx }: CsrMatrix, row: number, column: number): boolean {
  let low = rowPtr[row], high = rowPtr[row + 1];
  while (low < high) {
    const middle = low + ((high - low) >>> 1);
    if (colIdx[middle] < column) low = middle + 1;
    else high = middle;
  }
  return low < rowPtr[row + 1] && colIdx[low] === column;
}

/**
 * Checks the invariants of {@link CsrMatrix}; returns its argument so that a builder can end with it.
 *
 * @throws {ReproError} naming the first row that breaks one.
 *
 * @example
 * ```ts
 * import { assertCsr } from "gnn-repro/graph";
 * assertCsr({ rows: 1, cols: 2, rowPtr: Uint32Array.of(0, 2), colIdx: Uint32Array.of(0, 1) });
 * ```
 */
export function assertCsr(matrix: CsrMatrix): CsrMatrix {
  const { rows, cols, rowPtr, colIdx, values } = matrix;
  const fail = (current: string, wanted: string): never => {
    throw new ReproError({
      action: "use a CSR matrix",
      current,
      wanted,
      next: "build the matrix with csrFromEdges, which keeps these rules",
    });
  };
  if (rowPtr.length !== rows + 1) fail(`${rowPtr.length} row offsets`, `${rows + 1}`);
  if (rowPtr[0] !== 0) fail(`first row offset ${rowPtr[0]}`, "0");
  if (rowPtr[rows] !== colIdx.length) {
    fail(`last row offset ${rowPtr[rows]}`, plural(colIdx.length, "entry", "entries"));
  }
  if (values && values.length !== colIdx.length) fail(plural(values.length, "value"), `${colIdx.length}`);
  for (let row = 0; row < rows; row++) {
    const begin = rowPtr[row], end = rowPtr[row + 1];
    if (begin > end) fail(`row ${row} from ${begin} to ${end}`, "ascending row offsets");
    let before = -1;
    for (let e = begin, stop = Math.min(end, colIdx.length); e < stop; e++) {
      const column = colIdx[e];
      if (column >= cols) fail(`column ${column} in row ${row}`, `columns below ${cols}`);
      if (column <= before) {
        fail(`column ${column} after ${before} in row ${row}`, "strictly ascending columns");
      }
      before = column;
    }
  }
  return matrix;
}
