/**
 * Small problems for each operation, awkward on purpose: empty rows, a hub, full tiles, widths that are no multiple of
 * anything.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { GemmProblem } from "../../kernels/gemm/gemm.ts";
import type { SpmmProblem } from "../../kernels/spmm/spmm.ts";
import { RandomStream } from "../../platform/random.ts";

const stream = new RandomStream(1, "check kernels");
const uniform = (length: number) => Float32Array.from({ length }, () => 2 * stream.uniform() - 1);

/** 203 x 330: a full corner of 40 x 70, a hub with every column, short rows, and every 17th row empty. */
function matrix(weighted: boolean): CsrMatrix {
  const rows = 203, cols = 330;
  const rowPtr = new Uint32Array(rows + 1);
  const columns: number[] = [];
  for (let row = 0; row < rows; row++) {
    if (row % 17 !== 16) {
      const step = row < 40 || row === 100 ? 1 : 23 + row % 7;
      for (let col = row < 40 ? 0 : row % step; col < (row < 40 ? 70 : cols); col += step) columns.push(col);
    }
    rowPtr[row + 1] = columns.length;
  }
  const pattern = { rows, cols, rowPtr, colIdx: Uint32Array.from(columns) };
  return weighted ? { ...pattern, values: uniform(columns.length) } : pattern;
}

function spmmProblem(width: number, weighted: boolean): SpmmProblem {
  const a = matrix(weighted);
  return { matrix: a, width, features: uniform(a.cols * width) };
}

function gemmProblem(rows: number, inner: number, cols: number): GemmProblem {
  return { a: uniform(rows * inner), b: uniform(inner * cols), rows, inner, cols };
}

/** By operation; an operation without problems cannot be checked, and the check says so. */
export const smallProblems: Readonly<Record<string, readonly unknown[]>> = {
  spmm: [spmmProblem(7, true), spmmProblem(68, false)],
  gemm: [gemmProblem(70, 37, 9), gemmProblem(65, 100, 70)],
};
