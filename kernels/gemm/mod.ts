/**
 * Dense matrix multiplication, the update of most graph neural networks.
 *
 * @module
 */
import { freeMatrix } from "../../hardware/dense.ts";
import { releaseEpilogue, stageEpilogue } from "../epilogue/stage_epilogue.ts";
import type { TimedOperation } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import { gemmBlockedWasm } from "./blocked/wasm.ts";
import { gemmBlockedX86 } from "./blocked/x86.ts";
import type { GemmOperandsOf, GemmProblem } from "./gemm.ts";
import { gemmNaiveWebGpu } from "./naive/webgpu.ts";
import { gemmTiledWebGpu } from "./tiled/webgpu.ts";
import { gemmNaiveWasm } from "./naive/wasm.ts";
import { gemmNaiveX86 } from "./naive/x86.ts";
import { gemmOracle } from "./oracle.ts";
import { storedShapes } from "./stored_shapes.ts";

export type { GemmForm, GemmOperands, GemmOperandsOf, GemmProblem } from "./gemm.ts";

/** Operation `C = epilogue(A B)` with all its kernels. */
export const gemm: TimedOperation<GemmProblem, GemmOperandsOf> = {
  id: "gemm",
  formula: "C[r, c] = epilogue(sum over k of A[r, k] * B[k, c])",
  oracle: gemmOracle,
  width: ({ cols }) => cols,
  work({ rows, inner, cols, epilogue }) {
    const multiplyAdds = rows * inner * cols;
    const bias = epilogue?.bias ? cols : 0;
    return {
      multiplyAdds,
      compulsoryBytes: 4 * (rows * inner + inner * cols + rows * cols + bias),
      // Without reuse, each multiply-add reads both of its factors.
      bytesWithoutReuse: 4 * (2 * multiplyAdds + rows * cols + rows * bias),
    };
  },
  stage: (device, problem) =>
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    stageOperands(device, (staging) => {
      const { form = "nn", epilogue, rows, inner, cols } = problem;
      const stored = storedShapes(problem);
      const a = staging.matrix("A", stored.a, problem.a), b = staging.matrix("B", stored.b, problem.b);
      const c = staging.matrix("C", { rows, cols });
      return {
        a,
        b,
        form,
        c,
        output: c,
        rows,
        inner,
        cols,
        ...(epilogue ? { epilogue: stageEpilogue(staging, epilogue, cols) } : {}),
      };
    }) as GemmOperandsOf["wasm"] | GemmOperandsOf["webgpu"],
  inputs: [{
    name: "A",
    numbers: ({ a }) => a,
    matrix: ({ a }) => a,
    redrawn: (problem, draw) => ({ ...problem, a: draw(problem.a.length) }),
  }, {
    name: "B",
    numbers: ({ b }) => b,
    matrix: ({ b }) => b,
    redrawn: (problem, draw) => ({ ...problem, b: draw(problem.b.length) }),
  }],
  release(device, { a, b, c, epilogue }) {
    for (const matrix of [a, b, c]) freeMatrix(device, matrix);
    if (epilogue) releaseEpilogue(device, epilogue);
  },
  kernels: [
    gemmNaiveWasm,
    gemmNaiveX86,
    gemmNaiveWebGpu,
    gemmBlockedWasm,
    gemmBlockedX86,
    gemmTiledWebGpu,
  ],
};
