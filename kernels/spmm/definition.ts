/**
 * Definition of sparse-times-dense multiplication: formula, oracle, work and operands, without kernels.
 *
 * @module
 */
import { assertCsr, type CsrMatrix, nnz } from "../../graph/csr.ts";
import { allocateMatrix, freeMatrix, uploadMatrix } from "../../hardware/dense.ts";
import type { TimedDefinition } from "../operation.ts";
import { spmmOracle } from "./oracle.ts";
import type { SpmmOperandsOf, SpmmProblem } from "./spmm.ts";
import { spmmWork } from "./spmm_work.ts";

/**
 * Gives the arrays of a matrix a new identity (as views of the same memory), so that plans over operands that
 * were staged separately share no arrays on the device. A measurement whose operands must not meet in a cache
 * needs this.
 */
function apart(matrix: CsrMatrix): CsrMatrix {
  const { rowPtr, colIdx, values } = matrix;
  const structure = { ...matrix, rowPtr: rowPtr.subarray(), colIdx: colIdx.subarray() };
  return values ? { ...structure, values: values.subarray() } : structure;
}

/** Operation `Y = A X`, apart from its kernels. */
export const spmmDefinition: TimedDefinition<SpmmProblem, SpmmOperandsOf> = {
  id: "spmm",
  formula: "Y[r, :] = sum over stored (r, c, v) of A of v * X[c, :]",
  oracle: spmmOracle,
  width: ({ width }) => width,
  work({ matrix, width }, features) {
    const { rows, cols, values } = matrix;
    return spmmWork({ rows, cols, entries: nnz(matrix), weighted: values !== undefined, width }, features);
  },
  stage(device, { matrix, features, width }, format) {
    // Not every backend's plans check the indices again.
    assertCsr(matrix);
    const x = uploadMatrix(device, "X", matrix.cols, width, features, format);
    try {
      const y = allocateMatrix(device, "Y", matrix.rows, width);
      // The buffers belong to the backend of the device that allocated them, so the cast is safe.
      return { matrix: apart(matrix), x, y, output: y } as SpmmOperandsOf["wasm"] | SpmmOperandsOf["webgpu"];
    } catch (error) {
      freeMatrix(device, x);
      throw error;
    }
  },
  inputs: [{
    name: "X",
    numbers: ({ features }) => features,
    matrix: ({ x }) => x,
    redrawn: (problem, draw) => ({ ...problem, features: draw(problem.features.length) }),
  }],
  release(device, { x, y }) {
    freeMatrix(device, x);
    freeMatrix(device, y);
  },
};
