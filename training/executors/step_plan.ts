/**
 * Step of a program with its prepared kernel.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { kernelName, type Plan, prepareKernel } from "../../kernels/kernel.ts";
import type { StagedOperands } from "../../kernels/operation.ts";
import type { StagedMemory } from "../operations/rules/operand_source.ts";
import { operandsOf, outputsOf } from "../operations/step_rules.ts";
import type { Bindings } from "../program/bindings.ts";
import type { Step } from "../program/program.ts";
import { type KernelChoices, kernelOf } from "./kernel_choice.ts";

/** Step with the kernel that was prepared for it. */
export interface StepPlan {
  /** The step. */
  readonly step: Step;
  /** Name of the kernel: `row-split@wasm`. */
  readonly kernel: string;
  /** Operands that the kernel was prepared with. */
  readonly operands: StagedOperands;
  /** Runs the kernel. */
  readonly plan: Plan;
  /** Milliseconds of the kernel's preparation. */
  readonly prepareMs: number;
}

/** Settings for the preparation of steps. */
export interface StepPlanOptions {
  /** Kernels that replace the best known ones. */
  readonly kernels: KernelChoices;
  /** Memory of tensors, indices and control words. */
  readonly memory: StagedMemory;
  /** Sparse matrices and lists. */
  readonly bindings: Bindings;
}

/**
 * Prepares the kernel of a step.
 *
 * @throws {UsageError} where a chosen kernel does not exist; {@linkcode OutOfMemoryError} where the device
 * has no room for it.
 */
export async function planStep(
  step: Step,
  device: Device,
  { kernels, memory, bindings }: StepPlanOptions,
): Promise<StepPlan> {
  const { kernel, parameters } = kernelOf(step, device.backend, kernels);
  const start = performance.now();
  const [{ cols }] = outputsOf(step);
  const operands = operandsOf(step, memory, bindings);
  const plan = await prepareKernel(kernel, device, operands, cols, { parameters, operation: step.op });
  return { step, kernel: kernelName(kernel), operands, plan, prepareMs: performance.now() - start };
}
