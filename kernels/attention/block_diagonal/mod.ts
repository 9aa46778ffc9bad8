/**
 * Block-diagonal matrices of attention vectors, with which the scores of all heads are one matrix product.
 *
 * @module
 */
import { freeMatrix } from "../../../hardware/dense.ts";
import type { Operation, Work } from "../../operation.ts";
import { stageOperands } from "../../staging.ts";
import { assertHeads } from "../attention_fit.ts";
import type {
  BlockDiagonalGradientProblem,
  BlockDiagonalOperands,
  BlockDiagonalOperandsOf,
  BlockDiagonalProblem,
} from "./block_diagonal.ts";
import { blockDiagonalGradientColumnWiseWasm } from "./column_wise/wasm.ts";
import { blockDiagonalGradientColumnWiseWebGpu } from "./column_wise/webgpu.ts";
import { blockDiagonalGradientColumnWiseX86 } from "./column_wise/x86.ts";
import { blockDiagonalGradientOracle, blockDiagonalOracle } from "./oracle.ts";
import { blockDiagonalRowWiseWasm } from "./row_wise/wasm.ts";
import { blockDiagonalRowWiseWebGpu } from "./row_wise/webgpu.ts";
import { blockDiagonalRowWiseX86 } from "./row_wise/x86.ts";

export type * from "./block_diagonal.ts";

type Staged = BlockDiagonalOperandsOf["wasm"] | BlockDiagonalOperandsOf["webgpu"];

/** Work of an operation that only copies: numbers read and written, each once. */
function workOf(read: number, written: number): Work {
  const bytes = 4 * (read + written);
  return { multiplyAdds: written, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
}

/** Operation that computes `B` from the attention vectors, with all its kernels. */
export const blockDiagonal: Operation<BlockDiagonalProblem, BlockDiagonalOperandsOf> = {
  id: "block-diagonal",
  formula: "Y[h d + k, h] = X[0, h d + k], Y[h d + k, H + h] = X[1, h d + k], all else 0",
  oracle: blockDiagonalOracle,
  width: ({ heads }) => 2 * heads,
  work: ({ heads, headWidth }) => workOf(2 * heads * headWidth, 2 * heads * heads * headWidth),
  stage(device, { vectors, heads, headWidth }) {
    assertHeads("stage attention vectors", heads, headWidth);
    const width = heads * headWidth;
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    return stageOperands(device, ({ matrix }): BlockDiagonalOperands => ({
      x: matrix("attention vectors", { rows: 2, cols: width }, vectors),
      heads,
      headWidth,
      output: matrix("block-diagonal", { rows: width, cols: 2 * heads }),
    })) as Staged;
  },
  release(device, { x, output }) {
    for (const matrix of [x, output]) freeMatrix(device, matrix);
  },
  kernels: [blockDiagonalRowWiseWasm, blockDiagonalRowWiseX86, blockDiagonalRowWiseWebGpu],
};

/** Operation that computes the gradient of the attention vectors, with all its kernels. */
export const blockDiagonalGradient: Operation<BlockDiagonalGradientProblem, BlockDiagonalOperandsOf> = {
  id: "block-diagonal-gradient",
  formula: "Y[s, h d + k] = G[h d + k, s H + h]",
  oracle: blockDiagonalGradientOracle,
  width: ({ heads, headWidth }) => heads * headWidth,
  work: ({ heads, headWidth }) => workOf(2 * heads * headWidth, 2 * heads * headWidth),
  stage(device, { gradient, heads, headWidth }) {
    assertHeads("stage the gradient of attention vectors", heads, headWidth);
    const width = heads * headWidth;
    return stageOperands(device, ({ matrix }): BlockDiagonalOperands => ({
      x: matrix("gradient", { rows: width, cols: 2 * heads }, gradient),
      heads,
      headWidth,
      output: matrix("gradient of the vectors", { rows: 2, cols: width }),
    })) as Staged;
  },
  release: blockDiagonal.release,
  kernels: [
    blockDiagonalGradientColumnWiseWasm,
    blockDiagonalGradientColumnWiseX86,
    blockDiagonalGradientColumnWiseWebGpu,
  ],
};
