/** Order of the products: on which graphs the baseline of Table 4 is the policy of DGL, as its notes say. @module */
import assert from "node:assert/strict";
import { hetuModel } from "../../../../experiments/hetu-gnn/epochs/hetu_model.ts";
import { printedCounts } from "../../../../experiments/hetu-gnn/graph_regime.ts";
import { GRAPH_IDS, type GraphId, GRAPHS } from "../../../../experiments/hetu-gnn/paper_graphs.ts";
import { datasetRecord } from "../../../../datasets/registry.ts";
import { vertexClassification } from "../../../../training/vertex_classification.ts";
import type { VertexData } from "../../../../training/vertex_data.ts";

/** Operations of an epoch at the printed size, with the columns that each aggregates. */
function epoch(id: GraphId, order?: "transform-first"): string {
  const { vertices, edges: entries } = printedCounts(id);
  const { features, classes } = datasetRecord(id).printed.find(({ paper }) => paper === "hetu-gnn")!;
  const model = hetuModel({ classes: classes! } as VertexData, GRAPHS[id].hidden, order);
  const shape = {
    graph: { vertices, entries },
    features: { kind: "dense", width: features! } as const,
    classes: classes!,
  };
  const { train } = vertexClassification(shape, { ...model, seed: 1 }).program;
  return train.map((step) => step.op === "spmm" ? `spmm ${step.x.cols}` : step.op).join(", ");
}

Deno.test("the baseline multiplies by the weights first on all graphs but Products", () => {
  const same = GRAPH_IDS.filter((id) => epoch(id) === epoch(id, "transform-first"));
  assert.deepEqual(same, ["reddit", "ogbn-proteins", "archaea"]);
  assert.match(epoch("ogbn-products"), /^spmm 100, gemm/);
  assert.match(epoch("ogbn-products", "transform-first"), /^gemm, spmm 64/);
});
