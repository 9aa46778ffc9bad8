/**
 * Test of the policy that a training on mini-batches takes where none is named.
 *
 * @module
 */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { bestPolicy } from "../../../../experiments/trials/mini_batches/best_policy.ts";
import { miniBatchTrial } from "../../../../experiments/trials/mini_batches/mini_batch_trial.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { LoadingDevice } from "../../../../training/feature_loading/mod.ts";
import { miniBatchData } from "../../../../training/mini_batch/mod.ts";
import { graphSage } from "../../../../training/models/graph_sage.ts";
import { vertexData } from "../../../../training/vertex_data.ts";
import { testLab } from "../../lab.ts";

Deno.test("an epoch by the chosen policy is right, and copies no features", async () => {
  const dataset = await loadDataset("reddit@1/2048"), { graph } = dataset;
  const data = miniBatchData(await vertexData(dataset, { seed: 1, randomWidth: 8 }));
  const layers = graphSage({ classes: data.classes, hidden: 8 });
  const device = openWasmDevice({ threads: 2 });
  const options = { graph, data, layers, aggregation: "mean" as const, fanouts: [3, 4], batchSize: 16 };
  const copied = async (policy?: ReturnType<typeof bestPolicy>) => {
    const prepared = await (await miniBatchTrial(testLab(device), { ...options, ...(policy && { policy }) }))
      .prepare();
    try {
      const report = await prepared.check();
      assert.ok(report.ok && report.checkedRows > 0, JSON.stringify(report));
      await prepared.recheck(7);
      return (await prepared.breakdown!()).facts as Record<string, number>;
    } finally {
      prepared.destroy();
    }
  };
  try {
    const chosen = bestPolicy(device, data.features);
    assert.equal((await copied(chosen)).loaded_bytes, 0);
    assert.ok((await copied({ ...chosen, loading: { match: true } })).loaded_bytes > 0);
    await copied();
  } finally {
    device.close();
  }
});

Deno.test("a GPU numbers vertices by Fused-Map and copies rows, threads number them in groups and copy none that fit", () => {
  const features = { rows: 100, width: 16 },
    roomy = { memoryBytes: 2 ** 20, bindingBytes: 2 ** 20 },
    tight = { memoryBytes: 2 ** 10, bindingBytes: 2 ** 10 };
  const policy = (backend: LoadingDevice["backend"], limits: LoadingDevice["limits"]) => {
    const { idMap, loading } = bestPolicy({ backend, limits }, features);
    return [idMap, loading.match, "cached" in loading ? loading.cached?.length : undefined];
  };
  for (const limits of [roomy, tight]) {
    assert.deepEqual(policy("webgpu", limits), ["fused-map", true, undefined]);
  }
  for (const backend of ["wasm", "x86"] as const) {
    assert.deepEqual(policy(backend, roomy), ["fused-map-grouped", false, features.rows]);
    assert.deepEqual(policy(backend, tight), ["fused-map-grouped", true, undefined]);
  }
});
