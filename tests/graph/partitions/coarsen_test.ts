import assert from "node:assert/strict";
import { coarsen } from "../../../graph/partitions/coarsen.ts";
import { totalWeight, type WeightedGraph, weightedGraph } from "../../../graph/partitions/weighted_graph.ts";
import { symmetrise } from "../../../graph/symmetry.ts";
import { RandomStream } from "../../../platform/random.ts";
import { communities } from "./partition_checks.ts";

const working = (graph: Parameters<typeof symmetrise>[0]) =>
  weightedGraph(symmetrise(graph, { selfLoops: "drop" }));

/** Edge weight between vertices with different labels, both directions. */
function crossing(graph: WeightedGraph, label: (v: number) => number): number {
  let sum = 0;
  for (let v = 0; v < graph.vertices; v++) {
    for (let e = graph.rowPtr[v]; e < graph.rowPtr[v + 1]; e++) {
      if (label(graph.colIdx[e]) !== label(v)) sum += graph.edgeWeight[e];
    }
  }
  return sum;
}

Deno.test("coarsening keeps weights and every cut between coarse vertices", () => {
  const plain = working(communities);
  const second = Int32Array.from({ length: plain.vertices }, (_, v) => v % 5);
  const graph: WeightedGraph = { ...plain, weight: [plain.weight[0], second] };
  assert.deepEqual(totalWeight(graph), [plain.vertices, second.reduce((sum, weight) => sum + weight)]);
  const levels = coarsen(graph, { until: 100, random: new RandomStream(1, "test") });
  assert.ok(levels.length > 2 && levels[levels.length - 1].graph.vertices <= 200);
  let finer = graph;
  for (const { graph: coarse, coarseOf } of levels) {
    for (const c of [0, 1] as const) {
      const sums = new Int32Array(coarse.vertices);
      coarseOf.forEach((to, v) => sums[to] += finer.weight[c][v]);
      assert.deepEqual(coarse.weight[c], sums);
    }
    for (let v = 0; v < coarse.vertices; v++) {
      const row = coarse.colIdx.subarray(coarse.rowPtr[v], coarse.rowPtr[v + 1]);
      assert.equal(new Set(row).size, row.length, "parallel edges are one");
    }
    assert.equal(crossing(coarse, (v) => v), crossing(finer, (v) => coarseOf[v]));
    finer = coarse;
  }
});

Deno.test("no coarse vertex spans two labels when labels are given", () => {
  const labels = Uint32Array.from({ length: communities.rows }, (_, v) => v % 3);
  let current = labels;
  for (
    const { graph, coarseOf } of coarsen(working(communities), {
      until: 100,
      random: new RandomStream(1, "t"),
      labels,
    })
  ) {
    const coarse = new Uint32Array(graph.vertices).fill(9);
    for (let v = 0; v < coarseOf.length; v++) {
      assert.ok(coarse[coarseOf[v]] === 9 || coarse[coarseOf[v]] === current[v]);
      coarse[coarseOf[v]] = current[v];
    }
    current = coarse;
  }
  assert.notEqual(current, labels);
});
