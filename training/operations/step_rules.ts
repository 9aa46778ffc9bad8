/**
 * Rules of any step, looked up by its operation.
 *
 * @module
 */
import type { Oracle, StagedOperands, Work } from "../../kernels/operation.ts";
import { findOperation } from "../../kernels/registry.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { Bindings } from "../program/bindings.ts";
import type { Tensor, TensorShape } from "../program/tensor.ts";
import { operations } from "./mod.ts";
import type { EpilogueUse } from "./rules/epilogue.ts";
import { OperandCheck } from "./rules/operand_check.ts";
import type { StagedMemory } from "./rules/operand_source.ts";
import type { CommonRules, InPlaceRules } from "./rules/operation_rules.ts";
import type { ProblemSource } from "./rules/problem_source.ts";
import { tensorBytes } from "./rules/traffic.ts";
import type { StepOperation } from "./step_operation.ts";

/** Operation without its result, whose shape follows from the operands. */
export type UnwrittenOperation = StepOperation extends infer Operation
  ? Operation extends { readonly out: Tensor } ? Omit<Operation, "out"> : never
  : never;

/** Rules of a step whose operation is known only when the program runs. */
export interface AnyRules extends CommonRules<StepOperation, StagedOperands, unknown> {
  /** Rules of an in-place operation. */
  readonly inPlace?: InPlaceRules<StepOperation, unknown>;
  /** Owner of the epilogue, where steps have one. */
  readonly epilogue?: EpilogueUse;
}

/** Looks up the rules of a step's operation. */
export function rulesOf({ op }: Pick<StepOperation, "op">): AnyRules {
  // The rules of an operation get its own steps; TypeScript does not relate a key to the step that it came
  // from.
  return operations[op] as unknown as AnyRules;
}

/** Tensors that a step reads, in the order of its operands. */
export function inputsOf(step: StepOperation): readonly Tensor[] {
  return rulesOf(step).inputs(step);
}

/** Tensors that a step writes. */
export function outputsOf(step: StepOperation): readonly Tensor[] {
  return "out" in step ? [step.out] : rulesOf(step).inPlace!.updates(step);
}

/** Oracles of the tensors that a step writes. */
export function oraclesOf(step: StepOperation): readonly Oracle<unknown>[] {
  return rulesOf(step).inPlace?.oracles ?? [findOperation(step.op).oracle];
}

/**
 * Infers the shape of an operation's result.
 *
 * @param action Action for the error: `emit gemm in layer 1`.
 * @throws {UsageError} naming the action and the operand that does not match the others.
 */
export function inferShape(action: string, operation: UnwrittenOperation): TensorShape {
  return rulesOf(operation).shape(operation as StepOperation, new OperandCheck(action));
}

/**
 * Checks the operands and the result of a whole operation.
 *
 * @param action Action for the error.
 * @throws {UsageError} naming the action and the operand that does not match the others.
 */
export function checkShapes(action: string, step: StepOperation): void {
  const check = new OperandCheck(action);
  const { rows, cols } = rulesOf(step).shape(step, check);
  for (const result of outputsOf(step)) {
    check.that(result.rows === rows && result.cols === cols, result, `${rows} x ${cols}`);
  }
}

/** Operands of a step in a device's memory; sparse matrices stay on the host, where the kernels find them. */
export function operandsOf(step: StepOperation, memory: StagedMemory, bindings: Bindings): StagedOperands {
  return rulesOf(step).operands(step, {
    matrix: (tensor) => memory.matrix(tensor),
    index: (operand) => memory.index(operand),
    corrections: (decays) => memory.corrections(decays),
    step: memory.step,
    resident: (operand) => memory.resident(operand),
    ...onHost(bindings),
  });
}

/** Numbers of a step's tensors. */
export interface StepNumbers extends Pick<ProblemSource, "numbers" | "trainingStep"> {
  /** Matrices and indices. */
  readonly bindings: Bindings;
}

/** Builds the oracle's problem of a step. */
export function problemOf(step: StepOperation, { numbers, trainingStep, bindings }: StepNumbers): unknown {
  return rulesOf(step).problem(step, { numbers, trainingStep, ...onHost(bindings) });
}

function onHost({ sparse, indices }: Bindings): Pick<ProblemSource, "sparse" | "list"> {
  return { sparse: (operand) => sparse.get(operand)!, list: (operand) => indices.get(operand)! };
}

/** Arithmetic and traffic of a step, from shapes alone. */
export function stepWork(step: StepOperation): Work {
  const tensors = [...inputsOf(step), ...outputsOf(step)];
  return rulesOf(step).work(step, sumOf(tensors, tensorBytes));
}
