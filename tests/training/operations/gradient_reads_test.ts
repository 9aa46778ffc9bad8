/**
 * Test that backward passes read exactly those tensors of the forward pass that the records of its operations
 * declare.
 *
 * @module
 */
import assert from "node:assert/strict";
import { gat } from "../../../training/models/gat.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { gin } from "../../../training/models/gin.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import { lightGcn } from "../../../training/models/lightgcn.ts";
import { residualGcn } from "../../../training/models/residual_gcn.ts";
import { sgc } from "../../../training/models/sgc.ts";
import { inputsOf, outputsOf, rulesOf } from "../../../training/operations/step_rules.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { Program } from "../../../training/program/program.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";

const MODELS = {
  gat: gat({ classes: 3, heads: 2, headWidth: 4 }),
  gcn: gcn({ classes: 3, hidden: 8, layers: 3, dropout: 0.2, bias: true }),
  gin: gin({ classes: 3, hidden: 8, layers: 2 }),
  graphSage: graphSage({ classes: 3, hidden: 8, layers: 2 }),
  lightGcn: lightGcn({ classes: 3 }),
  residualGcn: residualGcn({ classes: 3, hidden: 8, layers: 3 }),
  sgc: sgc({ classes: 3 }),
};

/** Labels of the forward results that the backward pass reads, and of those that the records declare. */
function keptForGradients({ train }: Program): { readonly read: Set<string>; readonly needed: Set<string> } {
  const forward = train.filter(({ pass }) => pass === "forward");
  const written = new Set(forward.flatMap((step) => outputsOf(step)));
  const labels = (tensors: ReturnType<typeof outputsOf>) =>
    new Set(tensors.filter((tensor) => written.has(tensor)).map(({ label }) => label));
  return {
    read: labels(train.filter(({ pass }) => pass === "backward").flatMap((step) => inputsOf(step))),
    needed: labels(forward.flatMap((step) => rulesOf(step).gradientReads(step))),
  };
}

for (const [name, layers] of Object.entries(MODELS)) {
  Deno.test(`the backward pass of ${name} reads only what gradients need`, () => {
    const { program } = vertexClassification(
      {
        graph: { vertices: 10, entries: 30, symmetric: false },
        features: { kind: "dense", width: 6 },
        classes: 3,
      },
      { layers, optimizer: adam(), seed: 1 },
    );
    const { read, needed } = keptForGradients(program);
    assert.ok(read.size > 0, "it reads nothing of the forward pass: this proves nothing");
    assert.deepEqual([...read.difference(needed)], []);
  });
}

Deno.test("what gradients need of a GCN is less than what its forward pass writes", () => {
  const { program } = vertexClassification(
    {
      graph: { vertices: 10, entries: 30, symmetric: false },
      features: { kind: "dense", width: 6 },
      classes: 3,
    },
    { layers: MODELS.gcn, optimizer: adam(), seed: 1 },
  );
  const { needed } = keptForGradients(program);
  const all = program.train.flatMap((step) => step.pass === "forward" ? outputsOf(step) : []);
  assert.ok(needed.size < all.length, `${needed.size} of ${all.length}`);
});
