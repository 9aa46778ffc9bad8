/** The sweep of the drift along the ids of a stand-in. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { modelled } from "../../../../experiments/metrics.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import {
  driftFacts,
  expectedAtDrifts,
  isDrifting,
  SWEPT,
} from "../../../../experiments/roc/partitioning/drift_sweep.ts";
import { tableGpus, tableGraph } from "../../../../experiments/roc/partitioning/partitioned_graphs.ts";
import { CostModel } from "../../../../graph/partitions/cost_model.ts";
import { vertexFeatures } from "../../../../graph/partitions/vertex_costs.ts";

const GRAPH = tableGraph(PROFILES.smoke), GPUS = tableGpus(PROFILES.smoke), WIDTH = 16;

Deno.test("less drift leaves equal vertices more even, by a model to which edges cost", async () => {
  const { graph } = await loadDataset(GRAPH.dataset), features = vertexFeatures(graph, [WIDTH]);
  const model = new CostModel([WIDTH]);
  for (let at = 0; at < 8; at++) {
    const range = features.range(WIDTH, 20 * at, 20 * at + 40 + at);
    model.add(0, { features: range, ms: range[1] });
  }
  model.fit();
  const expected = expectedAtDrifts(graph, model, { gpus: GPUS, seed: 1 });
  const of = (drift: 0 | 50 | 100) => expected[`equal_vertices_drift_${drift}`];
  assert.ok(of(0) < of(50) && of(50) < of(100), `${of(0)} ${of(50)} ${of(100)}`);
  assert.ok(of(0) < 1.1 && of(100) > 1.2);
  assert.ok(expected[SWEPT] < 1.1, "equal edges are even where edges cost");
});

Deno.test("only a stand-in whose ids drift is swept, and each training's model has a value of its own", async () => {
  assert.ok(isDrifting(await loadDataset(GRAPH.dataset)));
  assert.ok(!isDrifting(await loadDataset("reddit@1/1024")));
  assert.deepEqual(driftFacts([]), {});
  const { graph } = await loadDataset(GRAPH.dataset), features = vertexFeatures(graph, [WIDTH]);
  const expected = [1, 100].map((perVertex) => {
    const model = new CostModel([WIDTH]);
    for (let at = 0; at < 8; at++) {
      const range = features.range(WIDTH, 20 * at, 20 * at + 40 + at);
      model.add(0, { features: range, ms: perVertex * range[0] + range[1] });
    }
    model.fit();
    return expectedAtDrifts(graph, model, { gpus: GPUS, seed: 1 });
  });
  assert.notEqual(expected[0][SWEPT], expected[1][SWEPT]);
  assert.deepEqual(driftFacts(expected)[SWEPT], modelled(expected.map((own) => own[SWEPT])));
});
