import assert from "node:assert/strict";
import { neighborDraw, type NeighborSampling, sampleBatch, sampledEdges } from "../../graph/sampling/mod.ts";
import type { WasmDevice } from "../../hardware/cpu/device.ts";
import { smallProblems } from "../../kernels/checks/small_problems.ts";
import { verifyKernel } from "../../kernels/checks/verify_kernel.ts";
import { idMaps } from "../../kernels/id_map/mod.ts";
import { kernelsOn } from "../../kernels/backend_kernels.ts";
import { kernelName } from "../../kernels/kernel.ts";
import type { Operation } from "../../kernels/operation.ts";
import { operations } from "../../kernels/registry.ts";
import { openSampler } from "../../kernels/sampling/mod.ts";
import { indices } from "../../platform/indices.ts";
import { graphOf } from "../graph/graph_fixture.ts";
import { testOnThreads } from "../hardware/cpu/threads.ts";
import { guardArena } from "./guarded_arena.ts";

/** Checks every kernel of an operation on its small problems. */
async function assertWithin<Problem>(
  device: WasmDevice,
  // deno-lint-ignore no-explicit-any
  operation: Operation<Problem, any>,
  problems: readonly Problem[],
): Promise<void> {
  for (const kernel of kernelsOn(operation.kernels, "wasm")) {
    for (const problem of problems) {
      const report = await verifyKernel({ operation, kernel, device }, problem, { seed: 1 });
      assert.ok(report.ok, `${operation.id} ${kernelName(kernel)}: ${JSON.stringify(report)}`);
    }
  }
}

testOnThreads(
  "kernels of WebAssembly write nothing behind a buffer, and find none cleared",
  async (device) => {
    using _ = guardArena(device);
    for (const operation of operations) await assertWithin(device, operation, smallProblems[operation.id]);
  },
);

/** Sources of every vertex. */
const DEGREE = 12;

/** Samplings of fewer neighbours than a vertex has, whose draws fill whole vectors, and of all. */
const SAMPLINGS: readonly NeighborSampling[] = [
  ...[[4, 8], [8, 4], [3, DEGREE]].map((fanouts) => ({ fanouts, seed: 7 })),
  { kind: "random-walk", fanouts: [4, 8], seed: 7, length: 4, walks: 4 },
  { kind: "layer-importance", layerSizes: [512, 300], seed: 7 },
];

testOnThreads(
  "samplers of WebAssembly write nothing behind a buffer, and find none cleared",
  async (device) => {
    using _ = guardArena(device);
    const vertices = 600, batch = { seeds: indices(512), batch: 3 };
    const ends = Array.from(
      indices(DEGREE * vertices),
      (e) => [e % vertices, Math.floor(e / DEGREE)] as const,
    );
    const graph = graphOf(vertices, ends);
    for (const sampling of SAMPLINGS) {
      const wanted = await sampleBatch(neighborDraw(graph, sampling), batch);
      for (const idMap of kernelsOn(idMaps, "wasm")) {
        const sampler = await openSampler(device, {
          ...sampling,
          graph,
          maxSeeds: batch.seeds.length,
          idMap,
        });
        sampler.begin(batch);
        sampler.run();
        const sampled = await sampler.read();
        assert.equal(sampledEdges(sampled), sampledEdges(wanted));
        if (idMap.id === "three-step") assert.deepEqual(sampled, wanted);
        sampler.destroy();
      }
    }
  },
);
