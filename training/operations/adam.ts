/**
 * Operation `adam`: one step of Adam (Kingma and Ba, ICLR 2015) for one parameter, in place.
 *
 * @module
 */
import type { AdamConstants, AdamOperands, AdamProblem } from "../../kernels/adam/adam.ts";
import { adamMomentOracle, adamOracle } from "../../kernels/adam/oracle.ts";
import type { Tensor } from "../program/tensor.ts";
import type { OperationRules } from "./rules/operation_rules.ts";
import { streamed } from "./rules/traffic.ts";

/** Step of Adam, which changes parameter and moments and has no other result. */
export interface AdamStep {
  /** Name of the operation. */
  readonly op: "adam";
  /** Parameter, `rows x cols`, changed in place. */
  readonly parameter: Tensor;
  /** Gradient, `rows x cols`. */
  readonly gradient: Tensor;
  /** Mean of the gradients, `rows x cols`, changed in place. */
  readonly firstMoment: Tensor;
  /** Mean of the squared gradients, `rows x cols`, changed in place. */
  readonly secondMoment: Tensor;
  /** Learning rate, decays, weight decay. */
  readonly constants: AdamConstants;
}

/** Rules of {@linkcode AdamStep}. */
export const adam: OperationRules<AdamStep, AdamOperands, AdamProblem> = {
  phase: "update",
  weight: "light",
  writes: "in-place",
  inPlace: {
    updates: ({ parameter, firstMoment, secondMoment }) => [parameter, firstMoment, secondMoment],
    oracles: [adamOracle, adamMomentOracle(1), adamMomentOracle(2)],
  },
  inputs: ({ gradient, parameter, firstMoment, secondMoment }) => [
    gradient,
    parameter,
    firstMoment,
    secondMoment,
  ],
  shape({ parameter, gradient, firstMoment, secondMoment }, check) {
    for (const other of [gradient, firstMoment, secondMoment]) check.same(parameter, other);
    return parameter;
  },
  matrices: () => [],
  indices: () => [],
  operands: ({ parameter, gradient, firstMoment, secondMoment, constants }, at) => ({
    ...constants,
    gradient: at.matrix(gradient),
    firstMoment: at.matrix(firstMoment),
    secondMoment: at.matrix(secondMoment),
    corrections: at.corrections(constants),
    output: at.matrix(parameter),
  }),
  problem: ({ parameter, gradient, firstMoment, secondMoment, constants }, given) => ({
    ...constants,
    parameter: given.numbers(parameter),
    gradient: given.numbers(gradient),
    firstMoment: given.numbers(firstMoment),
    secondMoment: given.numbers(secondMoment),
    rows: parameter.rows,
    cols: parameter.cols,
    step: given.trainingStep,
  }),
  work: streamed,
};
