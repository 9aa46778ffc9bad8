/**
 * Operation `activation`: the epilogue of a layer as a step of its own, where no product fuses it.
 *
 * @module
 */
import type { ActivationOperands, ActivationProblem } from "../../kernels/activation/activation.ts";
import type { Tensor } from "../program/tensor.ts";
import { epilogueInputs, epilogueOperands, epilogueProblem, type StepEpilogue } from "./rules/epilogue.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step `out = epilogue(x)`. */
export interface ActivationStep {
  /** Name of the operation. */
  readonly op: "activation";
  /** Input x, `rows x cols`. */
  readonly x: Tensor;
  /** Bias, activation and dropout. */
  readonly epilogue: StepEpilogue;
  /** Result, `rows x cols`. */
  readonly out: Tensor;
}

/** Rules of {@linkcode ActivationStep}. */
export const activation: OperationRules<ActivationStep, ActivationOperands, ActivationProblem> = {
  phase: "combination",
  weight: "light",
  writes: "all",
  epilogue: "alone",
  inputs: ({ x, epilogue }) => [x, ...epilogueInputs(epilogue)],
  shape({ x, epilogue }, check) {
    check.bias(epilogue.bias, x.cols);
    return x;
  },
  matrices: () => [],
  indices: () => [],
  operands({ x, epilogue, out }, at) {
    const output = at.matrix(out);
    return { x: at.matrix(x), y: output, output, epilogue: epilogueOperands(epilogue, at) };
  },
  problem: ({ x, epilogue }, given) => ({
    x: given.numbers(x),
    rows: x.rows,
    cols: x.cols,
    epilogue: epilogueProblem(epilogue, given),
  }),
  work: streamed,
};
