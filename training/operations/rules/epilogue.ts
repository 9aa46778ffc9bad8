/**
 * Bias, activation and dropout at the end of an operation; see `kernels/epilogue/epilogue.ts`.
 *
 * @module
 */
import type { Dropout, Epilogue, EpilogueOperands } from "../../../kernels/epilogue/epilogue.ts";
import type { Tensor } from "../../program/tensor.ts";
import type { OperandSource } from "./operand_source.ts";
import type { ProblemSource } from "./problem_source.ts";

/** Epilogue of a step. */
export interface StepEpilogue {
  /** Factor of negative entries: 1 the identity, 0 ReLU. */
  readonly negativeSlope: number;
  /** Bias, `1 x cols`. */
  readonly bias?: Tensor;
  /** Dropout, whose masks differ from training step to training step. */
  readonly dropout?: Dropout;
}

/**
 * Owner of an epilogue: another computation in the same kernel (`fused`), the operation itself (`alone`), or
 * an earlier step whose gradient the operation is (`gradient`).
 */
export type EpilogueUse = "fused" | "alone" | "gradient";

/** Tensors that an epilogue reads. */
export function epilogueInputs(epilogue: StepEpilogue | undefined): readonly Tensor[] {
  return epilogue?.bias ? [epilogue.bias] : [];
}

/** Dropout on a device, with the place of the training step's number, which determines its masks. */
export function dropoutOperands(
  dropout: Dropout,
  { step }: OperandSource,
): EpilogueOperands["dropout"] & object {
  return { ...dropout, step };
}

/** Dropout of one training step. */
export function dropoutProblem(dropout: Dropout, given: ProblemSource): Epilogue["dropout"] & object {
  return { ...dropout, step: given.trainingStep };
}

/** Epilogue on a device. */
export function epilogueOperands(epilogue: StepEpilogue, at: OperandSource): EpilogueOperands {
  const { negativeSlope, bias, dropout } = epilogue;
  return {
    negativeSlope,
    ...(bias ? { bias: at.matrix(bias) } : {}),
    ...(dropout ? { dropout: dropoutOperands(dropout, at) } : {}),
  };
}

/** Epilogue with numbers. */
export function epilogueProblem(epilogue: StepEpilogue, given: ProblemSource): Epilogue {
  const { negativeSlope, bias, dropout } = epilogue;
  return {
    negativeSlope,
    ...(bias ? { bias: given.numbers(bias) } : {}),
    ...(dropout ? { dropout: dropoutProblem(dropout, given) } : {}),
  };
}
