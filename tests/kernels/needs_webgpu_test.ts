/**
 * Needs that kernels state against what their WGSL declares: a device is compared with the needs alone, and
 * the runtime does not check workgroup memory. With default parameters every kernel runs on the least that
 * WebGPU promises.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { NeighborSampling } from "../../graph/sampling/mod.ts";
import type { WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { prepareWebGpuSweep } from "../../hardware/webgpu/probes/memory_level.ts";
import { measureRoofline } from "../../hardware/webgpu/probes/roofline.ts";
import { planBlockMatrix } from "../../kernels/block_matrix/mod.ts";
import { smallProblems } from "../../kernels/checks/small_problems.ts";
import { idMaps } from "../../kernels/id_map/mod.ts";
import {
  kernelName,
  type KernelOn,
  type Needs,
  type ParameterValues,
  resolveParameters,
} from "../../kernels/kernel.ts";
import { operations } from "../../kernels/registry.ts";
import { stageKernel } from "../../kernels/staged_kernel.ts";
import {
  layerImportanceWebGpu,
  openSampler,
  randomWalkWebGpu,
  sortRowsWebGpu,
  uniformWebGpu,
} from "../../kernels/sampling/mod.ts";
import { wgslResources } from "../../tools/check_kernels/wgsl_resources.ts";
import { testOnAdapter } from "../hardware/webgpu/any_adapter.ts";
import { matrixOf } from "./spmm/plan_checks_webgpu.ts";

/** Limits that WebGPU gives a device which asks for none, and so those of the weakest GPU. */
const DEFAULT_LIMITS: Needs = { workgroupBytes: 16_384, workgroupInvocations: 256, storageBindings: 8 };
const RESOURCES = ["workgroupBytes", "workgroupInvocations", "storageBindings"] as const;

/** Most of each resource that the pipelines declare which `work` compiles. */
async function declaredBy(device: WebGpuDevice, work: () => Promise<unknown>): Promise<Needs> {
  device.pipelines.clear();
  await work();
  assert.ok(device.pipelines.size > 0);
  const declared = [...device.pipelines.keys()].map((key) => {
    const [entry, constants, source] = JSON.parse(key) as [string, [string, number][], string];
    return wgslResources({ entry, source, constants: Object.fromEntries(constants) });
  });
  const most = (resource: typeof RESOURCES[number]) => Math.max(...declared.map((each) => each[resource]));
  return {
    workgroupBytes: most("workgroupBytes"),
    workgroupInvocations: most("workgroupInvocations"),
    storageBindings: most("storageBindings"),
  };
}

function assertWithin(name: string, declared: Needs, limits: Needs): void {
  for (const resource of RESOURCES) {
    assert.ok(
      declared[resource] <= limits[resource],
      `${name} declares ${declared[resource]} ${resource}, not more than ${limits[resource]} wanted`,
    );
  }
}

testOnAdapter(
  "kernels of operations state what their WGSL declares, by default within any GPU",
  async (device) => {
    for (const operation of operations) {
      const problem = smallProblems[operation.id][0];
      for (const kernel of operation.kernels.filter(({ backend }) => backend === "webgpu")) {
        // A second shader of a fixed size is the larger one where the first is small.
        const small = "workgroup" in kernel.parameters ? [{ workgroup: 1 }] : [];
        for (const parameters of [{}, ...small]) {
          const declared = await declaredBy(device, async () => {
            (await stageKernel(device, problem, { operation, kernel, parameters })).destroy();
          });
          const needs = kernel.needs(resolveParameters(kernel, parameters), operation.width(problem));
          const name = `${operation.id}/${kernelName(kernel)} ${JSON.stringify(parameters)}`;
          assertWithin(name, declared, needs);
          assertWithin(name, declared, DEFAULT_LIMITS);
        }
      }
    }
  },
);

/** Kernels of samplers, by the names in which a device is told of their preparation. */
const SAMPLERS: readonly KernelOn<"webgpu", never>[] = [
  ...[uniformWebGpu, randomWalkWebGpu, layerImportanceWebGpu, sortRowsWebGpu],
  ...idMaps.filter((kernel) => kernel.backend === "webgpu"),
] as unknown as readonly KernelOn<"webgpu", never>[];

/** Samplings with every kernel that draws, and with parameters of the ID map beside the default. */
const SAMPLINGS: readonly NeighborSampling[] = [
  { kind: "uniform", fanouts: [3], seed: 1 },
  { kind: "random-walk", fanouts: [3], length: 3, walks: 4, seed: 1 },
  { kind: "layer-importance", layerSizes: [20], seed: 1 },
];

testOnAdapter(
  "samplers and ID maps state what their WGSL declares, by default within any GPU",
  async (device) => {
    const seen = new Set<string>(),
      guard = device.guard.bind(device),
      graph = matrixOf(100, 100, () => 5, true);
    const parameters = new Map<string, ParameterValues>();
    // Each kernel is prepared under a guard that names it.
    const watched: WebGpuDevice["guard"] = async (action, work) => {
      const kernel = SAMPLERS.find((each) => action === `prepare kernel "${kernelName(each)}"`)!;
      const prepared = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
      const declared = await declaredBy(device, async () => prepared.resolve(await guard(action, work)));
      const needs = kernel.needs(resolveParameters(kernel, parameters.get(kernel.id)), 0);
      for (const limits of [needs, DEFAULT_LIMITS]) assertWithin(kernelName(kernel), declared, limits);
      seen.add(kernelName(kernel));
      return await prepared.promise;
    };
    Object.defineProperty(device, "guard", { value: watched, configurable: true });
    try {
      for (const sampling of SAMPLINGS) {
        for (
          const idMap of idMaps.filter(({ backend }) => backend === "webgpu")
        ) {
          for (const idMapParameters of [{}, { workgroup: 1 }]) {
            parameters.set(idMap.id, idMapParameters);
            (await openSampler(device, { ...sampling, graph, maxSeeds: 10, idMap, idMapParameters }))
              .destroy();
          }
        }
      }
    } finally {
      Reflect.deleteProperty(device, "guard");
    }
    assert.deepEqual([...seen].sort(), SAMPLERS.map(kernelName).sort());
  },
);

testOnAdapter("matrices of blocks and probes, which state no needs, are within any GPU", async (device) => {
  const graph = matrixOf(100, 100, () => 5), idMap = idMaps.find(({ backend }) => backend === "webgpu")!;
  const sampler = await openSampler(device, { graph, maxSeeds: 10, idMap, fanouts: [3], seed: 1 });
  const kind = { diagonal: true, values: "gcn", transposed: true } as const;
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    "matrix of a block": async () => (await planBlockMatrix(device, sampler.blocks[0], kind)).plan.destroy(),
    "roofline": () => measureRoofline(device),
    "shared memory": async () => (await prepareWebGpuSweep(device, "shared"))!.destroy(),
    "second cache": async () => (await prepareWebGpuSweep(device, "l2"))!.destroy(),
  };
  for (const [name, work] of Object.entries(works)) {
    assertWithin(name, await declaredBy(device, work), DEFAULT_LIMITS);
  }
  sampler.destroy();
});
