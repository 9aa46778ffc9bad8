/**
 * A whole check of one kernel on one problem.
 *
 * @module
 */
import type { Device } from "../hardware/device.ts";
import type { CheckOptions, CheckReport } from "./check.ts";
import { hostDigest } from "./host_digest.ts";
import type { Kernel, ParameterValues } from "./kernel.ts";
import type { Operation, StagedOperands } from "./operation.ts";
import { stageKernel } from "./staged_kernel.ts";
import { checkPlan } from "./staged_plan.ts";

/**
 * Stages a problem, prepares a kernel, poisons the output with NaN, runs once, compares output and inputs, and releases.
 *
 * @throws {WrongResultError} where the kernel writes to an input.
 * @throws {ReproError} what staging, preparing or comparing throws; a wrong result is a report, not an error.
 */
export async function verifyKernel<
  Problem,
  OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands },
>(
  { operation, kernel, device }: {
    readonly operation: Operation<Problem, OperandsOf>;
    readonly kernel: Kernel<OperandsOf>;
    readonly device: Device;
  },
  problem: Problem,
  options: CheckOptions & { readonly parameters?: ParameterValues },
): Promise<CheckReport> {
  const { parameters = {}, ...bounds } = options;
  const before = hostDigest(problem);
  const staged = await stageKernel(device, problem, { operation, kernel, parameters, hostDigest: before });
  try {
    return await checkPlan(device, staged, bounds);
  } finally {
    staged.destroy();
  }
}
