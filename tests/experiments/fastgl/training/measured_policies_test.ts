import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { datasetRecord } from "../../../../datasets/registry.ts";
import { figure1 } from "../../../../experiments/fastgl/training/phases/figure_1.ts";
import { figure11 } from "../../../../experiments/fastgl/training/figure_11.ts";
import { figure14a } from "../../../../experiments/fastgl/scalability/figure_14_a.ts";
import { figure15 } from "../../../../experiments/fastgl/training/figure_15.ts";
import { figure9 } from "../../../../experiments/fastgl/training/figure_9.ts";
import {
  ALL_POLICIES,
  meanOfRounds,
  policySetting,
} from "../../../../experiments/fastgl/training/measured_policies.ts";
import {
  MEAN,
  PRODUCTS,
  type TrainingWorkload,
} from "../../../../experiments/fastgl/training/training_workloads.ts";
import {
  affordableCache,
  cacheShare,
  DGL_POLICY,
  FASTGL,
  GNNADVISOR,
  GNNLAB,
  MATCH_REORDER,
  MATCH_REORDER_AWARE,
  type Policy,
  PYG,
  STEPS,
  type SystemContender,
  SYSTEMS,
} from "../../../../experiments/fastgl/policies.ts";
import { sampledGraphs } from "../../../../experiments/fastgl/sampling_graphs.ts";
import { table2 } from "../../../../experiments/fastgl/aggregation/table_2.ts";
import { trainingData } from "../../../../experiments/fastgl/training_data.ts";
import { HIDDEN } from "../../../../experiments/fastgl/trained_models.ts";
import type { TrainingSetting } from "../../../../experiments/fastgl/training/training_iterations.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { findPaper } from "../../../../experiments/papers.ts";
import { readPublished } from "../../../../experiments/published/mod.ts";
import { type Lab, NO_DATASET } from "../../../../experiments/lab.ts";
import type { Metrics } from "../../../../experiments/metrics.ts";
import { SessionMemo } from "../../../../experiments/session/session_memo.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import type { Device } from "../../../../hardware/device.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { testLab } from "../../lab.ts";

Deno.test("all systems are measured everywhere, and the steps of the ablation where figures show them", () => {
  const ids = (graph: string, model: "GCN" | "GIN" | "GAT") =>
    policySetting(PROFILES.standard, graph, model).policies.map(({ id }) => id);
  for (const model of ["GCN", "GIN", "GAT"] as const) {
    for (const { id } of SYSTEMS) assert.ok(ids("mag", model).includes(id), `${id} with ${model}`);
  }
  const peers = (profile: keyof typeof PROFILES) => policySetting(PROFILES[profile], "mag", "GCN").peers;
  assert.deepEqual(peers("standard"), ["pyg-batches", "dgl"]);
  assert.deepEqual(peers("smoke"), [], "a smoke run takes seconds");
  for (const { id } of STEPS) {
    assert.ok(ids("mag", "GCN").includes(id));
    assert.ok(ids(PRODUCTS, "GIN").includes(id));
  }
});

Deno.test("a mean follows all graphs", () => {
  for (const { workloads } of [figure9, figure14a, figure15, table2]) {
    const all = workloads(PROFILES.smoke),
      means = all.filter((workload) => workload.id.split(":")[0] === MEAN);
    assert.ok(means.length > 0);
    assert.deepEqual(all.slice(-means.length), means);
  }
});

/** Lab that notes the datasets that it loads. */
function notingLab(device: Device, loaded: string[]): Lab {
  const own = testLab(device), memo = new SessionMemo();
  const lab: Lab = {
    ...own,
    load: (workload) => {
      loaded.push(workload.dataset!);
      return own.load(workload);
    },
    once: (...asked) => memo.get(lab, ...asked),
  };
  return lab;
}

