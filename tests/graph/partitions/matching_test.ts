/** Matchings by which the built-in partitioner coarsens. @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { indices } from "../../../platform/indices.ts";
import { matchVertices } from "../../../graph/partitions/matching.ts";
import { type WeightedGraph, weightedGraph } from "../../../graph/partitions/weighted_graph.ts";
import { symmetrise } from "../../../graph/symmetry.ts";
import { RandomStream } from "../../../platform/random.ts";
import { graphOf, graphs, SHAPES } from "../graph_fixture.ts";

const SEEDS = 30;

/** Draws a whole number from 1 to `most` for each vertex. */
function drawn(vertices: number, most: number, stream: RandomStream): Uint32Array {
  return Uint32Array.from({ length: vertices }, () => 1 + stream.below(most));
}

/** A graph with edges in both directions whose weights are given by their ends. */
function edgesWeighing(
  vertices: number,
  edges: readonly (readonly [number, number])[],
  weigh: (u: number, v: number) => number,
): WeightedGraph {
  const graph = weightedGraph(graphOf(vertices, edges, { symmetrise: true }));
  indices(vertices).forEach((v) => {
    for (let e = graph.rowPtr[v]; e < graph.rowPtr[v + 1]; e++) {
      graph.edgeWeight[e] = weigh(v, graph.colIdx[e]);
    }
  });
  return graph;
}

Deno.test("pairs are mutual, of one label and within both weights, and no two neighbours that fit stay single", () => {
  fc.assert(fc.property(graphs, fc.nat(), fc.boolean(), (structure, seed, isLabelled) => {
    const stream = new RandomStream(seed, "weights"), n = structure.rows;
    const [first, second] = [drawn(n, 3, stream), drawn(n, 3, stream)];
    const labels = isLabelled ? drawn(n, 2, stream) : undefined;
    const graph = weightedGraph(symmetrise(structure, { selfLoops: "drop" }), { first, second });
    const maxWeight = [4, 5] as const;
    const mate = matchVertices(graph, { maxWeight, random: new RandomStream(seed, "test"), labels });
    const fit = (u: number, v: number) =>
      first[u] + first[v] <= maxWeight[0] && second[u] + second[v] <= maxWeight[1] &&
      (labels === undefined || labels[u] === labels[v]);
    for (let v = 0; v < n; v++) {
      assert.equal(mate[mate[v]], v);
      if (mate[v] !== v) {
        assert.ok(fit(v, mate[v]), `${v} with ${mate[v]}`);
        continue;
      }
      const row = graph.colIdx.subarray(graph.rowPtr[v], graph.rowPtr[v + 1]);
      assert.ok(row.every((u) => mate[u] !== u || !fit(u, v)), `${v} stays single`);
    }
  }));
});

Deno.test("vertices of few neighbours choose first, so that pendants of a clique are never left over", () => {
  const size = 10;
  const edges = Array.from({ length: size }, (_, u) => [
    [u, size + u] as const,
    ...Array.from({ length: u }, (_, v) => [u, v] as const),
  ]).flat();
  const graph = weightedGraph(graphOf(2 * size, edges, { symmetrise: true }));
  for (let seed = 0; seed < SEEDS; seed++) {
    const mate = matchVertices(graph, { maxWeight: [2, 0], random: new RandomStream(seed, "test") });
    assert.deepEqual([...mate], [...indices(2 * size)].map((v) => (v + size) % (2 * size)));
  }
});

Deno.test("a vertex takes its heaviest edge, whoever chooses first", () => {
  const size = 8, next = (v: number) => (v + 1) % size;
  const ring = Array.from({ length: size }, (_, v) => [v, next(v)] as const);
  const graph = edgesWeighing(size, ring, (u, v) => (next(u) === v ? u : v) % 2 === 0 ? 3 : 2);
  for (let seed = 0; seed < SEEDS; seed++) {
    const mate = matchVertices(graph, { maxWeight: [2, 0], random: new RandomStream(seed, "test") });
    assert.deepEqual([...mate], [...indices(size)].map((v) => v % 2 === 0 ? v + 1 : v - 1));
  }
});

Deno.test("of equal edges a vertex takes the one to the lightest neighbour", () => {
  // Vertex 0 chooses first, between vertex 1 of one clique and vertex 7 of another.
  const size = 6;
  const clique = (begin: number) =>
    Array.from(
      { length: size },
      (_, u) => Array.from({ length: u }, (_, v) => [begin + u, begin + v] as const),
    )
      .flat();
  const structure = graphOf(1 + 2 * size, [[0, 1], [0, 7], ...clique(1), ...clique(7)], { symmetrise: true });
  for (const [lighter, heavier] of [[1, 7], [7, 1]]) {
    const first = new Uint32Array(structure.rows).fill(2);
    first[heavier] = 3;
    const graph = weightedGraph(structure, { first });
    for (let seed = 0; seed < SEEDS; seed++) {
      const mate = matchVertices(graph, { maxWeight: [9, 0], random: new RandomStream(seed, "test") });
      assert.equal(mate[0], lighter);
    }
  }
});

Deno.test("leaves of a star pair up, but not beyond either weight or across labels", () => {
  const n = SHAPES.star.rows, second = new Uint32Array(n).fill(1);
  const graph = weightedGraph(SHAPES.star, { second });
  const singles = (options: Partial<Parameters<typeof matchVertices>[1]>) =>
    matchVertices(graph, { maxWeight: [2, 2], random: new RandomStream(1, "test"), ...options })
      .filter((mate, v) => mate === v).length;
  assert.ok(singles({}) <= 1);
  assert.equal(singles({ maxWeight: [1, 2] }), n);
  assert.equal(singles({ maxWeight: [2, 1] }), n);
  assert.equal(singles({ labels: indices(n) }), n);
  const halves = Uint32Array.from({ length: n }, (_, v) => v < n / 2 ? 0 : 1);
  assert.ok(singles({ labels: halves }) <= 2);
});
