/**
 * Sparse-times-dense multiplication with a weight for each entry and head: aggregation by attention.
 *
 * @module
 */
import { assertCsr, nnz } from "../../../graph/csr.ts";
import { freeMatrix } from "../../../hardware/dense.ts";
import type { TimedOperation } from "../../operation.ts";
import { stageOperands } from "../../staging.ts";
import { assertHeads, assertOrder } from "../attention_fit.ts";
import type { HeadSpmmOperands, HeadSpmmOperandsOf, HeadSpmmProblem } from "./head_spmm.ts";
import { headSpmmOracle } from "./oracle.ts";
import { headSpmmRowSplitScalarWasm } from "./row_split_scalar/wasm.ts";
import { headSpmmRowSplitScalarX86 } from "./row_split_scalar/x86.ts";
import { headSpmmRowSplitWasm } from "./row_split/wasm.ts";
import { headSpmmRowSplitWebGpu } from "./row_split/webgpu.ts";
import { headSpmmRowSplitX86 } from "./row_split/x86.ts";

export type * from "./head_spmm.ts";

/** Operation that computes `y[r, h d + k]`, the weighted sums over entries, with all its kernels. */
export const headSpmm: TimedOperation<HeadSpmmProblem, HeadSpmmOperandsOf> = {
  id: "head-spmm",
  formula: "Y[r, h d + k] = sum over entries e of row r of A[order[e], h] X[column, h d + k]",
  oracle: headSpmmOracle,
  width: ({ heads, headWidth }) => heads * headWidth,
  work({ matrix, order, heads, headWidth }) {
    const entries = nnz(matrix), rowBytes = 4 * heads * headWidth;
    const own = matrix.rowPtr.byteLength + matrix.colIdx.byteLength + (order?.byteLength ?? 0) +
      4 * entries * heads + matrix.rows * rowBytes;
    return {
      multiplyAdds: entries * heads * headWidth,
      compulsoryBytes: own + matrix.cols * rowBytes,
      bytesWithoutReuse: own + entries * rowBytes,
    };
  },
  stage(device, { matrix, attention, order, x, heads, headWidth }) {
    const action = "stage a product with weights for each head", cols = heads * headWidth;
    assertHeads(action, heads, headWidth);
    assertCsr(matrix);
    if (order) assertOrder(action, matrix, order);
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    return stageOperands(device, (staging): HeadSpmmOperands => ({
      matrix,
      heads,
      headWidth,
      attention: staging.matrix("attention", { rows: nnz(matrix), cols: heads }, attention),
      ...(order ? { order: staging.words("order", order) } : {}),
      x: staging.matrix("X", { rows: matrix.cols, cols }, x),
      output: staging.matrix("Y", { rows: matrix.rows, cols }),
    })) as HeadSpmmOperandsOf["wasm"] | HeadSpmmOperandsOf["webgpu"];
  },
  inputs: [{
    name: "A",
    numbers: ({ attention }) => attention,
    matrix: ({ attention }) => attention,
    redrawn: (problem, draw) => ({ ...problem, attention: draw(problem.attention.length) }),
  }, {
    name: "X",
    numbers: ({ x }) => x,
    matrix: ({ x }) => x,
    redrawn: (problem, draw) => ({ ...problem, x: draw(problem.x.length) }),
  }],
  release(device, { attention, order, x, output }) {
    for (const matrix of [attention, x, output]) freeMatrix(device, matrix);
    if (order) device.free(order);
  },
  kernels: [
    headSpmmRowSplitScalarWasm,
    headSpmmRowSplitScalarX86,
    headSpmmRowSplitWasm,
    headSpmmRowSplitX86,
    headSpmmRowSplitWebGpu,
  ],
};
