import assert from "node:assert/strict";
import fc from "fast-check";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { rabbit } from "../../../graph/orderings/rabbit.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { lruHitRate, reuseDistances } from "../../../graph/reuse_distance.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";
import { graphOf, graphs, plantedGraph, SHAPES } from "../graph_fixture.ts";

const ordered = (graph: CsrMatrix) => permuteSymmetric(graph, rabbit.compute(graph, { seed: 1 }).perm);

/** Share of the entries at most `band` away from the diagonal. */
function shareWithin({ rows, rowPtr, colIdx }: CsrMatrix, band: number): number {
  let near = 0;
  for (let r = 0; r < rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) if (Math.abs(colIdx[e] - r) <= band) near++;
  }
  return near / rowPtr[rows];
}

Deno.test("on planted communities it puts most edges near the diagonal", () => {
  const graph = plantedGraph({ vertices: 4000, community: 100, edges: 40_000, inside: 0.9, seed: 6 });
  const [before, after] = [graph, ordered(graph)].map((each) => shareWithin(each, 100));
  assert.ok(before < 0.06, `${before}`);
  assert.ok(after > 0.8, `${after}`);
});

Deno.test("a cache of a twentieth of the vertices serves most of a clustered graph once it is ordered", () => {
  const graph = plantedGraph({ vertices: 4000, community: 100, edges: 40_000, inside: 0.9, seed: 8 });
  const [before, after] = [graph, ordered(graph)].map((each) => lruHitRate(reuseDistances(each), 200));
  assert.ok(before < 0.1 && after > 0.7, `${before} and ${after}`);
});

Deno.test("cliques joined by single edges are found exactly, however they are numbered", () => {
  const size = 8, cliques = 12, vertices = size * cliques;
  const pairs: [number, number][] = [];
  for (let c = 0; c < cliques; c++) {
    for (let a = 0; a < size; a++) for (let b = 0; b < a; b++) pairs.push([c * size + a, c * size + b]);
    pairs.push([c * size, (c * size + size + 1) % vertices]);
  }
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const id = randomPermutation(vertices, new RandomStream(seed, "test"));
      const graph = graphOf(vertices, pairs.map(([a, b]) => [id[a], id[b]]), { symmetrise: true });
      const { perm } = rabbit.compute(graph, { seed: 1 });
      for (let c = 0; c < cliques; c++) {
        const places = Array.from({ length: size }, (_, i) => perm[id[c * size + i]]).sort((a, b) => a - b);
        assert.equal(places[size - 1] - places[0], size - 1);
      }
    }),
    { numRuns: 50 },
  );
});

Deno.test("components stay together, and isolated vertices are communities of their own", () => {
  fc.assert(fc.property(graphs, (graph) => {
    const after = ordered(graph);
    assert.equal(nnz(after), nnz(graph));
  }));
  assert.equal(rabbit.compute(SHAPES["isolated vertices"], { seed: 1 }).facts.clusters, 9);
  const { perm, facts } = rabbit.compute(SHAPES.disconnected, { seed: 1 });
  assert.equal(facts.clusters, 5);
  for (const component of [[0, 1], [3, 4, 5], [7, 8]]) {
    const places = component.map((v) => perm[v]).sort((a, b) => a - b);
    assert.equal(places.at(-1)! - places[0], component.length - 1);
  }
});
