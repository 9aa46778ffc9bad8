/** The sweep of the drift along the ids of a stand-in. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import { modelled } from "../../../../experiments/metrics.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import {
  driftedCuts,
  driftFacts,
  expectedAtDrifts,
  isDrifting,
  SWEPT,
} from "../../../../experiments/roc/partitioning/drift_sweep.ts";
import { partitionedTask } from "../../../../experiments/roc/partitioning/partition_learning.ts";
import { tableGraph } from "../../../../experiments/roc/partitioning/partitioned_graphs.ts";
import { CostModel } from "../../../../graph/partitions/cost_model.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { testLab } from "../../lab.ts";
import { tableGpus } from "../../../../experiments/roc/partitioning/gpu_workloads.ts";

const GRAPH = tableGraph(PROFILES.smoke), GPUS = tableGpus(PROFILES.smoke);
const dataset = await loadDataset(GRAPH.dataset);

/** Imbalances that a cost model expects whose cost of an edge is 1, and of a vertex `vertexCost`. */
async function expectedWith(vertexCost: number) {
  const lab: Lab = testLab(openWasmDevice({ threads: 1 }));
  try {
    const { features, layers } = await lab.once(partitionedTask, dataset, { graph: GRAPH });
    const model = new CostModel(layers.map(({ inputWidth }) => inputWidth));
    for (const [layer, { inputWidth }] of layers.entries()) {
      for (let at = 0; at < 8; at++) {
        const range = features.range(inputWidth, 20 * at, 20 * at + 40 + at);
        model.add(layer, { features: range, ms: vertexCost * range[0] + range[1] });
      }
    }
    model.fit();
    return expectedAtDrifts(await lab.once(driftedCuts, dataset, { graph: GRAPH, gpus: GPUS }), model);
  } finally {
    lab.device.close();
  }
}

Deno.test("less drift leaves equal vertices more even, by a model to which edges cost", async () => {
  const expected = await expectedWith(0);
  const of = (drift: 0 | 50 | 100) => expected[`equal_vertices_drift_${drift}`];
  assert.ok(of(0) < of(50) && of(50) < of(100), `${of(0)} ${of(50)} ${of(100)}`);
  assert.ok(of(0) < 1.1 && of(100) > 1.2);
  assert.ok(expected[SWEPT] < 1.1, "equal edges are even where edges cost");
});

Deno.test("only a stand-in whose ids drift is swept, and the median of what the models expect counts", async () => {
  assert.ok(isDrifting(dataset));
  assert.ok(!isDrifting(await loadDataset("reddit@1/1024")));
  assert.deepEqual(driftFacts([]), {});
  const expected = [await expectedWith(1), await expectedWith(1000), await expectedWith(100)];
  assert.ok(expected[1][SWEPT] > expected[0][SWEPT], "equal edges are uneven where vertices cost");
  const [, middle] = expected.map((own) => own[SWEPT]).sort((a, b) => a - b);
  assert.deepEqual(driftFacts(expected)[SWEPT], modelled(middle));
});
