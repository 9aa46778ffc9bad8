/**
 * Dense matrix multiplication, the update of most graph neural networks.
 *
 * @module
 */
import { allocateMatrix, freeMatrix, uploadMatrix } from "../../hardware/dense.ts";
import type { Operation } from "../operation.ts";
import { gemmBlockedWasm } from "./blocked_wasm.ts";
import type { GemmOperandsOf, GemmProblem } from "./gemm.ts";
import { gemmNaiveWebGpu } from "./gemm_naive_webgpu.ts";
import { gemmTiledWebGpu } from "./gemm_tiled_webgpu.ts";
import { gemmNaiveWasm } from "./naive_wasm.ts";
import { gemmOracle } from "./oracle.ts";

export type { GemmOperands, GemmOperandsOf, GemmProblem } from "./gemm.ts";

/** `C = A B` with all its kernels. */
export const gemm: Operation<GemmProblem, GemmOperandsOf> = {
  id: "gemm",
  formula: "C[r, c] = sum over k of A[r, k] * B[k, c]",
  oracle: gemmOracle,
  width: ({ cols }) => cols,
  work({ rows, inner, cols }) {
    const multiplyAdds = rows * inner * cols;
    return {
      multiplyAdds,
      compulsoryBytes: 4 * (rows * inner + inner * cols + rows * cols),
      // Each multiply-add reads both of its factors.
      bytesWithoutReuse: 4 * (2 * multiplyAdds + rows * cols),
    };
  },
  stage(device, { a, b, rows, inner, cols }) {
    const left = uploadMatrix(device, "A", rows, inner, a);
    try {
      const right = uploadMatrix(device, "B", inner, cols, b);
      try {
        const c = allocateMatrix(device, "C", rows, cols);
        // Buffers are of the backend of the device that made them.
        return { a: left, b: right, c, output: c, rows, inner, cols } as
          | GemmOperandsOf["wasm"]
          | GemmOperandsOf["webgpu"];
      } catch (error) {
        freeMatrix(device, right);
        throw error;
      }
    } catch (error) {
      freeMatrix(device, left);
      throw error;
    }
  },
  release(device, { a, b, c }) {
    for (const matrix of [a, b, c]) freeMatrix(device, matrix);
  },
  kernels: [gemmNaiveWasm, gemmNaiveWebGpu, gemmBlockedWasm, gemmTiledWebGpu],
};
