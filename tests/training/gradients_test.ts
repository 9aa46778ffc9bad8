/**
 * Tests of the hand-written gradients of every layer and model against finite differences.
 *
 * @module
 */
import { dropout } from "../../training/layers/dropout.ts";
import { graphConvolution } from "../../training/layers/graph_convolution.ts";
import type { Layer } from "../../training/layers/layer.ts";
import { linear } from "../../training/layers/linear.ts";
import { gcn } from "../../training/models/gcn.ts";
import { gat } from "../../training/models/gat.ts";
import { gin } from "../../training/models/gin.ts";
import { graphSage } from "../../training/models/graph_sage.ts";
import { lightGcn } from "../../training/models/lightgcn.ts";
import { residualGcn } from "../../training/models/residual_gcn.ts";
import { sgc } from "../../training/models/sgc.ts";
import { assertGradients } from "./gradient_check.ts";
import { oracleTask, plantedData, type PlantedOptions } from "./vertex_task_fixture.ts";

const relu = { negativeSlope: 0, bias: true, dropout: 0.4 };
const transformed = { order: "transform-first" } as const;
const aggregated = { order: "aggregate-first" } as const;

/** Models by name, each a function of its number of classes. */
const MODELS: Readonly<Record<string, (classes: number) => readonly Layer[]>> = {
  "a linear layer": (width) => [linear({ label: "layer 1", width, bias: true })],
  "two linear layers with ReLU and dropout": (width) => [
    linear({ label: "layer 1", width: 6, ...relu }),
    linear({ label: "layer 2", width }),
  ],
  "graph convolutions that aggregate first": (width) => [
    graphConvolution({ label: "layer 1", width: 6, ...relu, ...aggregated }),
    graphConvolution({ label: "layer 2", width, bias: true, ...aggregated }),
  ],
  "graph convolutions that transform first": (width) => [
    graphConvolution({ label: "layer 1", width: 6, ...relu, ...transformed }),
    graphConvolution({ label: "layer 2", width, bias: true, ...transformed }),
  ],
  "LeakyReLU at the end of a convolution": (width) => [
    graphConvolution({ label: "layer 1", width: 6, negativeSlope: 0.2 }),
    graphConvolution({ label: "layer 2", width, negativeSlope: 0.2, bias: true, ...transformed }),
  ],
  "dropout below and between layers": (width) => [
    dropout({ label: "input", rate: 0.3 }),
    linear({ label: "layer 1", width: 6, negativeSlope: 0 }),
    dropout({ label: "hidden", rate: 0.5 }),
    linear({ label: "layer 2", width }),
  ],
  "gcn of 3 layers": (classes) => gcn({ classes, hidden: 4, layers: 3, dropout: 0.5, bias: true }),
  "gcn as Kipf and Welling have it": (classes) => gcn({ classes, hidden: 6, dropout: 0.5 }),
  "sgc that aggregates first": (classes) => sgc({ classes, hops: 3, ...aggregated }),
  "sgc that transforms first": (classes) => sgc({ classes, hops: 3, ...transformed }),
  "lightgcn that aggregates first": (classes) => lightGcn({ classes, ...aggregated }),
  "lightgcn that transforms first": (classes) => lightGcn({ classes, ...transformed }),
  "gin": (classes) => gin({ classes, hidden: 4, dropout: 0.4 }),
  "gat": (classes) => gat({ classes, heads: 2, headWidth: 3, dropout: 0.4 }),
  "graphSage": (classes) => graphSage({ classes, hidden: 4, dropout: 0.4 }),
  "residualGcn": (classes) => residualGcn({ classes, hidden: 4, dropout: 0.4 }),
};

const TASKS: Readonly<Record<string, PlantedOptions>> = {
  "an undirected graph": {},
  "a directed weighted graph": { directed: true },
  "a directed graph with several labels a vertex": { directed: true, several: true },
};

for (const [model, layers] of Object.entries(MODELS)) {
  for (const [kind, options] of Object.entries(TASKS)) {
    Deno.test(`gradients of ${model} on ${kind} are those of finite differences`, async () => {
      const data = plantedData(options);
      const { task, executor } = oracleTask(data, layers(data.classes));
      await assertGradients(executor, task.program);
    });
  }
}

const SPARSE: readonly (keyof typeof MODELS)[] = [
  "two linear layers with ReLU and dropout",
  "graph convolutions that transform first",
  "dropout below and between layers",
  "gcn of 3 layers",
  "gcn as Kipf and Welling have it",
  "sgc that transforms first",
  "lightgcn that transforms first",
  "gin",
  "gat",
  "graphSage",
  "residualGcn",
];

for (const model of SPARSE) {
  Deno.test(`gradients of ${model} on sparse features are those of finite differences`, async () => {
    const data = plantedData({ sparse: true, directed: true, width: 9 });
    const { task, executor } = oracleTask(data, MODELS[model](data.classes));
    await assertGradients(executor, task.program);
  });
}
