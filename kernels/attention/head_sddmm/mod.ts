/**
 * Sampled dense-dense products for each head (SDDMM): products of rows of two dense matrices at the entries
 * of a sparse one, which give the gradient of attention.
 *
 * @module
 */
import { assertCsr, nnz } from "../../../graph/csr.ts";
import { freeMatrix } from "../../../hardware/dense.ts";
import type { Operation } from "../../operation.ts";
import { stageOperands } from "../../staging.ts";
import { assertHeads } from "../attention_fit.ts";
import type { HeadSddmmOperands, HeadSddmmOperandsOf, HeadSddmmProblem } from "./head_sddmm.ts";
import { headSddmmOracle } from "./oracle.ts";
import { headSddmmRowWiseWasm } from "./row_wise/wasm.ts";
import { headSddmmRowWiseWebGpu } from "./row_wise/webgpu.ts";
import { headSddmmRowWiseX86 } from "./row_wise/x86.ts";

export type * from "./head_sddmm.ts";

/** Operation that computes `y[e, h]`, a product of two rows for each entry and head, with all its kernels. */
export const headSddmm: Operation<HeadSddmmProblem, HeadSddmmOperandsOf> = {
  id: "head-sddmm",
  formula: "Y[e, h] = sum over k of A[row, h d + k] B[column, h d + k]",
  oracle: headSddmmOracle,
  width: ({ heads, headWidth }) => heads * headWidth,
  work({ matrix, heads, headWidth }) {
    const entries = nnz(matrix), rowBytes = 4 * heads * headWidth;
    const own = matrix.rowPtr.byteLength + matrix.colIdx.byteLength + matrix.rows * rowBytes +
      4 * entries * heads;
    return {
      multiplyAdds: entries * heads * headWidth,
      compulsoryBytes: own + matrix.cols * rowBytes,
      bytesWithoutReuse: own + entries * rowBytes,
    };
  },
  stage(device, { matrix, a, b, heads, headWidth }) {
    const cols = heads * headWidth;
    assertHeads("stage a product at the entries of a matrix", heads, headWidth);
    assertCsr(matrix);
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    return stageOperands(device, (staging): HeadSddmmOperands => ({
      matrix,
      heads,
      headWidth,
      a: staging.matrix("A", { rows: matrix.rows, cols }, a),
      b: staging.matrix("B", { rows: matrix.cols, cols }, b),
      output: staging.matrix("Y", { rows: nnz(matrix), cols: heads }),
    })) as HeadSddmmOperandsOf["wasm"] | HeadSddmmOperandsOf["webgpu"];
  },
  release(device, { a, b, output }) {
    for (const matrix of [a, b, output]) freeMatrix(device, matrix);
  },
  kernels: [headSddmmRowWiseWasm, headSddmmRowWiseX86, headSddmmRowWiseWebGpu],
};
