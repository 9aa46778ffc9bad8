/**
 * Gates of rows by the hyperbolic tangent of a score (SAGPool), and the gradient of the scores.
 *
 * @module
 */
import { freeMatrix } from "../../hardware/dense.ts";
import type { Operation } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import type { GateGradientOperandsOf, GateGradientProblem, GateOperandsOf, GateProblem } from "./gate.ts";
import { gateGradientOracle, gateOracle } from "./oracle.ts";
import { gateGradientRowWiseWasm, gateRowWiseWasm } from "./row_wise_wasm.ts";
import { gateGradientRowWiseWebGpu, gateRowWiseWebGpu } from "./row_wise_webgpu.ts";

export type {
  GateGradientOperands,
  GateGradientOperandsOf,
  GateGradientProblem,
  GateOperands,
  GateOperandsOf,
  GateProblem,
} from "./gate.ts";

/** Operation `Y[r, :] = tanh(s[r]) X[r, :]` with all its kernels. */
export const gate: Operation<GateProblem, GateOperandsOf> = {
  id: "gate",
  formula: "Y[r, :] = tanh(s[r]) * X[r, :]",
  oracle: gateOracle,
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
    })) as GateOperandsOf["wasm"] | GateOperandsOf["webgpu"],
  release(device, { x, scores, output }) {
    for (const matrix of [x, scores, output]) freeMatrix(device, matrix);
  },
  kernels: [gateRowWiseWasm, gateRowWiseWebGpu],
};

/** Operation `t[r] = (1 - tanh(s[r])^2) <X[r, :], G[r, :]>` with all its kernels. */
export const gateGradient: Operation<GateGradientProblem, GateGradientOperandsOf> = {
  id: "gate-gradient",
  formula: "t[r] = (1 - tanh(s[r])^2) * sum over c of X[r, c] * G[r, c]",
  oracle: gateGradientOracle,
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
    })) as GateGradientOperandsOf["wasm"] | GateGradientOperandsOf["webgpu"],
  release(device, { x, scores, gradient, output }) {
    for (const matrix of [x, scores, gradient, output]) freeMatrix(device, matrix);
  },
  kernels: [gateGradientRowWiseWasm, gateGradientRowWiseWebGpu],
};
