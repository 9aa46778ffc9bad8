import assert from "node:assert/strict";
import type { Device } from "../../../hardware/device.ts";
import { type Kernel, kernelName, prepareKernel } from "../../../kernels/kernel.ts";
import type { Operation, StagedOperands } from "../../../kernels/operation.ts";
import { pathSpmm } from "../../../kernels/path_spmm/mod.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { SpmmOperands } from "../../../kernels/spmm/spmm.ts";
import { UsageError } from "../../../platform/errors.ts";
import { testOnBoth } from "../every_backend.ts";
import { lopsidedGraph, pathProblem } from "../path_spmm/path_spmm_problem.ts";
import { randomProblem } from "./spmm_problem.ts";

/**
 * Prepares every kernel of the device's backend with an X or Y that lacks a row or a vector of columns, which
 * must be refused.
 */
async function refuses<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  device: Device,
  operation: Operation<Problem, OperandsOf>,
  problem: Problem,
): Promise<void> {
  const operands = operation.stage(device, problem) as unknown as SpmmOperands;
  const { x, y } = operands;
  for (const kernel of operation.kernels.filter(({ backend }) => backend === device.backend)) {
    for (
      const wrong of [
        { x: { ...x, rows: x.rows - 1 } },
        { y: { ...y, rows: y.rows - 1 } },
        { x: { ...x, cols: x.cols - 4 } },
      ]
    ) {
      const changed = { ...operands, ...wrong } as unknown as OperandsOf["wasm"];
      await assert.rejects(
        () => prepareKernel(kernel as Kernel<OperandsOf>, device, changed, y.cols),
        UsageError,
        `${kernelName(kernel)} ${JSON.stringify(Object.keys(wrong))}`,
      );
    }
  }
  operation.release(device, operands as unknown as OperandsOf["wasm"]);
}

testOnBoth("every sparse product refuses operands of other shapes than the matrix's", async (device) => {
  await refuses(device, spmm, randomProblem({ rows: 30, cols: 20, width: 8, entries: () => 3 }));
  await refuses(
    device,
    pathSpmm,
    pathProblem({ graph: lopsidedGraph(50, true), share: 0.3, hops: 1, width: 8 }),
  );
});
