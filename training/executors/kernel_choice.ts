/**
 * Which kernel computes a step.
 *
 * @module
 */
import type { DeviceBackend } from "../../hardware/device.ts";
import type { Kernel, ParameterValues } from "../../kernels/kernel.ts";
import { type AnyOperandsOf, findKernel, findOperation } from "../../kernels/registry.ts";
import { MissingError } from "../../platform/errors.ts";
import type { StepOperation } from "../operations/step_operation.ts";
import type { Step } from "../program/program.ts";

/** A kernel of an operation, by its id, and what it is tuned by. */
export interface KernelChoice {
  /** The kernel's id: `row-split`. */
  readonly id: string;
  /** Values of its parameters; the others keep their defaults. */
  readonly parameters?: ParameterValues;
}

/**
 * The kernel of each operation: one for all its steps, or one a step (a group size that depends on the matrix
 * and the width). An operation that is not named takes the last kernel of the backend, the best known.
 */
export type KernelChoices = {
  readonly [Op in StepOperation["op"]]?: KernelChoice | ((step: Step & { readonly op: Op }) => KernelChoice);
};

/**
 * The kernel of a step on a backend, the registered ones of scripts included.
 *
 * @throws {UsageError} where no kernel has the id, {@linkcode MissingError} where the backend has none.
 */
export function kernelOf(
  step: Step,
  backend: DeviceBackend,
  choices: KernelChoices,
): { readonly kernel: Kernel<AnyOperandsOf>; readonly parameters: ParameterValues } {
  // The keys of `choices` are the operations of their steps; TypeScript cannot follow a key that it does not
  // know.
  const choice = choices[step.op] as KernelChoice | ((step: Step) => KernelChoice) | undefined;
  if (choice !== undefined) {
    const { id, parameters = {} } = typeof choice === "function" ? choice(step) : choice;
    return { kernel: findKernel(step.op, id, backend), parameters };
  }
  const kernel = findOperation(step.op).kernels.findLast((kernel) => kernel.backend === backend);
  if (kernel === undefined) {
    throw new MissingError({
      action: `run "${step.op}" of ${step.layer}`,
      current: `no kernel on ${backend}`,
      wanted: "one",
      next: "use another --device",
    });
  }
  return { kernel, parameters: {} };
}
