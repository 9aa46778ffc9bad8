/**
 * Operands of a plan under a check: poisoned, written, and compared with what they should hold.
 *
 * @module
 */
import { type DeviceMatrix, firstDifference, poisonMatrix, writeMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { type ErrorParts, WrongResultError } from "../../platform/errors.ts";
import type { AnyOperandsOf } from "../operation.ts";
import type { StagedPlan, TimedPlan } from "../staged_plan.ts";
import { hostDigest } from "./host_digest.ts";

/** Error of a plan whose times would not count. */
export function wrongPlan(name: string, parts: Omit<ErrorParts, "action">): WrongResultError {
  return new WrongResultError({ action: `time "${name}"`, ...parts });
}

/** Matrix that a plan writes its result to. */
export function resultOf<Problem, OperandsOf extends AnyOperandsOf>(
  { result, operands }: StagedPlan<Problem, OperandsOf>,
): DeviceMatrix {
  return result ?? operands.output;
}

/** Fills the result with NaN; where the operation works in place, writes the problem's numbers again. */
export function poisonResult<Problem, OperandsOf extends AnyOperandsOf>(
  device: Device,
  plan: StagedPlan<Problem, OperandsOf>,
  problem: Problem,
): void {
  if (plan.operation.restore) plan.operation.restore(device, plan.operands, problem);
  else poisonMatrix(device, resultOf(plan));
}

/** Executes plans once and waits. */
export async function execute(
  device: Device,
  plans: readonly { name: string; run(): void }[],
): Promise<void> {
  if (plans.length === 0) return;
  await device.guard(`run kernel "${plans[0].name}"`, async () => {
    for (const plan of plans) plan.run();
    await device.finish();
  });
}

/** Writes the inputs of a problem into the operands of a plan. */
export function writeInputs<Problem, OperandsOf extends AnyOperandsOf>(
  device: Device,
  { operation, operands }: TimedPlan<Problem, OperandsOf>,
  problem: Problem,
): void {
  for (const input of operation.inputs) writeMatrix(device, input.matrix(operands), input.numbers(problem));
}

/** Compares the inputs on the device with the staged ones. Throws {@linkcode WrongResultError}. */
export async function assertInputs<Problem, OperandsOf extends AnyOperandsOf>(
  device: Device,
  { name, operation, operands }: StagedPlan<Problem, OperandsOf>,
  problem: Problem,
): Promise<void> {
  for (const input of operation.inputs ?? []) {
    const place = await firstDifference(device, input.matrix(operands), input.numbers(problem));
    if (place === undefined) continue;
    const { row, col, got, wanted } = place;
    throw wrongPlan(name, {
      current: `${input.name}[${row}, ${col}] overwritten with ${got}`,
      wanted: `${wanted}, as it was given`,
      next: "make the kernel write to its output alone",
    });
  }
}

/**
 * Compares the arrays on the host with their digest from before the kernel was prepared.
 *
 * @throws {WrongResultError} where they differ.
 */
export function assertHost<Problem, OperandsOf extends AnyOperandsOf>(
  { name, problem, hostDigest: before }: StagedPlan<Problem, OperandsOf>,
): void {
  if (before === undefined || hostDigest(problem) === before) return;
  throw wrongPlan(name, {
    current: "arrays of the problem on the host that have changed since the kernel was prepared",
    wanted: "the same bytes",
    next: "make the kernel copy what it reorders",
  });
}
