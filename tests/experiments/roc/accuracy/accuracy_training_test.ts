/** Trainings of roc's accuracy suites: which parameters decay, and how many neighbours are drawn. @module */
import assert from "node:assert/strict";
import type { LoadedDataset } from "../../../../datasets/dataset.ts";
import { loadDataset } from "../../../../datasets/load.ts";
import { accuracyData } from "../../../../experiments/roc/accuracy/accuracy_data.ts";
import {
  accuracyLayers,
  type AccuracyTraining,
  trainCurve,
} from "../../../../experiments/roc/accuracy/accuracy_training.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { testLab } from "../../lab.ts";
import { samplingOf } from "../../../../experiments/roc/accuracy/sampling_methods.ts";
import { csrFromEdges } from "../../../../graph/edges.ts";
import { sampleBatch } from "../../../../graph/sampling/mod.ts";
import { adam } from "../../../../training/optimizers/adam.ts";
import { vertexClassification } from "../../../../training/vertex_classification.ts";
import type { VertexData } from "../../../../training/vertex_data.ts";

const SHAPE = {
  graph: { vertices: 4, entries: 8, weighted: true },
  features: { kind: "dense", width: 6 },
  classes: 3,
} as const;

for (const model of ["gcn", "graphsage", "residual-gcn"] as const) {
  Deno.test(`all parameters of ${model} decay, as in the authors' program`, () => {
    const layers = accuracyLayers({ model, hidden: 5, dropout: 0.5 }, SHAPE.classes);
    const optimizer = adam({ weightDecay: 1e-4 });
    const { program } = vertexClassification(SHAPE, { layers, optimizer, seed: 1 });
    const decays = program.train.flatMap((step) => step.op === "adam" ? [step.constants.weightDecay] : []);
    assert.ok(decays.length >= 2);
    assert.deepEqual(decays, decays.map(() => 1e-4));
  });
}

Deno.test("GraphSAGE draws 10 neighbours of a seed, and 25 of each of these", async () => {
  // Every vertex names all others as neighbours.
  const vertices = 60, all = Array.from({ length: vertices }, (_, v) => v);
  const graph = csrFromEdges({
    vertices,
    source: Uint32Array.from(all.flatMap((v) => all.filter((u) => u !== v))),
    target: Uint32Array.from(all.flatMap((v) => all.filter((u) => u !== v).map(() => v))),
  });
  const { draw } = samplingOf(
    { graph } as LoadedDataset,
    { adjacency: graph } as VertexData,
    { method: "graphsage", aggregation: "gcn", seed: 1 },
  );
  const { blocks } = await sampleBatch(draw, { seeds: Uint32Array.of(7), batch: 0 });
  const drawn = blocks.map(({ matrix: { rows, rowPtr } }) => rowPtr[rows] / rows);
  assert.deepEqual(drawn, [25, 10]);
});

Deno.test("full batches, GraphSAGE's and FastGCN's samples learn the classes of a stand-in", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const lab = testLab(device), dataset = await loadDataset("reddit@1/256", { seed: 1 });
    const { classes } = await accuracyData(lab, dataset, { aggregation: "gcn" });
    const chance = 100 / classes, size = { hidden: 16, dropout: 0.5, scored: "last-third", seed: 1 } as const;
    const sampled = { model: "gcn", ...size, epochs: 5 } as const;
    const trainings: Record<string, AccuracyTraining> = {
      whole: { model: "gcn", ...size, epochs: 60 },
      graphsage: { ...sampled, sampled: { method: "graphsage", aggregation: "gcn", batch: 8 } },
      fastgcn: { ...sampled, sampled: { method: "fastgcn", aggregation: "gcn", batch: 8 } },
    };
    for (const [name, training] of Object.entries(trainings)) {
      const { test } = await trainCurve(lab, dataset, training);
      const accuracy = test.at(-1)!;
      assert.ok(accuracy > 1.5 * chance, `${name}: ${accuracy} %, by chance ${chance} %`);
    }
  } finally {
    device.close();
  }
});
