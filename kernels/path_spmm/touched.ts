/**
 * Rows, entries and bytes that the kernels of path-spmm touch.
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import type { PathSpmmOperands } from "./path_spmm.ts";

/** Counts of the rows and entries that a kernel touches, independent of caches: facts of its plan. */
export interface Touched {
  /** Entries that are multiplied. */
  readonly edges: number;
  /** Entries that are tested before they are multiplied or skipped. */
  readonly edge_tests: number;
  /** Rows that are tested before they are computed or skipped. */
  readonly row_tests: number;
  /** Rows of Y that are written. */
  readonly rows_written: number;
  /** Bytes of structure, features and results that the kernel accesses, each use counted. */
  readonly bytes_moved: number;
}

/** Bytes per entry: 4 of the column, 4 of the value if there is one, and a row of X. */
function entryBytes({ matrix, y }: Pick<PathSpmmOperands, "matrix" | "y">): number {
  return 4 + (matrix.values ? 4 : 0) + 4 * y.cols;
}

/** Counts of the whole graph's product. */
export function touchedByAll(operands: PathSpmmOperands): Touched {
  const { matrix, y } = operands;
  const edges = nnz(matrix), rows = matrix.rows;
  const bytes = edges * entryBytes(operands) + rows * (4 + 4 * y.cols);
  return { edges, edge_tests: 0, row_tests: 0, rows_written: rows, bytes_moved: bytes };
}

/** Counts of the product on the path: the path's entries, and for each row its offset and its target. */
export function touchedByPath(operands: PathSpmmOperands): Touched {
  const { path, y } = operands;
  const edges = nnz(path.matrix), rows = path.targets.length;
  const bytes = edges * entryBytes(operands) + rows * (8 + 4 * y.cols);
  return { edges, edge_tests: 0, row_tests: 0, rows_written: rows, bytes_moved: bytes };
}

/**
 * Counts of the product under a mask: a flag of `flagBytes` for every row, and for every entry of a target.
 */
export function touchedByMask(operands: PathSpmmOperands, flagBytes: number): Touched {
  const { matrix, path, y } = operands;
  const edges = nnz(path.matrix), rows = path.targets.length;
  let tests = 0;
  for (const v of path.targets) tests += matrix.rowPtr[v + 1] - matrix.rowPtr[v];
  const bytes = matrix.rows * (4 + flagBytes) + tests * (4 + flagBytes) +
    edges * (entryBytes(operands) - 4) + rows * 4 * y.cols;
  return {
    edges,
    edge_tests: tests,
    row_tests: matrix.rows,
    rows_written: rows,
    bytes_moved: bytes,
  };
}
