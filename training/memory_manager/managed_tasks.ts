/**
 * The operations of a program as a managed device runs them, one after the other.
 *
 * @module
 */
import { inputsOf, outputsOf } from "../operations/step_rules.ts";
import type { Program, Step } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";
import type { ProgramOperations } from "./program_operations.ts";
import type { TransferPlan } from "./transfer_plan.ts";

/** An operation and what moves for it. Contents are tensors, or matrices by their keys. */
export interface ManagedTask {
  /** What is computed, in order. */
  readonly steps: readonly Step[];
  /** What leaves the device first. */
  readonly dropsBefore: readonly (Tensor | string)[];
  /** Tensors that are copied to the device. Matrices are not among them: their steps' kernels bring them. */
  readonly loads: readonly Tensor[];
  /** Tensors that get room on the device and no numbers: what is written and was not there. */
  readonly makes: readonly Tensor[];
  /** What is copied to host memory when the steps have run. */
  readonly writes: readonly Tensor[];
  /** What leaves the device last. */
  readonly dropsAfter: readonly (Tensor | string)[];
}

/** A sequence of a program, and what of it is on the device while. */
export interface ManagedSequence extends ProgramOperations {
  /** What is loaded, kept and dropped. */
  readonly plan: TransferPlan;
}

/** The tasks of a planned sequence, in the order of its plan. */
export function plannedTasks({ graph, steps, contents, plan }: ManagedSequence): ManagedTask[] {
  const isTensor = (content: Tensor | string): content is Tensor => typeof content !== "string";
  return plan.operations.map(({ operation, loads, drops }) => {
    const { reads, writes } = graph.operations[operation], used = new Set([...reads, ...writes]);
    const written = writes.map((place) => contents[place]).filter(isTensor);
    return {
      steps: steps[operation],
      dropsBefore: drops.filter((place) => !used.has(place)).map((place) => contents[place]),
      loads: loads.map((place) => contents[place]).filter(isTensor),
      ...{ makes: written, writes: written },
      dropsAfter: drops.filter((place) => used.has(place)).map((place) => contents[place]),
    };
  });
}

/** The optimizer's steps, each by itself: what it reads is loaded, what it writes is stored, nothing stays. */
export function updateTasks(program: Program): ManagedTask[] {
  return program.train.filter(({ pass }) => pass === "update").map((step) => {
    const reads = new Set(inputsOf(step)), writes = new Set(outputsOf(step));
    return {
      ...{ steps: [step], dropsBefore: [], loads: [...reads] },
      ...{ makes: [...writes.difference(reads)], writes: [...writes], dropsAfter: [...reads.union(writes)] },
    };
  });
}
