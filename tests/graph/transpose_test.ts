import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr } from "../../graph/csr.ts";
import { submatrix } from "../../graph/submatrix.ts";
import { transpose } from "../../graph/transpose.ts";
import { entriesOf, graphs, SHAPES, weightedGraphs } from "./graph_fixture.ts";

Deno.test("the transpose has every entry with row and column exchanged", () => {
  fc.assert(fc.property(fc.oneof(graphs, weightedGraphs), (graph) => {
    const flipped = [...entriesOf(assertCsr(transpose(graph)))]
      .map(([key, value]) => [key.split(",").reverse().join(), value] as const);
    assert.deepEqual(new Map(flipped), entriesOf(graph));
  }));
});

Deno.test("transposing twice is the identity, for rectangular matrices too", () => {
  fc.assert(fc.property(fc.oneof(graphs, weightedGraphs), fc.nat({ max: 30 }), (graph, height) => {
    const matrix = submatrix(graph, { rows: [0, Math.min(height, graph.rows)] });
    assert.deepEqual(transpose(transpose(matrix)), matrix);
  }));
  for (const graph of Object.values(SHAPES)) assert.deepEqual(transpose(transpose(graph)), graph);
});
