/** Kernels as they are emitted for AVX-512, which few machines have, on an emulated PC. @module */
import assert from "node:assert/strict";
import { poisonMatrix, readMatrix } from "../../../../../hardware/dense.ts";
import { kernelsOn } from "../../../../../kernels/backend_kernels.ts";
import { checkOutput } from "../../../../../kernels/check.ts";
import { gemm } from "../../../../../kernels/gemm/mod.ts";
import { type Kernel, kernelName, prepareKernel } from "../../../../../kernels/kernel.ts";
import type { Operation, StagedOperands } from "../../../../../kernels/operation.ts";
import { spmm } from "../../../../../kernels/spmm/mod.ts";
import { FORMS, randomGemm } from "../../../../kernels/gemm/gemm_problem.ts";
import { randomProblem } from "../../../../kernels/spmm/spmm_problem.ts";
import { type EmulatedDevice, testOnEmulated } from "./emulated_device.ts";

/** Runs a kernel on all problems over poison; every entry must be within its error bound. */
async function assertRight<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  device: EmulatedDevice,
  { operation, kernel }: {
    readonly operation: Operation<Problem, OperandsOf>;
    readonly kernel: Kernel<OperandsOf>;
  },
  problems: readonly Problem[],
): Promise<void> {
  const runs = [];
  // The PC is switched on once for all problems: nothing is read before the last one has its plan.
  for (const problem of problems) {
    const operands = operation.stage(device, problem);
    const plan = await prepareKernel(kernel, device, operands, operation.width(problem));
    poisonMatrix(device, operands.output);
    plan.run();
    runs.push({ problem, operands, plan });
  }
  for (const [i, { problem, operands, plan }] of runs.entries()) {
    const report = checkOutput(operation, problem, await readMatrix(device, operands.output), { seed: 1 });
    assert.ok(report.ok, `problem ${i}: ${JSON.stringify(report)}`);
    assert.equal(report.checkedRows, operation.oracle.shape(problem).rows);
    plan.destroy();
    operation.release(device, operands);
  }
}

// The additions of the groups' sums are WebAssembly.
for (const kernel of kernelsOn(spmm.kernels, "x86").filter(({ id }) => id !== "neighbor-group-fixed")) {
  testOnEmulated(`${kernelName(kernel)} is right at every kind of width`, async (device) => {
    const problems = [1, 4, 12, 16, 17, 60, 64, 100, 130, 300].map((width) =>
      randomProblem({
        rows: 30,
        cols: 40,
        width,
        weighted: width % 3 > 0,
        entries: (row) => row % 7 === 3 ? 35 : row % 5,
      })
    );
    await assertRight(device, { operation: spmm, kernel }, problems);
  });
}

for (const kernel of kernelsOn(gemm.kernels, "x86")) {
  testOnEmulated(`${kernelName(kernel)} is right in every form`, async (device) => {
    // The blocked kernel adds the shares of a transposed product in WebAssembly.
    const forms = FORMS.filter((form) => form !== "tn" || kernel.id !== "blocked");
    const problems = forms.flatMap((form) =>
      [1, 16, 33, 64, 100].map((cols) => randomGemm(21, 37, { cols, form }))
    );
    await assertRight(device, { operation: gemm, kernel }, problems);
  });
}
