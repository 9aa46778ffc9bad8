/**
 * Tasks of a managed device: the operations of a program with their transfers, in order.
 *
 * @module
 */
import { inputsOf, outputsOf } from "../operations/step_rules.ts";
import type { Program, Step } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";
import type { ProgramOperations } from "./program_operations.ts";
import type { TransferPlan } from "./transfer_plan.ts";

/** Operation with its transfers. Contents are tensors, or matrices by their keys. */
export interface ManagedTask {
  /** Steps to compute, in order. */
  readonly steps: readonly Step[];
  /** Contents dropped before the steps. */
  readonly dropsBefore: readonly (Tensor | string)[];
  /** Tensors copied to the device. Matrices are not among them: the steps' kernels copy them. */
  readonly loads: readonly Tensor[];
  /** Tensors allocated on the device without numbers: outputs that are not there. */
  readonly makes: readonly Tensor[];
  /** Tensors copied to host memory after the steps. */
  readonly writes: readonly Tensor[];
  /** Contents dropped after the steps. */
  readonly dropsAfter: readonly (Tensor | string)[];
}

/** Sequence of a program with its transfer plan. */
export interface ManagedSequence extends ProgramOperations {
  /** Loads, keeps and drops of each operation. */
  readonly plan: TransferPlan;
}

/** Tasks of a planned sequence, in the order of its plan. */
export function plannedTasks({ graph, steps, contents, plan }: ManagedSequence): ManagedTask[] {
  const isTensor = (content: Tensor | string): content is Tensor => typeof content !== "string";
  return plan.operations.map(({ operation, loads, drops }) => {
    const { reads, writes } = graph.operations[operation], used = new Set([...reads, ...writes]);
    const written = writes.map((place) => contents[place]).filter(isTensor);
    return {
      steps: steps[operation],
      dropsBefore: drops.filter((place) => !used.has(place)).map((place) => contents[place]),
      loads: loads.map((place) => contents[place]).filter(isTensor),
      makes: written,
      writes: written,
      dropsAfter: drops.filter((place) => used.has(place)).map((place) => contents[place]),
    };
  });
}

/** Tasks of the optimizer's steps, one a step: operands are loaded, results are stored, nothing stays. */
export function updateTasks(program: Program): ManagedTask[] {
  return program.train.filter(({ pass }) => pass === "update").map((step) => {
    const reads = new Set(inputsOf(step)), writes = new Set(outputsOf(step));
    return {
      steps: [step],
      dropsBefore: [],
      loads: [...reads],
      makes: [...writes.difference(reads)],
      writes: [...writes],
      dropsAfter: [...reads.union(writes)],
    };
  });
}
