import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { datasetRecord } from "../../../datasets/registry.ts";
import { figure14a } from "../../../experiments/fastgl/figure_14_a.ts";
import { figure15 } from "../../../experiments/fastgl/figure_15.ts";
import { figure9 } from "../../../experiments/fastgl/figure_9.ts";
import {
  graphOf,
  MEAN,
  meanOfRounds,
  policySetting,
  PRODUCTS,
} from "../../../experiments/fastgl/measured_policies.ts";
import { affordableCache, FASTGL, GNNLAB, STEPS, SYSTEMS } from "../../../experiments/fastgl/policies.ts";
import { sampledGraphs } from "../../../experiments/fastgl/sampling_graphs.ts";
import { table2 } from "../../../experiments/fastgl/table_2.ts";
import { HIDDEN, trainingData } from "../../../experiments/fastgl/training_iterations.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { readPublished } from "../../../experiments/published/mod.ts";
import { type Lab, NO_DATASET } from "../../../experiments/lab.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { openWasmDevice } from "../../../hardware/wasm/device.ts";
import { testLab } from "../lab.ts";

Deno.test("all systems are measured everywhere, and the steps of the ablation where figures show them", () => {
  const ids = (graph: string, model: "GCN" | "GIN" | "GAT") =>
    policySetting(PROFILES.standard, graph, model).policies.map(({ id }) => id);
  for (const model of ["GCN", "GIN", "GAT"] as const) {
    for (const { id } of SYSTEMS) assert.ok(ids("mag", model).includes(id), `${id} with ${model}`);
  }
  for (const { id } of STEPS) {
    assert.ok(ids("mag", "GCN").includes(id));
    assert.ok(ids(PRODUCTS, "GIN").includes(id));
  }
});

Deno.test("a mean follows all graphs", () => {
  for (const { workloads } of [figure9, figure14a, figure15, table2]) {
    const all = workloads(PROFILES.smoke), means = all.filter((workload) => graphOf(workload) === MEAN);
    assert.ok(means.length > 0);
    assert.deepEqual(all.slice(-means.length), means);
  }
});

Deno.test("a mean in a resumed session, whose graphs an earlier process measured, measures them once more", async () => {
  const device = openWasmDevice({ threads: 1 });
  const loaded: string[] = [], own = testLab(device);
  const lab: Lab = {
    ...own,
    load: (workload) => {
      loaded.push(workload.dataset!);
      return own.load(workload);
    },
  };
  try {
    const rows = async ({ measurement, workloads, contenders }: Suite, contender: string) => {
      assert.ok(measurement.kind === "counted");
      const workload = workloads(lab.profile).find((each) => graphOf(each) === MEAN)!;
      const spec = contenders.find(({ id }) => id === contender)!;
      return await measurement.count(lab, NO_DATASET, workload, spec);
    };
    const graphs = sampledGraphs(lab.profile).map(({ dataset }) => dataset);
    const first = await rows(figure15, FASTGL.id);
    assert.deepEqual(loaded.splice(0), graphs);
    assert.deepEqual(await rows(figure15, FASTGL.id), first);
    assert.deepEqual(loaded, []);
    assert.ok((await rows(table2, "row-split")).length > 0);
    assert.equal(loaded.length, 4);
  } finally {
    device.close();
  }
});

Deno.test("means are taken round by round", () => {
  assert.deepEqual(meanOfRounds([[1, 4], [3, 8]]), [2, 6]);
});

Deno.test("caches are as large as the printed memory of a training of the same width leaves", () => {
  assert.equal(HIDDEN, 64);
  const published = readPublished(findPaper("fastgl"));
  for (const graph of sampledGraphs(PROFILES.paper)) {
    const printed = (artifact: string) =>
      published.find((row) =>
        row.artifact === artifact && row.dataset === graph.name && row.system === "DGL"
      );
    const featureBytes = datasetRecord(graph.id).counts.vertices * graph.featureWidth * 4;
    const used = 1e6 * Number(printed("Table 9")!.value), share = (24e9 - used) / featureBytes;
    assert.ok(Math.abs(GNNLAB.cacheShare!(graph) - Math.min(1, share)) < 1e-9, graph.name);
    const left = printed("Table 1");
    if (left === undefined) continue;
    const bytes = Number(left.value) * (left.unit === "MB" ? 1e6 : 1e9);
    assert.ok(Math.abs(affordableCache(graph, 256) - Math.min(1, bytes / featureBytes)) < 1e-9, graph.name);
  }
});

Deno.test("features are as wide as each suite asks, whichever of them asked for the same graph first", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device), [graph] = sampledGraphs(PROFILES.smoke, [PRODUCTS]);
    const trained = policySetting(PROFILES.smoke, PRODUCTS, "GCN").graph;
    assert.notEqual(trained.featureWidth, graph.featureWidth);
    const dataset = await loadDataset(graph.dataset);
    for (const asked of [trained, graph, trained]) {
      const { features } = await trainingData(lab, dataset, asked);
      assert.equal(features.width, asked.featureWidth);
    }
    assert.equal(await trainingData(lab, dataset, graph), await trainingData(lab, dataset, graph));
  } finally {
    device.close();
  }
});
