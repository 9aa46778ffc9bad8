/**
 * Classification losses, softmax with one label a vertex or sigmoid with several, and their gradients.
 *
 * @module
 */
import { freeMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import type { Operation } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import type { CrossEntropyOperandsOf, CrossEntropyProblem } from "./cross_entropy.ts";
import { crossEntropyGradientOracle, crossEntropyOracle } from "./oracle.ts";
import { crossEntropyGradientRowWiseWasm, crossEntropyRowWiseWasm } from "./row_wise/wasm.ts";
import { crossEntropyGradientRowWiseWebGpu, crossEntropyRowWiseWebGpu } from "./row_wise/webgpu.ts";
import { crossEntropyGradientRowWiseX86, crossEntropyRowWiseX86 } from "./row_wise/x86.ts";
import { assertLabels } from "./truth.ts";

export type {
  CrossEntropyOperands,
  CrossEntropyOperandsOf,
  CrossEntropyProblem,
  Truth,
  TruthOperands,
} from "./cross_entropy.ts";

type Operands = CrossEntropyOperandsOf["wasm"] | CrossEntropyOperandsOf["webgpu"];

/** Cost of an exponential, in multiply-adds. */
const EXPONENTIAL = 8;

function work({ rows, classes, truth }: CrossEntropyProblem, outputs: number) {
  const bytes = 4 * (rows * classes + (truth.labels ? rows : rows * classes) + rows + rows * outputs);
  return { multiplyAdds: EXPONENTIAL * rows * classes, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
}

function stage(device: Device, problem: CrossEntropyProblem, outputs: number): Operands {
  const { logits, rows, classes, truth, weights } = problem;
  if (truth.labels) assertLabels(truth.labels, classes);
  // The buffers belong to the backend of the device that allocated them, so the cast is safe.
  return stageOperands(device, ({ matrix, words }) => ({
    logits: matrix("logits", { rows, cols: classes }, logits),
    truth: truth.labels
      ? { labels: words("labels", truth.labels) }
      : { targets: matrix("targets", { rows, cols: classes }, truth.targets) },
    weights: words("weights", weights),
    output: matrix("output", { rows, cols: outputs }),
  })) as Operands;
}

function release(device: Device, { logits, truth, weights, output }: Operands): void {
  freeMatrix(device, logits);
  if (truth.labels) device.free(truth.labels);
  else freeMatrix(device, truth.targets);
  device.free(weights);
  freeMatrix(device, output);
}

/** Operation that computes the loss of each row, with all its kernels. */
export const crossEntropy: Operation<CrossEntropyProblem, CrossEntropyOperandsOf> = {
  id: "cross-entropy",
  formula: "loss[r] = weight[r] * -log(the probability that the scores Z[r, :] give the truth)",
  oracle: crossEntropyOracle,
  width: ({ classes }) => classes,
  work: (problem) => work(problem, 1),
  stage: (device, problem) => stage(device, problem, 1),
  release,
  kernels: [crossEntropyRowWiseWasm, crossEntropyRowWiseX86, crossEntropyRowWiseWebGpu],
};

/** Operation that computes the gradient with respect to the scores, with all its kernels. */
export const crossEntropyGradient: Operation<CrossEntropyProblem, CrossEntropyOperandsOf> = {
  id: "cross-entropy-gradient",
  formula: "G[r, c] = weight[r] * (the probability of class c by the scores Z[r, :] - the truth about it)",
  oracle: crossEntropyGradientOracle,
  width: ({ classes }) => classes,
  work: (problem) => work(problem, problem.classes),
  stage: (device, problem) => stage(device, problem, problem.classes),
  release,
  kernels: [
    crossEntropyGradientRowWiseWasm,
    crossEntropyGradientRowWiseX86,
    crossEntropyGradientRowWiseWebGpu,
  ],
};
