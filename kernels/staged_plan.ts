/**
 * Plan together with its inputs, so that it can be checked before it is timed and again afterwards: a time
 * counts only if the plan is correct in its last call as in its first, in its own buffers and on fresh
 * inputs.
 *
 * @module
 */
import { type DeviceMatrix, readMatrix } from "../hardware/dense.ts";
import type { Device } from "../hardware/device.ts";
import { type CheckOptions, checkOutput, type CheckReport } from "./check.ts";
import { assertHost, assertInputs, execute, poisonResult, resultOf } from "./checks/plan_operands.ts";
import type { AnyOperandsOf, Operation, TimedOperation } from "./operation.ts";

/** Plan, its operands and the problem that they hold. */
export interface StagedPlan<Problem, OperandsOf extends AnyOperandsOf> {
  /** Name of the kernel, for messages. */
  readonly name: string;
  /** Operation that the plan computes. */
  readonly operation: Operation<Problem, OperandsOf>;
  /** Problem that the operands hold. */
  readonly problem: Problem;
  /** Operands on the device. */
  readonly operands: OperandsOf["wasm"] | OperandsOf["webgpu"];
  /** Matrix of the result; the operands' own output when absent. */
  readonly result?: DeviceMatrix;
  /**
   * Digest {@linkcode hostDigest} of the problem before the kernel was prepared; when absent, arrays on the
   * host are not compared.
   */
  readonly hostDigest?: string;
  /** Whether other plans read the same operands. */
  readonly shared?: boolean;
  /** Encodes one execution. */
  run(): void;
}

/** Plan of an operation whose inputs can be drawn anew. */
export interface TimedPlan<Problem, OperandsOf extends AnyOperandsOf>
  extends StagedPlan<Problem, OperandsOf> {
  /** Operation that the plan computes. */
  readonly operation: TimedOperation<Problem, OperandsOf>;
}

/**
 * Checks a plan: poisons the output with NaN, executes once, compares the result with the oracle's, and the
 * inputs with the staged ones.
 *
 * @throws {WrongResultError} where an input was written to; a wrong result is a report, not an error.
 * @throws {ReproError} any error of the kernel or {@linkcode checkOutput}.
 */
export async function checkPlan<Problem, OperandsOf extends AnyOperandsOf>(
  device: Device,
  plan: StagedPlan<Problem, OperandsOf>,
  options: CheckOptions,
): Promise<CheckReport> {
  poisonResult(device, plan, plan.problem);
  await execute(device, [plan]);
  await assertInputs(device, plan, plan.problem);
  assertHost(plan);
  return checkOutput(plan.operation, plan.problem, await readMatrix(device, resultOf(plan)), options);
}
