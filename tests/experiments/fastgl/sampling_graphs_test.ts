import assert from "node:assert/strict";
import { drawnCounts, parseDatasetName } from "../../../datasets/generators/stand_in.ts";
import { loadDataset } from "../../../datasets/load.ts";
import { datasetRecord } from "../../../datasets/registry.ts";
import {
  COVERING_SCALE,
  epochVertices,
  LEAST_BATCH,
  PAPER_BATCH,
  sampledGraph,
  sampledGraphs,
} from "../../../experiments/fastgl/sampling_graphs.ts";
import { sampledWorkloads } from "../../../experiments/fastgl/sampled_workloads.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { UsageError } from "../../../platform/errors.ts";

const scaled = (dataset: string) => {
  const { id, standIn } = parseDatasetName(dataset);
  return drawnCounts(datasetRecord(id).counts, standIn!);
};

Deno.test("a smoke run's graphs are small, and the published profile takes the graphs themselves", () => {
  for (const { dataset } of sampledGraphs(PROFILES.smoke)) {
    const { vertices, storedEdges } = scaled(dataset);
    assert.ok(storedEdges <= PROFILES.smoke.maxStoredEdges, `${dataset}: ${storedEdges} edges`);
    assert.ok(vertices >= 64, `${dataset}: ${vertices} vertices`);
  }
  for (const { id, dataset, batch } of sampledGraphs(PROFILES.paper)) {
    assert.deepEqual([dataset, batch], [id, PAPER_BATCH]);
  }
});

Deno.test("at standard sizes a mini-batch has the share of the vertices that it has in the paper, to half a seed", () => {
  for (const { id, dataset, batch } of sampledGraphs(PROFILES.standard)) {
    const wanted = PAPER_BATCH * scaled(dataset).vertices / datasetRecord(id).counts.vertices;
    assert.ok(Math.abs(batch - wanted) <= 0.51, `${dataset}: ${batch}, ${wanted}`);
    assert.ok(batch >= 1);
  }
});

Deno.test("widths and classes are those that Table 6 prints", () => {
  for (const { id, name, featureWidth, classes } of sampledGraphs(PROFILES.standard)) {
    const printed = datasetRecord(id).printed.find(({ paper }) => paper === "fastgl")!;
    assert.equal(printed.name, name);
    assert.equal(printed.classes, classes);
    assert.equal(printed.features, featureWidth);
  }
});

Deno.test("the training set is the publisher's share, and a drawn one where there is none", async () => {
  const products = await loadDataset("ogbn-products@1/8192");
  assert.equal(epochVertices(products, {}, 1), products.split!.train);

  const mag = await loadDataset("mag@1/16384");
  assert.equal(mag.split, undefined);
  const graph = sampledGraph(PROFILES.standard, "mag");
  const drawn = epochVertices(mag, graph, 1);
  assert.equal(drawn.length, Math.ceil(mag.graph.rows / 10));
  assert.equal(new Set(drawn).size, drawn.length);
  assert.ok(drawn.every((vertex) => vertex < mag.graph.rows));
  assert.deepEqual(epochVertices(mag, graph, 1), drawn);
  assert.notDeepEqual(epochVertices(mag, graph, 2), drawn);
  assert.equal(epochVertices(products, { trainingShare: 0.5 }, 1).length, 150);
});

Deno.test("batches have 256 seeds at least, and cover from half to twice the paper's share of any graph", () => {
  const batches = (options = {}) =>
    sampledWorkloads(PROFILES.standard, options).map(({ id, dataset, epoch: { batchSize } }) => {
      const { vertices } = datasetRecord(id).counts;
      return { batchSize, share: batchSize / scaled(dataset).vertices / (PAPER_BATCH / vertices) };
    });
  for (const { batchSize, share } of batches()) {
    assert.ok(batchSize >= LEAST_BATCH.standard, `${batchSize} seeds`);
    assert.ok(share >= 0.5 && share <= 2, `${share} of the paper's share`);
  }
  for (const { batchSize, share } of batches({ scale: COVERING_SCALE })) {
    assert.ok(batchSize >= LEAST_BATCH.standard, `${batchSize} seeds`);
    assert.ok(Math.abs(share - 1) < 0.01, `${share} of the paper's share`);
  }
});

Deno.test("workloads are of the graphs and the model that were asked for", () => {
  const some = sampledWorkloads(PROFILES.smoke, { graphs: ["mag"], model: "GIN" });
  assert.deepEqual(some.map(({ id, model }) => [id, model]), [["mag", "GIN"]]);
  const [{ factors, epoch }] = some;
  assert.deepEqual(factors, { batch: epoch.batchSize, fanouts: "5,10,15" });
});

Deno.test("a graph that fastgl does not sample is refused by name", () => {
  assert.throws(() => sampledGraph(PROFILES.smoke, "cora"), UsageError);
});
