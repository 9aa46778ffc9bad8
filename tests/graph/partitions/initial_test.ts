/** Recursive bisection by itself: later refinement would hide what it leaves. @module */
import assert from "node:assert/strict";
import { recursiveBisection } from "../../../graph/partitions/initial.ts";
import { type WeightedGraph, weightedGraph } from "../../../graph/partitions/weighted_graph.ts";
import { RandomStream } from "../../../platform/random.ts";
import { graphOf, gridGraph, SHAPES } from "../graph_fixture.ts";

const TOLERANCE = [0.05, 0.1] as const;

/** Parts of a graph with their loads, by constraint, and the edges between them. */
function bisected(graph: WeightedGraph, count: number, seed = 1) {
  const options = { imbalance: TOLERANCE, random: new RandomStream(seed, "test") };
  const parts = recursiveBisection(graph, count, options), loads = [0, 1].map(() => new Array(count).fill(0));
  let twice = 0;
  parts.forEach((part, v) => {
    for (const c of [0, 1]) loads[c][part] += graph.weight[c][v];
    for (let e = graph.rowPtr[v]; e < graph.rowPtr[v + 1]; e++) if (parts[graph.colIdx[e]] !== part) twice++;
  });
  return { loads, cut: twice / 2 };
}

/** Asserts that no part has more than its share, the tolerance, and one vertex of each cut that made it. */
function assertBalanced(graph: WeightedGraph, count: number, loads: readonly number[][]): void {
  const cuts = Math.ceil(Math.log2(count));
  for (const c of [0, 1] as const) {
    const total = graph.weight[c].reduce((sum, weight) => sum + weight, 0);
    const most = total / count * (1 + TOLERANCE[c]) + cuts * Math.max(...graph.weight[c]);
    assert.ok(Math.max(...loads[c]) <= most, `constraint ${c}: ${loads[c]}, at most ${most}`);
  }
}

Deno.test("a grid is cut into any number of parts of equal size, by few edges", () => {
  const side = 24, grid = weightedGraph(gridGraph(side));
  for (const [count, straight] of [[2, side], [3, 2 * side], [4, 2 * side], [7, 5 * side]]) {
    const { loads, cut } = bisected(grid, count);
    assertBalanced(grid, count, loads);
    assert.ok(cut <= 1.5 * straight, `${count} parts: ${cut} edges`);
  }
});

Deno.test("a graph of many components is cut into equal parts, too", () => {
  const pairs = Array.from({ length: 120 }, (_, v) => [2 * v, 2 * v + 1] as const);
  const graphs = [SHAPES["isolated vertices"], graphOf(240, pairs, { symmetrise: true }), graphOf(90, [])];
  for (const graph of graphs.map((structure) => weightedGraph(structure))) {
    for (const count of [2, 5, 8]) {
      const { loads, cut } = bisected(graph, count);
      assertBalanced(graph, count, loads);
      assert.ok(cut <= count, `${count} parts: ${cut} edges`);
    }
  }
});

Deno.test("both weights are cut into equal parts, where the second lies at one end of a path", () => {
  const second = Uint32Array.from({ length: SHAPES.path.rows }, (_, v) => v < 100 ? 3 : 0);
  const graph = weightedGraph(SHAPES.path, { second });
  for (const count of [2, 4]) {
    for (let seed = 1; seed <= 10; seed++) {
      const { loads, cut } = bisected(graph, count, seed);
      assertBalanced(graph, count, loads);
      assert.ok(cut <= 4 * count, `${count} parts: ${cut} edges`);
    }
  }
});

Deno.test("a single part has the whole graph, and parts of an empty graph are empty", () => {
  assert.deepEqual(bisected(weightedGraph(SHAPES.path), 1).loads[0], [SHAPES.path.rows]);
  assert.deepEqual(bisected(weightedGraph(SHAPES.empty), 3).loads[0], [0, 0, 0]);
});
