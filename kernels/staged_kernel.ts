/**
 * Kernel prepared on operands of its own: staged, prepared, run, checked and released as one object.
 *
 * @module
 */
import type { Device } from "../hardware/device.ts";
import { hostDigest as digestOf } from "./checks/host_digest.ts";
import { type Kernel, kernelName, type ParameterValues, prepareKernel } from "./kernel.ts";
import type { AnyOperandsOf, OperationDefinition } from "./operation.ts";
import { roundedProblem } from "./rounded_problem.ts";
import type { StagedPlan } from "./staged_plan.ts";

/** Operands that another owner staged, and the way to return them. */
export interface LentOperands<Operands> {
  /** Operands that hold the problem. */
  readonly operands: Operands;
  /** Returns the operands to their owner, who frees them. */
  giveBack(): void;
}

/** Options of {@linkcode stageKernel}. */
export interface StagedKernelOptions<
  Problem,
  OperandsOf extends AnyOperandsOf,
  Of extends OperationDefinition<Problem, OperandsOf>,
> {
  /** Operation to compute. */
  readonly operation: Of;
  /** Kernel of the operation, on the device's backend. */
  readonly kernel: Kernel<OperandsOf>;
  /** Values of the kernel's parameters; defaults where left out. */
  readonly parameters?: ParameterValues;
  /** Operands to use instead of newly staged ones. */
  readonly lent?: LentOperands<OperandsOf["wasm"] | OperandsOf["webgpu"]>;
  /**
   * Digest of the problem's arrays, taken before any kernel was prepared on them; when absent, the arrays are
   * not compared. Of rounded inputs the digest is taken as they are made.
   */
  readonly hostDigest?: string;
}

/** Prepared kernel and its operands. */
export interface StagedKernel<
  Problem,
  OperandsOf extends AnyOperandsOf,
  Of extends OperationDefinition<Problem, OperandsOf>,
> extends StagedPlan<Problem, OperandsOf> {
  /** Operation that the kernel computes. */
  readonly operation: Of;
  /** The problem as the operands hold it: its dense inputs rounded where the kernel reads few bits. */
  readonly problem: Problem;
  /**
   * Time of the kernel's preparation in milliseconds: without staging, unless that packs inputs into a format
   * of fewer bits, which no caller has them in.
   */
  readonly prepareMs: number;
  /** Facts about the preparation: groups, tiles, dispatches, bytes. */
  readonly facts: Readonly<Record<string, number>>;
  /** Frees the plan, and the operands unless they are lent. */
  destroy(): void;
}

/**
 * Stages a problem's operands and prepares a kernel on them.
 *
 * @throws {MissingError} where the device lacks what the kernel needs.
 * @throws {OutOfMemoryError} where something does not fit; nothing stays allocated.
 * @example
 * ```ts
 * import {
 *   checkPlan,
 *   csrFromEdges,
 *   findKernel,
 *   openWasmDevice,
 *   randomFeatures,
 *   spmm,
 *   stageKernel,
 * } from "gnn-repro";
 * import type { Kernel, SpmmOperandsOf, SpmmProblem } from "gnn-repro";
 * const source = Uint32Array.of(0, 1), target = Uint32Array.of(1, 2);
 * const matrix = csrFromEdges({ vertices: 3, source, target, symmetrise: true });
 * const device = openWasmDevice({ threads: 1 });
 * const kernel = findKernel("spmm", "row-split", "wasm") as Kernel<SpmmOperandsOf>;
 * const problem: SpmmProblem = { matrix, features: randomFeatures(3, 8, 1), width: 8 };
 * const staged = await stageKernel(device, problem, { operation: spmm, kernel });
 * const { ok } = await checkPlan(device, staged, { seed: 1 });
 * staged.destroy();
 * device.close();
 * if (!ok) throw new Error("equals the oracle");
 * ```
 */
export async function stageKernel<
  Problem,
  OperandsOf extends AnyOperandsOf,
  Of extends OperationDefinition<Problem, OperandsOf>,
>(
  device: Device,
  problem: Problem,
  options: StagedKernelOptions<Problem, OperandsOf, Of>,
): Promise<StagedKernel<Problem, OperandsOf, Of>> {
  const { operation, kernel, parameters = {} } = options;
  const held = roundedProblem(operation, problem, kernel.features);
  const isGiven = held === problem || options.hostDigest === undefined;
  const hostDigest = isGiven ? options.hostDigest : digestOf(held);
  const packing = performance.now();
  const { operands, giveBack } = options.lent ?? stageOwn(device, options, held);
  try {
    const started = kernel.features === undefined ? performance.now() : packing;
    const plan = await prepareKernel(
      kernel,
      device,
      operands,
      operation.width(problem),
      { parameters, operation: operation.id },
    );
    return {
      name: `${operation.id}/${kernelName(kernel)}`,
      operation,
      problem: held,
      operands,
      prepareMs: performance.now() - started,
      facts: plan.facts ?? {},
      shared: options.lent !== undefined,
      ...(hostDigest !== undefined && { hostDigest }),
      run: () => plan.run(),
      destroy: () => {
        plan.destroy();
        giveBack();
      },
    };
  } catch (error) {
    giveBack();
    throw error;
  }
}

function stageOwn<Problem, OperandsOf extends AnyOperandsOf>(
  device: Device,
  { operation, kernel: { features } }: {
    readonly operation: OperationDefinition<Problem, OperandsOf>;
    readonly kernel: Kernel<OperandsOf>;
  },
  problem: Problem,
): LentOperands<OperandsOf["wasm"] | OperandsOf["webgpu"]> {
  const operands = operation.stage(device, problem, features);
  return { operands, giveBack: () => operation.release(device, operands) };
}