Deno.test("a mean in a resumed session, whose graphs an earlier process measured, measures them once more", async () => {
  const device = openWasmDevice({ threads: 1 });
  const loaded: string[] = [], lab = notingLab(device, loaded);
  try {
    const { measurement, workloads, contenders } = figure15;
    assert.ok(measurement.kind === "joint");
    const mean = workloads(lab.profile).find(({ isMean }) => isMean)!;
    const facts = async () => {
      const outcomeOf = await measurement.measure(lab, NO_DATASET, mean, contenders);
      return outcomeOf(FASTGL.id).facts;
    };
    const first = await facts();
    assert.deepEqual(loaded.splice(0), sampledGraphs(lab.profile).map(({ dataset }) => dataset));
    assert.deepEqual(await facts(), first);
    assert.deepEqual(loaded, []);
    assert.ok(table2.measurement.kind === "exact");
    const rates = table2.workloads(lab.profile).find(({ id }) => id === MEAN)!;
    const kernel = table2.contenders.find(({ id }) => id === "row-split")!;
    assert.ok(Object.keys(await table2.measurement.count(lab, NO_DATASET, rates, kernel)).length > 0);
    assert.equal(loaded.length, 4);
  } finally {
    device.close();
  }
});

Deno.test("with fewer contenders only these train, and those that their values are derived from", async () => {
  const device = openWasmDevice({ threads: 1 });
  const own = testLab(device), trained: string[][] = [];
  const lab: Lab = {
    ...own,
    once: (compute, dataset, settings) => {
      if (compute.name === "measureIterations") {
        trained.push((settings as TrainingSetting).policies.map(({ id }) => id));
      }
      return own.once(compute, dataset, settings);
    },
  };
  const policiesOf = async <M extends Metrics>(
    { measurement, workloads, contenders }: Suite<TrainingWorkload, SystemContender, M>,
    asked: readonly Policy[],
  ) => {
    assert.ok(measurement.kind === "joint");
    const [workload] = workloads(lab.profile);
    const some = contenders.filter(({ policy }) => policy !== undefined && asked.includes(policy));
    const outcomeOf = await measurement.measure(lab, NO_DATASET, workload, some);
    for (const { id } of some) assert.ok(Object.keys(outcomeOf(id).facts).length > 0);
    return trained.splice(0).flat();
  };
  const FOUR = [PYG, DGL_POLICY, GNNADVISOR, FASTGL];
  const ids = (...policies: Policy[]) => policies.map(({ id }) => id);
  try {
    assert.deepEqual(await policiesOf(figure1, [DGL_POLICY]), ids(DGL_POLICY));
    assert.deepEqual(await policiesOf(figure1, [GNNADVISOR]), ids(DGL_POLICY, GNNADVISOR));
    assert.deepEqual(await policiesOf(figure11, [DGL_POLICY]), ids(DGL_POLICY, FASTGL));
    const steps = [DGL_POLICY, MATCH_REORDER, MATCH_REORDER_AWARE];
    assert.deepEqual(await policiesOf(figure15, [DGL_POLICY, MATCH_REORDER_AWARE]), ids(...steps));
    assert.deepEqual(await policiesOf(figure15, STEPS), ids(...ALL_POLICIES), "as all suites share it");
    assert.deepEqual(await policiesOf(figure11, FOUR), ids(...ALL_POLICIES), "peers are not waited for");
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
    assert.ok(Math.abs(cacheShare(GNNLAB, graph) - Math.min(1, share)) < 1e-9, graph.name);
    const left = printed("Table 1");
    if (left === undefined) continue;
    const bytes = Number(left.value) * (left.unit === "MB" ? 1e6 : 1e9);
    assert.ok(Math.abs(affordableCache(graph, 256) - Math.min(1, bytes / featureBytes)) < 1e-9, graph.name);
  }
});

Deno.test("features are as wide as each suite asks, whichever of them asked for the same graph first", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device), [graph] = sampledGraphs(PROFILES.smoke, { graphs: [PRODUCTS] });
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
