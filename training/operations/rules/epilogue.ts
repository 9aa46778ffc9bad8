/**
 * Bias, activation and dropout at the end of an operation; see `kernels/epilogue.ts`.
 *
 * @module
 */
import type { Dropout, Epilogue, EpilogueOperands } from "../../../kernels/epilogue.ts";
import type { Tensor } from "../../program/tensor.ts";
import type { OperandSource } from "./operand_source.ts";
import type { ProblemSource } from "./problem_source.ts";

/** An epilogue of a step. */
export interface StepEpilogue {
  /** Factor of negative entries: 1 the identity, 0 ReLU. */
  readonly negativeSlope: number;
  /** `1 x cols`. */
  readonly bias?: Tensor;
  /** Masks differ from training step to training step. */
  readonly dropout?: Dropout;
}

/**
 * Owner of an epilogue: the end of another computation in the same kernel (`fused`), the whole operation
 * (`alone`), or that of an earlier step, whose gradient the operation is (`gradient`).
 */
export type EpilogueUse = "fused" | "alone" | "gradient";

/** The tensors that an epilogue reads. */
export function epilogueInputs(epilogue: StepEpilogue | undefined): readonly Tensor[] {
  return epilogue?.bias ? [epilogue.bias] : [];
}

/** A dropout on a device, with the place of the training step that picks its masks. */
export function dropoutOperands(
  dropout: Dropout,
  { step }: OperandSource,
): EpilogueOperands["dropout"] & object {
  return { ...dropout, step };
}

/** A dropout of one training step. */
export function dropoutProblem(dropout: Dropout, given: ProblemSource): Epilogue["dropout"] & object {
  return { ...dropout, step: given.trainingStep };
}

/** An epilogue on a device. */
export function epilogueOperands(epilogue: StepEpilogue, at: OperandSource): EpilogueOperands {
  const { negativeSlope, bias, dropout } = epilogue;
  return {
    negativeSlope,
    ...(bias ? { bias: at.matrix(bias) } : {}),
    ...(dropout ? { dropout: dropoutOperands(dropout, at) } : {}),
  };
}

/** An epilogue with numbers. */
export function epilogueProblem(epilogue: StepEpilogue, given: ProblemSource): Epilogue {
  const { negativeSlope, bias, dropout } = epilogue;
  return {
    negativeSlope,
    ...(bias ? { bias: given.numbers(bias) } : {}),
    ...(dropout ? { dropout: dropoutProblem(dropout, given) } : {}),
  };
}
