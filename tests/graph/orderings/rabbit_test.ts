import assert from "node:assert/strict";
import fc from "fast-check";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { rabbit } from "../../../graph/orderings/rabbit.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { lruHitRate, reuseDistances } from "../../../graph/reuse_distance.ts";
import { symmetrise } from "../../../graph/symmetry.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { graphs, gridGraph, plantedGraph, SHAPES } from "../graph_fixture.ts";

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

/** The algorithm word for word, with a scan of the whole graph for every merge. */
function byTheBook(matrix: CsrMatrix): number[] {
  const { rows, rowPtr, colIdx } = symmetrise(matrix, { selfLoops: "drop" });
  const degree = (v: number) => rowPtr[v + 1] - rowPtr[v];
  const vertices = Array.from({ length: rows }, (_, v) => v);
  const children = vertices.map((): number[] => []);
  const topOf = [...vertices];
  for (const u of [...vertices].sort((a, b) => degree(a) - degree(b) || a - b)) {
    const weight = new Map<number, number>();
    const volume = (top: number) => sumOf(vertices, (v) => topOf[v] === top ? degree(v) : 0);
    for (const v of vertices.filter((v) => topOf[v] === u)) {
      for (const other of colIdx.subarray(rowPtr[v], rowPtr[v + 1])) {
        if (topOf[other] !== u) weight.set(topOf[other], (weight.get(topOf[other]) ?? 0) + 1);
      }
    }
    const gains = [...weight].map(([v, w]) => ({ v, gain: w - volume(u) * volume(v) / rowPtr[rows] }));
    const [best] = gains.sort((a, b) => b.gain - a.gain || a.v - b.v);
    if (best === undefined || best.gain <= 0) continue;
    children[best.v].push(u);
    for (const v of vertices) if (topOf[v] === u) topOf[v] = best.v;
  }
  const walk = (v: number): number[] => [v, ...children[v].flatMap(walk)];
  const order = vertices.filter((v) => topOf[v] === v).flatMap(walk);
  const perm = new Array<number>(rows);
  order.forEach((v, id) => perm[v] = id);
  return perm;
}

Deno.test("it is the published algorithm, merge for merge", () => {
  fc.assert(fc.property(graphs, (graph) => {
    assert.deepEqual([...rabbit.compute(graph, { seed: 1 }).perm], byTheBook(graph));
  }));
  const planted = plantedGraph({ vertices: 120, community: 12, edges: 400, inside: 0.8, seed: 5 });
  // Edges that no merge takes in go up many levels: their lists take more room than the graph has entries.
  const unordered = [1, 2, 3].map((seed) =>
    plantedGraph({ vertices: 100, community: 10, edges: 300, inside: 0, seed })
  );
  for (const graph of [planted, ...unordered, gridGraph(8), gridGraph(12), SHAPES.star, SHAPES.clique]) {
    assert.deepEqual([...rabbit.compute(graph, { seed: 1 }).perm], byTheBook(graph));
  }
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
