/** Check of a kernel on an emulated PC. @module */
import assert from "node:assert/strict";
import { poisonMatrix, readMatrix } from "../../../../../hardware/dense.ts";
import { checkOutput } from "../../../../../kernels/checks/check_output.ts";
import {
  type Kernel,
  kernelName,
  type ParameterValues,
  prepareKernel,
} from "../../../../../kernels/kernel.ts";
import type { Operation, StagedOperands } from "../../../../../kernels/operation.ts";
import { roundedProblem } from "../../../../../kernels/rounded_problem.ts";
import type { EmulatedDevice } from "./emulated_device.ts";

/** Runs a kernel on all problems over poison; every entry must be within its error bound. */
export async function assertRight<
  Problem,
  OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands },
>(
  device: EmulatedDevice,
  { operation, kernel, parameters = {} }: {
    readonly operation: Operation<Problem, OperandsOf>;
    readonly kernel: Kernel<OperandsOf>;
    readonly parameters?: ParameterValues;
  },
  problems: readonly Problem[],
): Promise<void> {
  const runs = [];
  // The PC is switched on once for all problems: nothing is read before the last one has its plan.
  for (const given of problems) {
    const problem = roundedProblem(operation, given, kernel.features);
    const operands = operation.stage(device, problem, kernel.features);
    const plan = await prepareKernel(kernel, device, operands, operation.width(problem), { parameters });
    poisonMatrix(device, operands.output);
    operation.restore?.(device, operands, problem);
    plan.run();
    runs.push({ problem, operands, plan });
  }
  for (const [i, { problem, operands, plan }] of runs.entries()) {
    const report = checkOutput(operation, problem, await readMatrix(device, operands.output), { seed: 1 });
    assert.ok(report.ok, `${operation.id} ${kernelName(kernel)}, problem ${i}: ${JSON.stringify(report)}`);
    assert.equal(report.checkedRows, operation.oracle.shape(problem).rows);
    plan.destroy();
    operation.release(device, operands);
  }
}
