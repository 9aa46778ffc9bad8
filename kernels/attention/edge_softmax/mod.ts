/**
 * Softmax of scores over the entries of each row, which gives the attention, and its gradient.
 *
 * @module
 */
import { assertCsr, nnz } from "../../../graph/csr.ts";
import { freeMatrix } from "../../../hardware/dense.ts";
import type { Operation, Work } from "../../operation.ts";
import { stageOperands, type Staging } from "../../staging.ts";
import { assertHeads } from "../attention_fit.ts";
import type {
  EdgeSoftmaxGradientOperands,
  EdgeSoftmaxGradientOperandsOf,
  EdgeSoftmaxGradientProblem,
  EdgeSoftmaxOperands,
  EdgeSoftmaxOperandsOf,
  EdgeSoftmaxProblem,
} from "./edge_softmax.ts";
import { edgeSoftmaxGradientOracle, edgeSoftmaxOracle } from "./oracle.ts";
import { edgeSoftmaxGradientRowWiseWasm, edgeSoftmaxRowWiseWasm } from "./row_wise/wasm.ts";
import { edgeSoftmaxGradientRowWiseWebGpu, edgeSoftmaxRowWiseWebGpu } from "./row_wise/webgpu.ts";
import { edgeSoftmaxGradientRowWiseX86, edgeSoftmaxRowWiseX86 } from "./row_wise/x86.ts";

export type * from "./edge_softmax.ts";

/** Work of an operation that reads or writes `passes` numbers for each entry and head besides the scores. */
function workOf({ matrix, heads }: EdgeSoftmaxProblem, passes: number): Work {
  const numbers = nnz(matrix) * heads;
  const own = matrix.rowPtr.byteLength + matrix.colIdx.byteLength + 4 * passes * numbers;
  return {
    multiplyAdds: (passes + 1) * numbers,
    compulsoryBytes: own + 8 * matrix.cols * heads,
    bytesWithoutReuse: own + 4 * (matrix.rows * heads + numbers),
  };
}

function stageSoftmax(
  { matrix: stage }: Staging,
  { matrix, scores, heads, negativeSlope }: EdgeSoftmaxProblem,
): EdgeSoftmaxOperands {
  return {
    matrix,
    heads,
    negativeSlope,
    scores: stage("scores", { rows: matrix.cols, cols: 2 * heads }, scores),
    output: stage("result", { rows: nnz(matrix), cols: heads }),
  };
}

/** Operation that computes the attention `y[e, h]` of each entry, with all its kernels. */
export const edgeSoftmax: Operation<EdgeSoftmaxProblem, EdgeSoftmaxOperandsOf> = {
  id: "edge-softmax",
  formula: "Y[e, h] = softmax over the entries of e's row of leaky(S[row, h] + S[column, H + h])",
  oracle: edgeSoftmaxOracle,
  width: ({ heads }) => heads,
  work: (problem) => workOf(problem, 1),
  stage(device, problem) {
    assertHeads("stage scores of attention", problem.heads, 1);
    assertCsr(problem.matrix);
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    return stageOperands(device, (staging) => stageSoftmax(staging, problem)) as
      | EdgeSoftmaxOperandsOf["wasm"]
      | EdgeSoftmaxOperandsOf["webgpu"];
  },
  release(device, { scores, output }) {
    for (const matrix of [scores, output]) freeMatrix(device, matrix);
  },
  kernels: [edgeSoftmaxRowWiseWasm, edgeSoftmaxRowWiseX86, edgeSoftmaxRowWiseWebGpu],
};

/** Operation that computes the gradient of the sums of scores, with all its kernels. */
export const edgeSoftmaxGradient: Operation<EdgeSoftmaxGradientProblem, EdgeSoftmaxGradientOperandsOf> = {
  id: "edge-softmax-gradient",
  formula:
    "Y[e, h] = leaky'(S[row, h] + S[column, H + h]) A[e, h] (G[e, h] - sum over e's row of A[f, h] G[f, h])",
  oracle: edgeSoftmaxGradientOracle,
  width: ({ heads }) => heads,
  work: (problem) => workOf(problem, 3),
  stage(device, problem) {
    assertHeads("stage a gradient of attention", problem.heads, 1);
    assertCsr(problem.matrix);
    const shape = { rows: nnz(problem.matrix), cols: problem.heads };
    return stageOperands(device, (staging): EdgeSoftmaxGradientOperands => ({
      ...stageSoftmax(staging, problem),
      attention: staging.matrix("attention", shape, problem.attention),
      gradient: staging.matrix("gradient", shape, problem.gradient),
    })) as EdgeSoftmaxGradientOperandsOf["wasm"] | EdgeSoftmaxGradientOperandsOf["webgpu"];
  },
  release(device, { scores, attention, gradient, output }) {
    for (const matrix of [scores, attention, gradient, output]) freeMatrix(device, matrix);
  },
  kernels: [edgeSoftmaxGradientRowWiseWasm, edgeSoftmaxGradientRowWiseX86, edgeSoftmaxGradientRowWiseWebGpu],
};
