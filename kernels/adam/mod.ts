/**
 * Adam (Kingma and Ba, ICLR 2015, Algorithm 1) with an L2 penalty, in place.
 *
 * @module
 */
import { freeMatrix, writeMatrix } from "../../hardware/dense.ts";
import type { Operation } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import type { AdamOperandsOf, AdamProblem } from "./adam.ts";
import { adamEntryWiseWasm } from "./entry_wise/wasm.ts";
import { adamEntryWiseWebGpu } from "./entry_wise/webgpu.ts";
import { adamEntryWiseX86 } from "./entry_wise/x86.ts";
import { adamCorrections, adamOracle } from "./oracle.ts";

export type { AdamConstants, AdamOperands, AdamOperandsOf, AdamProblem } from "./adam.ts";
export { adamCorrections, adamEntry } from "./oracle.ts";

/** Operation of one Adam step, with all its kernels. */
export const adam: Operation<AdamProblem, AdamOperandsOf> = {
  id: "adam",
  formula: "p -= learningRate * (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon)",
  oracle: adamOracle,
  width: ({ cols }) => cols,
  work({ rows, cols }) {
    // Four matrices are read, three are written; an entry takes fourteen operations.
    const bytes = 4 * 7 * rows * cols;
    return { multiplyAdds: 7 * rows * cols, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
  },
  stage(device, problem) {
    const { parameter, gradient, firstMoment, secondMoment } = problem;
    const { learningRate, beta1, beta2, epsilon, weightDecay } = problem;
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    return stageOperands(device, ({ matrix, words }) => ({
      gradient: matrix("gradient", problem, gradient),
      firstMoment: matrix("m", problem, firstMoment),
      secondMoment: matrix("v", problem, secondMoment),
      corrections: words("corrections", Float32Array.from(adamCorrections(problem))),
      output: matrix("parameter", problem, parameter),
      learningRate,
      beta1,
      beta2,
      epsilon,
      weightDecay,
    })) as AdamOperandsOf["wasm"] | AdamOperandsOf["webgpu"];
  },
  restore(device, operands, { parameter, firstMoment, secondMoment }) {
    writeMatrix(device, operands.output, parameter);
    writeMatrix(device, operands.firstMoment, firstMoment);
    writeMatrix(device, operands.secondMoment, secondMoment);
  },
  release(device, { gradient, firstMoment, secondMoment, corrections, output }) {
    for (const matrix of [gradient, firstMoment, secondMoment, output]) freeMatrix(device, matrix);
    device.free(corrections);
  },
  kernels: [adamEntryWiseWasm, adamEntryWiseX86, adamEntryWiseWebGpu],
};
