/**
 * Operation `activation-gradient`: the gradient of an epilogue, fused or not.
 *
 * @module
 */
import type {
  ActivationGradientOperands,
  ActivationGradientProblem,
} from "../../kernels/activation/activation.ts";
import type { Tensor } from "../program/tensor.ts";
import { epilogueOperands, epilogueProblem, type StepEpilogue } from "./rules/epilogue.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step `out = gradient * epilogue'`, from the epilogue's result y. */
export interface ActivationGradientStep {
  /** Name of the operation. */
  readonly op: "activation-gradient";
  /** Result of the epilogue, `rows x cols`. */
  readonly y: Tensor;
  /** Gradient of y, `rows x cols`. */
  readonly gradient: Tensor;
  /** Epilogue, whose bias does not matter. */
  readonly epilogue: StepEpilogue;
  /** Result, `rows x cols`. */
  readonly out: Tensor;
}

/** Removes the bias, which the gradient does not depend on and which may not be on the device. */
function withoutBias({ bias: _, ...epilogue }: StepEpilogue): StepEpilogue {
  return epilogue;
}

/** Rules of {@linkcode ActivationGradientStep}. */
export const activationGradient: OperationRules<
  ActivationGradientStep,
  ActivationGradientOperands,
  ActivationGradientProblem
> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  epilogue: "gradient",
  inputs: ({ y, gradient }) => [y, gradient],
  shape({ y, gradient }, check) {
    check.same(y, gradient);
    return y;
  },
  matrices: () => [],
  indices: () => [],
  operands: ({ y, gradient, epilogue, out }, at) => ({
    y: at.matrix(y),
    gradient: at.matrix(gradient),
    output: at.matrix(out),
    epilogue: epilogueOperands(withoutBias(epilogue), at),
  }),
  problem: ({ y, gradient, epilogue }, given) => ({
    y: given.numbers(y),
    gradient: given.numbers(gradient),
    rows: y.rows,
    cols: y.cols,
    epilogue: epilogueProblem(withoutBias(epilogue), given),
  }),
  work: streamed,
};
