/**
 * The least that WebGPU promises: on a device of its default limits, without features, every kernel is right
 * with default parameters, and samplers draw what the host draws.
 *
 * @module
 */
import assert from "node:assert/strict";
import { neighborDraw, type NeighborSampling, sampleBatch } from "../../graph/sampling/mod.ts";
import { smallProblems } from "../../kernels/checks/small_problems.ts";
import { idMaps } from "../../kernels/id_map/mod.ts";
import { prepareKernel } from "../../kernels/kernel.ts";
import { operations } from "../../kernels/registry.ts";
import { openSampler } from "../../kernels/sampling/mod.ts";
import { mergeSplitWebGpu } from "../../kernels/spmm/merge_split/webgpu.ts";
import { verifyKernel } from "../../kernels/checks/verify_kernel.ts";
import { MissingError } from "../../platform/errors.ts";
import { testOnNewDevice } from "../hardware/webgpu/any_adapter.ts";
import { matrixOf } from "./spmm/plan_checks_webgpu.ts";

const DEFAULT = { defaultLimits: true };

testOnNewDevice("a device may be asked for nothing that WebGPU does not give every one", (device) => {
  const { memoryBytes: _, ...limits } = device.limits;
  assert.deepEqual(limits, {
    bindingBytes: 2 ** 27,
    storageBindings: 8,
    workgroupBytes: 16_384,
    workgroupInvocations: 256,
    workgroupsPerAxis: 65_535,
  });
  assert.equal(device.gpu.limits.maxBufferSize, 2 ** 28);
  for (const feature of ["timestamp-query", "subgroups"] as const) {
    assert.ok(!device.gpu.features.has(feature), feature);
  }
  assert.equal(device.timer, "wall-slope");
  return Promise.resolve();
}, DEFAULT);

testOnNewDevice("every kernel is right within the default limits", async (device) => {
  let checked = 0;
  for (const operation of operations) {
    for (const kernel of operation.kernels.filter(({ backend }) => backend === "webgpu")) {
      const problem = smallProblems[operation.id][0];
      const report = await verifyKernel({ operation, kernel, device }, problem, { seed: 1 });
      assert.ok(report.ok, `${operation.id}/${kernel.id}: ${JSON.stringify(report)}`);
      checked++;
    }
  }
  assert.ok(checked > operations.length);
}, DEFAULT);

testOnNewDevice("what needs more than the default limits says so", async (device) => {
  const needs = prepareKernel(mergeSplitWebGpu, device, {} as never, 16, { parameters: { broadcast: 8 } });
  await assert.rejects(needs, (error: Error) => {
    assert.ok(error instanceof MissingError);
    assert.equal(error.parts.current, "needs subgroups, the device has none");
    return true;
  });
}, DEFAULT);

const SAMPLINGS: readonly NeighborSampling[] = [
  { kind: "uniform", fanouts: [3, 4], seed: 1 },
  { kind: "random-walk", fanouts: [3, 4], length: 3, walks: 8, seed: 1 },
  { kind: "layer-importance", layerSizes: [60, 20], seed: 1 },
];

testOnNewDevice("samplers draw what the host draws within the default limits", async (device) => {
  const graph = matrixOf(500, 500, (row) => row % 9, true),
    batch = { batch: 1, seeds: Uint32Array.of(3, 9, 5) };
  const idMap = idMaps.find(({ id, backend }) => id === "three-step" && backend === "webgpu")!;
  for (const sampling of SAMPLINGS) {
    const sampler = await openSampler(device, { ...sampling, graph, maxSeeds: 3, idMap });
    sampler.begin(batch);
    sampler.run();
    assert.deepEqual(await sampler.read(), await sampleBatch(neighborDraw(graph, sampling), batch));
    sampler.destroy();
  }
}, DEFAULT);
