/**
 * Random SpMM problems for tests.
 *
 * @module
 */
import { assertCsr, type CsrMatrix } from "../../../graph/csr.ts";
import type { SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { RandomStream } from "../../../platform/random.ts";

/** Shape of a random problem. */
export interface Shape {
  readonly rows: number;
  readonly cols: number;
  readonly width: number;
  /** Number of stored entries of a row; at most `cols`. */
  readonly entries: (row: number) => number;
  readonly weighted?: boolean;
  /** Whether every row has the columns of the first row. */
  readonly repeated?: boolean;
  readonly seed?: number;
}

/** Problem with random columns, values and features. */
export function randomProblem(shape: Shape): SpmmProblem {
  const { rows, cols, width, entries, weighted = true, repeated = false, seed = 1 } = shape;
  const stream = new RandomStream(seed, "test problem");
  const rowPtr = new Uint32Array(rows + 1);
  const columns: number[] = [];
  for (let row = 0; row < rows; row++) {
    const length = repeated && row > 0 ? 0 : Math.min(cols, entries(row));
    // One column from each of `length` equal ranges: ascending and distinct.
    for (let i = 0; i < length; i++) {
      const begin = Math.floor(i * cols / length), end = Math.floor((i + 1) * cols / length);
      columns.push(begin + stream.below(end - begin));
    }
    if (repeated && row > 0) columns.push(...columns.slice(0, rowPtr[1]));
    rowPtr[row + 1] = columns.length;
  }
  const uniform = () => 2 * stream.uniform() - 1;
  const pattern = { rows, cols, rowPtr, colIdx: Uint32Array.from(columns) };
  const matrix: CsrMatrix = weighted ? { ...pattern, values: Float32Array.from(columns, uniform) } : pattern;
  return { matrix: assertCsr(matrix), width, features: Float32Array.from({ length: cols * width }, uniform) };
}
