import assert from "node:assert/strict";
import { memoryAwareWebGpu } from "../../../kernels/spmm/memory_aware/webgpu.ts";
import { naiveRegisterWebGpu } from "../../../kernels/spmm/naive_register/webgpu.ts";
import { naiveRmwWebGpu } from "../../../kernels/spmm/naive_rmw/webgpu.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { checkPlan, COMMON_CASES, matrixOf } from "./plan_checks_webgpu.ts";

const KERNELS = [naiveRmwWebGpu, naiveRegisterWebGpu, memoryAwareWebGpu];

for (const kernel of KERNELS) {
  for (const [criterion, check] of Object.entries(COMMON_CASES)) {
    testOnAdapter(`${kernel.id}: ${criterion}`, (device) => check(device, kernel));
  }
}

testOnAdapter("every size of block of targets and features is right", async (device) => {
  const matrix = matrixOf(100, 200, (row) => row === 50 ? 200 : row % 70);
  for (const kernel of KERNELS) {
    for (const [targets, features] of [[1, 1], [3, 5], [32, 8], [4, 64]]) {
      await checkPlan(device, kernel, { matrix, width: 21 }, { parameters: { targets, features } });
    }
  }
  for (const chunk of [33, 64]) {
    await checkPlan(device, memoryAwareWebGpu, { matrix, width: 40 }, { parameters: { chunk } });
  }
});

testOnAdapter("more than 65,535 workgroups are folded into a second axis", async (device) => {
  const matrix = matrixOf(70_001, 100, (row) => row % 3);
  const parameters = { targets: 1, features: 4 };
  for (const kernel of KERNELS) await checkPlan(device, kernel, { matrix, width: 4 }, { parameters });
});

testOnAdapter("operands above the binding limit are cut into panels and chunks", async (device) => {
  for (const kernel of KERNELS) {
    const matrix = matrixOf(300, 400, (row) => row === 7 ? 400 : row % 50);
    const { facts } = await checkPlan(device, kernel, { matrix, width: 50 });
    assert(facts.chunks > 1 && facts.dispatches > facts.chunks, JSON.stringify(facts));
    await checkPlan(device, kernel, { matrix: matrixOf(60, 250, () => 30), width: 70 });
    await checkPlan(device, kernel, { matrix: matrixOf(250, 60, () => 6, false), width: 70 });
    await checkPlan(device, kernel, { matrix: matrixOf(1000, 16, (row) => row % 2), width: 1 });
  }
}, { bindingBytes: 16_000 });

testOnAdapter("rows with more work than one dispatch may have are continued by the next", async (device) => {
  Object.assign(device, { dispatchWork: 1000 });
  for (const kernel of KERNELS) {
    const matrix = matrixOf(9, 700, (row) => row % 2 === 0 ? 600 + row : 3);
    const { facts } = await checkPlan(device, kernel, { matrix, width: 8 });
    assert(facts.chunks === 1 && facts.dispatches > 20, JSON.stringify(facts));
  }
});

testOnAdapter(
  "a block asks for workgroup memory as in the paper, with the weights cut to a chunk",
  async (device) => {
    const { workgroupBytes, workgroupInvocations } = memoryAwareWebGpu.needs(
      { targets: 8, features: 32, chunk: 32 },
      64,
    );
    assert.equal(workgroupBytes, 4 * 8 * 32 + 4 * 8 * 32);
    assert.equal(workgroupInvocations, 256);
    // No present device has 32 x 64 invocations per workgroup, so the kernel must be refused.
    await assert.rejects(() =>
      checkPlan(device, naiveRmwWebGpu, { matrix: matrixOf(4, 4, () => 2), width: 4 }, {
        parameters: { targets: 32, features: 64 },
      })
    );
  },
);
