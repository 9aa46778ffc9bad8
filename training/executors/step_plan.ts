/**
 * A step with the kernel that is prepared for it.
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

/** A step and the kernel that was prepared for it. */
export interface StepPlan {
  /** The step. */
  readonly step: Step;
  /** Name of the kernel: `row-split@wasm`. */
  readonly kernel: string;
  /** Operands that the kernel was prepared with. */
  readonly operands: StagedOperands;
  /** Runs the kernel. */
  readonly plan: Plan;
  /** Milliseconds that preparing it took. */
  readonly prepareMs: number;
}

/** Where and by which kernels steps are prepared. */
export interface StepPlanOptions {
  /** The kernels that are not to be the best known ones. */
  readonly kernels: KernelChoices;
  /** Where tensors, indices and control words are. */
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
  const plan = await prepareKernel(kernel, device, operands, cols, parameters, step.op);
  return { step, kernel: kernelName(kernel), operands, plan, prepareMs: performance.now() - start };
}
