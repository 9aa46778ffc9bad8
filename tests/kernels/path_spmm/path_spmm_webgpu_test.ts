import assert from "node:assert/strict";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { verifyKernel } from "../../../kernels/checks/verify_kernel.ts";
import { type ParameterValues, prepareKernel } from "../../../kernels/kernel.ts";
import { pathSpmm, type PathSpmmProblem } from "../../../kernels/path_spmm/mod.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { awkwardProblems, lopsidedGraph, pathProblem } from "./path_spmm_problem.ts";

const KERNELS = pathSpmm.kernels.filter((kernel) => kernel.backend === "webgpu");

async function assertRight(
  device: WebGpuDevice,
  kernel: typeof KERNELS[number],
  problem: PathSpmmProblem,
  parameters: ParameterValues = {},
) {
  const options = { seed: 1, parameters };
  const report = await verifyKernel({ operation: pathSpmm, kernel, device }, problem, options);
  assert.ok(report.ok, `${kernel.id}, width ${problem.width}: ${JSON.stringify(report)}`);
  assert.equal(device.ledger.live, 0, `${kernel.id} leaks`);
}

async function factsOf(device: WebGpuDevice, kernel: typeof KERNELS[number], problem: PathSpmmProblem) {
  const operands = pathSpmm.stage(device, problem);
  const plan = await prepareKernel(kernel, device, operands, problem.width);
  plan.destroy();
  pathSpmm.release(device, operands);
  assert.equal(device.ledger.live, 0, `${kernel.id} leaks`);
  return plan.facts!;
}

for (const kernel of KERNELS) {
  testOnAdapter(`${kernel.id}: every awkward path is right, at several widths`, async (device) => {
    for (const width of [1, 7, 16, 70]) {
      for (const [, problem] of awkwardProblems(width)) await assertRight(device, kernel, problem);
    }
  });

  testOnAdapter(`${kernel.id}: every group size is right`, async (device) => {
    const problem = pathProblem({ graph: lopsidedGraph(400, true), share: 0.3, hops: 2, width: 20 });
    for (const groupSize of [1, 2, 7, 32, 1024]) await assertRight(device, kernel, problem, { groupSize });
    await assertRight(device, kernel, problem, { groupSize: 3, dimWorkers: 2, workgroup: 33 });
  });

  testOnAdapter(`${kernel.id}: operands above the binding limit are cut and still right`, async (device) => {
    const problem = pathProblem({ graph: lopsidedGraph(400, true), share: 0.3, hops: 2, width: 40 });
    await assertRight(device, kernel, problem, { groupSize: 8 });
  }, { bindingBytes: 8_000 });
}

testOnAdapter("facts: the path has fewer groups than the graph, the mask has the graph's", async (device) => {
  const problem = pathProblem({ graph: lopsidedGraph(400, true), share: 0.05, hops: 1, width: 16 });
  const [all, mask, path] = [
    await factsOf(device, KERNELS[0], problem),
    await factsOf(device, KERNELS[1], problem),
    await factsOf(device, KERNELS[2], problem),
  ];
  assert.equal(mask.groups, all.groups);
  assert.ok(path.groups < all.groups && path.largest_group <= all.largest_group);
  assert.ok(path.edges === mask.edges && path.edges < all.edges);
  assert.ok(mask.edge_tests > mask.edges && path.edge_tests === 0);
  assert.ok(path.bytes_moved < mask.bytes_moved && mask.bytes_moved < all.bytes_moved);
});
