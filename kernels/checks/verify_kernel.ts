/**
 * Complete check of one kernel on one problem.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import type { CheckOptions } from "./check_output.ts";
import type { CheckReport } from "./check_report.ts";
import { hostDigest } from "./host_digest.ts";
import type { Kernel, ParameterValues } from "../kernel.ts";
import type { AnyOperandsOf, OperationDefinition } from "../operation.ts";
import { stageKernel } from "../staged_kernel.ts";
import { checkPlan } from "./plan_check.ts";

/**
 * Checks a kernel on a problem: stages the problem, prepares the kernel, poisons the output with NaN, runs
 * once, compares output and inputs, and releases all memory.
 *
 * @throws {WrongResultError} where the kernel writes to an input.
 * @throws {ReproError} any error of staging, preparing or comparing; a wrong result is a report, not an
 * error.
 * @example
 * ```ts
 * import { csrFromEdges, findKernel, openWasmDevice, randomFeatures, spmm, verifyKernel } from "gnn-repro";
 * import type { Kernel, SpmmOperandsOf, SpmmProblem } from "gnn-repro";
 * const source = Uint32Array.of(0, 1), target = Uint32Array.of(1, 2);
 * const matrix = csrFromEdges({ vertices: 3, source, target, symmetrise: true });
 * const device = openWasmDevice({ threads: 1 });
 * const kernel = findKernel("spmm", "row-split", "wasm") as Kernel<SpmmOperandsOf>;
 * const problem: SpmmProblem = { matrix, features: randomFeatures(3, 8, 1), width: 8 };
 * const { ok, checkedRows } = await verifyKernel({ operation: spmm, kernel, device }, problem, { seed: 1 });
 * if (!ok || checkedRows !== 3) throw new Error("all rows are right");
 * device.close();
 * ```
 */
export async function verifyKernel<Problem, OperandsOf extends AnyOperandsOf>(
  { operation, kernel, device }: {
    readonly operation: OperationDefinition<Problem, OperandsOf>;
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
