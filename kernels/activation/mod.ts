/**
 * Bias, activation and dropout as an operation of its own, and its gradient.
 *
 * @module
 */
import { freeMatrix } from "../../hardware/dense.ts";
import { releaseEpilogue, stageEpilogue } from "../epilogue/stage_epilogue.ts";
import type { Operation } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import type {
  ActivationGradientOperandsOf,
  ActivationGradientProblem,
  ActivationOperandsOf,
  ActivationProblem,
} from "./activation.ts";
import { activationEntryWiseWasm, activationGradientEntryWiseWasm } from "./entry_wise/wasm.ts";
import { activationEntryWiseWebGpu, activationGradientEntryWiseWebGpu } from "./entry_wise/webgpu.ts";
import { activationEntryWiseX86, activationGradientEntryWiseX86 } from "./entry_wise/x86.ts";
import { activationGradientOracle, activationOracle } from "./oracle.ts";

export type {
  ActivationGradientOperands,
  ActivationGradientOperandsOf,
  ActivationGradientProblem,
  ActivationOperands,
  ActivationOperandsOf,
  ActivationProblem,
} from "./activation.ts";

/** Operation `Y = dropout(activation(X + bias))` with all its kernels. */
export const activation: Operation<ActivationProblem, ActivationOperandsOf> = {
  id: "activation",
  formula: "Y[r, c] = dropout(activation(X[r, c] + bias[c]))",
  oracle: activationOracle,
  width: ({ cols }) => cols,
  work({ rows, cols, epilogue }) {
    const bytes = 4 * (2 * rows * cols + (epilogue.bias ? cols : 0));
    return { multiplyAdds: rows * cols, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
  },
  stage: (device, problem) =>
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    stageOperands(device, (staging) => {
      const x = staging.matrix("X", problem, problem.x), y = staging.matrix("Y", problem);
      return { x, y, output: y, epilogue: stageEpilogue(staging, problem.epilogue, problem.cols) };
    }) as ActivationOperandsOf["wasm"] | ActivationOperandsOf["webgpu"],
  release(device, { x, y, epilogue }) {
    for (const matrix of [x, y]) freeMatrix(device, matrix);
    releaseEpilogue(device, epilogue);
  },
  kernels: [activationEntryWiseWasm, activationEntryWiseX86, activationEntryWiseWebGpu],
};

/** Operation that computes an epilogue's gradient from the epilogue's result, with all its kernels. */
export const activationGradient: Operation<ActivationGradientProblem, ActivationGradientOperandsOf> = {
  id: "activation-gradient",
  formula: "Gx[r, c] = Gy[r, c] * slope(Y[r, c]) * mask[r, c] / (1 - rate)",
  oracle: activationGradientOracle,
  width: ({ cols }) => cols,
  work({ rows, cols }) {
    const bytes = 4 * 3 * rows * cols;
    return { multiplyAdds: rows * cols, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
  },
  stage: (device, problem) =>
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    stageOperands(device, (staging) => ({
      y: staging.matrix("Y", problem, problem.y),
      gradient: staging.matrix("Gy", problem, problem.gradient),
      output: staging.matrix("Gx", problem),
      epilogue: stageEpilogue(staging, problem.epilogue, problem.cols),
    })) as ActivationGradientOperandsOf["wasm"] | ActivationGradientOperandsOf["webgpu"],
  release(device, { y, gradient, output, epilogue }) {
    for (const matrix of [y, gradient, output]) freeMatrix(device, matrix);
    releaseEpilogue(device, epilogue);
  },
  kernels: [
    activationGradientEntryWiseWasm,
    activationGradientEntryWiseX86,
    activationGradientEntryWiseWebGpu,
  ],
};
