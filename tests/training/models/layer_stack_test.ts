/** Dropout in stacks of layers. @module */
import assert from "node:assert/strict";
import { type BatchModel, smallestProgram } from "../../../training/mini_batch/batch_program.ts";
import { gat } from "../../../training/models/gat.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { gin } from "../../../training/models/gin.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import type { StackDropout } from "../../../training/models/layer_stack.ts";
import { adam } from "../../../training/optimizers/adam.ts";

const SHAPE = { classes: 5, hidden: 8, layers: 3 };
const MODELS: Readonly<
  Record<string, (dropout: StackDropout) => Pick<BatchModel, "layers" | "aggregation">>
> = {
  GCN: (dropout: StackDropout) => ({ layers: gcn({ ...SHAPE, ...dropout }), aggregation: "gcn" }),
  GraphSAGE: (dropout: StackDropout) => ({
    layers: graphSage({ ...SHAPE, ...dropout }),
    aggregation: "mean",
  }),
  GIN: (dropout: StackDropout) => ({ layers: gin({ ...SHAPE, ...dropout }), aggregation: "sum" }),
  GAT: (dropout: StackDropout) => ({
    layers: gat({ ...SHAPE, heads: 2, headWidth: 4, ...dropout }),
    aggregation: "attention",
  }),
};

for (const [model, make] of Object.entries(MODELS)) {
  Deno.test(`${model} drops features at the rate of its layers unless another is given for them`, () => {
    const rates = (dropout: StackDropout) => {
      const { train } = smallestProgram({
        ...make(dropout),
        optimizer: adam(),
        seed: 1,
        classes: SHAPE.classes,
        featureWidth: 8,
        labels: "single",
      });
      const found = train.flatMap((step) =>
        [...JSON.stringify(step).matchAll(/"rate":([\d.]+)/g)].map(([, rate]) => `${step.layer} ${rate}`)
      );
      return [...new Set(found)].sort();
    };
    assert.deepEqual(rates({}), []);
    assert.deepEqual(rates({ dropout: 0.5 }), ["input 0.5", "layer 1 0.5", "layer 2 0.5"]);
    assert.deepEqual(rates({ dropout: 0.5, inputDropout: 0 }), ["layer 1 0.5", "layer 2 0.5"]);
    assert.deepEqual(rates({ inputDropout: 0.25 }), ["input 0.25"]);
  });
}
