import assert from "node:assert/strict";
import { MiniBatchCheck } from "../../../../experiments/trials/mini_batches/mini_batch_check.ts";
import { loadDataset } from "../../../../datasets/load.ts";
import { neighborDraw } from "../../../../graph/sampling/mod.ts";
import type { CsrMatrix } from "../../../../graph/csr.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { CheckReport } from "../../../../kernels/checks/check_report.ts";
import { hostSampler, miniBatchData, MiniBatchTrainer } from "../../../../training/mini_batch/mod.ts";
import { gcn } from "../../../../training/models/gcn.ts";
import { adam } from "../../../../training/optimizers/adam.ts";
import { vertexData } from "../../../../training/vertex_data.ts";

/** Report of a training whose check believes another graph, other features or other iterations. */
async function report(
  believed: {
    readonly graph?: (graph: CsrMatrix) => CsrMatrix;
    readonly features?: (values: Float32Array) => Float32Array;
    readonly iterations?: readonly number[];
  } = {},
  steps = 2,
): Promise<CheckReport> {
  const device = openWasmDevice({ threads: 2 });
  try {
    const { graph = (own) => own, features: changed = (own) => own, iterations = [1, 2] } = believed;
    const dataset = await loadDataset("reddit@1/2048"), seed = 1;
    const data = miniBatchData(await vertexData(dataset, { seed, randomWidth: 8 }));
    const values = changed(Float32Array.from(data.features.values));
    const check = new MiniBatchCheck(device, {
      graph: graph(dataset.graph),
      features: { ...data.features, values },
      iterations,
      seed,
    });
    const trainer = new MiniBatchTrainer(device, data, {
      layers: gcn({ classes: data.classes, hidden: 8 }),
      aggregation: "gcn",
      optimizer: adam(),
      batchSize: 16,
      seed,
      sampler: check.sampler(hostSampler(neighborDraw(dataset.graph, { fanouts: [3, 4], seed }))),
      ...check.hooks,
    });
    for (let step = 0; step < steps; step++) await trainer.next();
    trainer.close();
    return check.report;
  } finally {
    device.close();
  }
}

Deno.test("a training that is right has a check of its samples, features and steps", async () => {
  const all = await report(), samples = await report({ iterations: [] });
  assert.ok(all.ok && all.relErr > 0 && all.relErr <= all.tolerance);
  assert.ok(samples.ok && samples.checkedRows > 0 && samples.checkedRows < all.checkedRows);
});

Deno.test("other neighbours, other features, and nothing checked are wrong", async () => {
  const strangers = await report({
    graph: (graph) => ({ ...graph, colIdx: graph.colIdx.map((neighbor) => neighbor + 1) }),
  });
  const features = await report({ features: (values) => values.map((value) => value + 1) });
  const later = await report({ features: (values) => values.map((value) => value + 1), iterations: [2] });
  const nothing = await report({}, 0);
  assert.deepEqual([strangers.ok, features.ok, later.ok, nothing.ok], [false, false, false, false]);
  assert.ok(strangers.worst && features.worst && later.worst);
});
