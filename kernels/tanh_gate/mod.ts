/**
 * Gates of rows by the hyperbolic tangent of a score (SAGPool), and the gradient of the scores.
 *
 * @module
 */
import { freeMatrix } from "../../hardware/dense.ts";
import type { Operation } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import type {
  TanhGateGradientOperandsOf,
  TanhGateGradientProblem,
  TanhGateOperandsOf,
  TanhGateProblem,
} from "./tanh_gate.ts";
import { tanhGateGradientOracle, tanhGateOracle } from "./oracle.ts";
import { tanhGateGradientRowWiseWasm, tanhGateRowWiseWasm } from "./row_wise/wasm.ts";
import { tanhGateGradientRowWiseWebGpu, tanhGateRowWiseWebGpu } from "./row_wise/webgpu.ts";
import { tanhGateGradientRowWiseX86, tanhGateRowWiseX86 } from "./row_wise/x86.ts";

export type {
  TanhGateGradientOperands,
  TanhGateGradientOperandsOf,
  TanhGateGradientProblem,
  TanhGateOperands,
  TanhGateOperandsOf,
  TanhGateProblem,
} from "./tanh_gate.ts";

/** Operation `Y[r, :] = tanh(s[r]) X[r, :]` with all its kernels. */
export const tanhGate: Operation<TanhGateProblem, TanhGateOperandsOf> = {
  id: "tanh-gate",
  formula: "Y[r, :] = tanh(s[r]) * X[r, :]",
  oracle: tanhGateOracle,
  width: ({ cols }) => cols,
  work({ rows, cols }) {
    const bytes = 4 * rows * (2 * cols + 1);
    return { multiplyAdds: rows * cols, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
  },
  stage: (device, { rows, cols, x, scores }) =>
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    stageOperands(device, ({ matrix }) => ({
      x: matrix("X", { rows, cols }, x),
      scores: matrix("scores", { rows, cols: 1 }, scores),
      output: matrix("Y", { rows, cols }),
    })) as TanhGateOperandsOf["wasm"] | TanhGateOperandsOf["webgpu"],
  release(device, { x, scores, output }) {
    for (const matrix of [x, scores, output]) freeMatrix(device, matrix);
  },
  kernels: [tanhGateRowWiseWasm, tanhGateRowWiseX86, tanhGateRowWiseWebGpu],
};

/** Operation `t[r] = (1 - tanh(s[r])^2) <X[r, :], G[r, :]>` with all its kernels. */
export const tanhGateGradient: Operation<TanhGateGradientProblem, TanhGateGradientOperandsOf> = {
  id: "tanh-gate-gradient",
  formula: "t[r] = (1 - tanh(s[r])^2) * sum over c of X[r, c] * G[r, c]",
  oracle: tanhGateGradientOracle,
  width: ({ cols }) => cols,
  work({ rows, cols }) {
    const bytes = 4 * rows * (2 * cols + 2);
    return { multiplyAdds: rows * cols, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
  },
  stage: (device, { rows, cols, x, scores, gradient }) =>
    stageOperands(device, ({ matrix }) => ({
      x: matrix("X", { rows, cols }, x),
      scores: matrix("scores", { rows, cols: 1 }, scores),
      gradient: matrix("G", { rows, cols }, gradient),
      output: matrix("gradient of the scores", { rows, cols: 1 }),
    })) as TanhGateGradientOperandsOf["wasm"] | TanhGateGradientOperandsOf["webgpu"],
  release(device, { x, scores, gradient, output }) {
    for (const matrix of [x, scores, gradient, output]) freeMatrix(device, matrix);
  },
  kernels: [tanhGateGradientRowWiseWasm, tanhGateGradientRowWiseX86, tanhGateGradientRowWiseWebGpu],
};
