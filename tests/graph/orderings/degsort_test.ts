import assert from "node:assert/strict";
import fc from "fast-check";
import { rowLength } from "../../../graph/csr.ts";
import { degsort } from "../../../graph/orderings/degsort.ts";
import { inversePermutation } from "../../../graph/permutation.ts";
import { graphs } from "../graph_fixture.ts";

Deno.test("degsort numbers by falling degree and leaves ties in the old order", () => {
  fc.assert(fc.property(graphs, (graph) => {
    const order = inversePermutation(degsort.compute(graph, { seed: 1 }).perm);
    for (let i = 1; i < graph.rows; i++) {
      const before = rowLength(graph, order[i - 1]), here = rowLength(graph, order[i]);
      assert.ok(before > here || (before === here && order[i - 1] < order[i]));
    }
  }));
});
