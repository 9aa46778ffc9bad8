/**
 * Choice of the kernel that computes a step.
 *
 * @module
 */
import type { DeviceBackend } from "../../hardware/device.ts";
import { kernelsOn } from "../../kernels/backend_kernels.ts";
import type { Kernel, ParameterValues } from "../../kernels/kernel.ts";
import type { AnyOperandsOf } from "../../kernels/operation.ts";
import { findKernel, findOperation } from "../../kernels/registry.ts";
import { MissingError } from "../../platform/errors.ts";
import type { StepOperation } from "../operations/step_operation.ts";
import type { Step } from "../program/program.ts";

/** Kernel of an operation, with its parameter values. */
export interface KernelChoice {
  /** Id of the kernel: `row-split`. */
  readonly id: string;
  /** Values of its parameters; the others keep their defaults. */
  readonly parameters?: ParameterValues;
}

/**
 * Kernel of each operation: one for all its steps, or a function of the step (a group size that depends on
 * the matrix and the width). For an operation without an entry, the backend's last kernel is used, the best
 * known.
 */
export type KernelChoices = {
  readonly [Op in StepOperation["op"]]?: KernelChoice | ((step: Step & { readonly op: Op }) => KernelChoice);
};

/**
 * Finds the kernel of a step on a backend, including those that scripts registered.
 *
 * @throws {UsageError} where no kernel has the id, {@linkcode MissingError} where the backend has none.
 */
export function kernelOf(
  step: Step,
  backend: DeviceBackend,
  choices: KernelChoices,
): { readonly kernel: Kernel<AnyOperandsOf>; readonly parameters: ParameterValues } {
  // The keys of `choices` are the operations of their steps; TypeScript cannot relate an unknown key to its
  // step.
  const choice = choices[step.op] as KernelChoice | ((step: Step) => KernelChoice) | undefined;
  if (choice !== undefined) {
    const { id, parameters = {} } = typeof choice === "function" ? choice(step) : choice;
    return { kernel: findKernel(step.op, id, backend), parameters };
  }
  const kernel = kernelsOn(findOperation(step.op).kernels, backend).at(-1);
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
