/**
 * Counts of what contradicts roc on its cost model and cuts: a wrong feature, a gap or an uneven cut shows.
 * @module
 */
import assert from "node:assert/strict";
import {
  boundaryCounts,
  costCounts,
  featureCounts,
  featuresOfVertex,
} from "../../../../experiments/roc/cost_model/cost_model_counts.ts";
import { CostModel } from "../../../../graph/partitions/cost_model.ts";
import { FeaturePrefixes, vertexFeatures } from "../../../../graph/partitions/vertex_costs.ts";
import { graphOf, plantedGraph } from "../../../graph/graph_fixture.ts";

const GRAPH = plantedGraph({ vertices: 300, community: 60, edges: 4000, inside: 0.9, seed: 3 });
const FEATURES = vertexFeatures(GRAPH, [48, 20]);

/** Weights of the second layer, milliseconds a unit of each feature; the first costs nothing but vertices. */
function trained(): CostModel {
  const model = new CostModel([48, 20]);
  for (let i = 0; i < 8; i++) {
    for (const [layer, width] of [48, 20].entries()) {
      const features = FEATURES.range(width, 30 * i, 30 * i + 60 + i);
      model.add(layer, { features, ms: layer === 0 ? features[0] : 2 * features[1] });
    }
  }
  model.fit();
  return model;
}

Deno.test("the paper's example has three runs; a run longer than a warp loads twice", () => {
  const example = graphOf(9, [3, 4, 6, 8].map((source) => [source, 1]));
  assert.deepEqual(featuresOfVertex(example, 1, 64), [1, 4, 3, 3, 8]);
  const long = graphOf(40, Array.from({ length: 33 }, (_, source) => [source, 39]));
  assert.deepEqual(featuresOfVertex(long, 39, 1), [1, 33, 1, 2, 2]);
});

Deno.test("right features are none wrong; one that is off, or out of order, is counted", () => {
  assert.deepEqual(featureCounts(GRAPH, FEATURES), {
    vertices_counted: 600,
    wrong_features: 0,
    wrong_bounds: 0,
  });
  const runs = FEATURES.runs.slice();
  runs.fill(FEATURES.runs[300] + 1000, 300);
  const { neighbors, idLoads, activationLoads } = FEATURES;
  const wrong = featureCounts(GRAPH, new FeaturePrefixes({ neighbors, idLoads, activationLoads, runs }));
  assert.deepEqual([wrong.wrong_features, wrong.wrong_bounds], [2, 2]);
});

Deno.test("costs add up, cuts cover, and their boundaries are found in the claimed probes", () => {
  const model = trained();
  assert.ok(costCounts(model, FEATURES).additivity_error < 1e-12);
  const { cuts, wrong_cuts, most_excess, most_probes } = boundaryCounts(model, FEATURES);
  assert.deepEqual([cuts, wrong_cuts], [63, 0]);
  assert.ok(most_excess > 0 && most_excess <= 1, `${most_excess}`);
  assert.ok(most_probes > 0.3 && most_probes <= 1, `${most_probes}`);
});
