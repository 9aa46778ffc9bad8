import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type BisectionQuality,
  isBetterBisection,
  refineBisection,
  type SideLimits,
} from "../../../graph/partitions/bisection.ts";
import { totalWeight, type WeightedGraph, weightedGraph } from "../../../graph/partitions/weighted_graph.ts";
import { edgeLists, graphOf } from "../graph_fixture.ts";

/** Undirected graphs with weights from 1 to 5 on edges and from 0 to 4 on vertices, and sides of these. */
const bisections = fc.record({
  list: edgeLists.filter(({ vertices }) => vertices > 1),
  weights: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(4), fc.nat(1)), {
    minLength: 31,
    maxLength: 31,
  }),
  hasSecond: fc.boolean(),
  slack: fc.tuple(fc.nat(6), fc.nat(6), fc.nat(6), fc.nat(6)),
}).map(({ list, weights, hasSecond, slack }) => {
  const structure = graphOf(list.vertices, list.pairs, { symmetrise: true, selfLoops: "drop" });
  const rowOf = Uint32Array.from(
    structure.colIdx,
    (_, e) => structure.rowPtr.findIndex((end) => end > e) - 1,
  );
  const plain = weightedGraph(structure, {
    first: Uint32Array.from({ length: list.vertices }, (_, v) => weights[v][0]),
    second: Uint32Array.from({ length: list.vertices }, (_, v) => hasSecond ? weights[v][1] : 0),
  });
  const edgeWeight = Int32Array.from(structure.colIdx, (c, e) => 1 + (rowOf[e] + c + rowOf[e] * c) % 5);
  const graph = { ...plain, edgeWeight };
  const [first, second] = totalWeight(graph);
  const limit = (c: number, s: number) => Math.floor([first, second][c] / 2) + slack[2 * s + c];
  const limits: SideLimits = [[limit(0, 0), limit(1, 0)], [limit(0, 1), limit(1, 1)]];
  return { graph, side: Uint8Array.from({ length: list.vertices }, (_, v) => weights[v][2]), limits };
});

/** Cut and loads of two sides, counted anew. */
function recount({ vertices, rowPtr, colIdx, edgeWeight, weight }: WeightedGraph, side: Uint8Array) {
  const load = [[0, 0], [0, 0]];
  let twice = 0;
  for (let v = 0; v < vertices; v++) {
    for (const c of [0, 1]) load[side[v]][c] += weight[c][v];
    for (let e = rowPtr[v]; e < rowPtr[v + 1]; e++) if (side[v] !== side[colIdx[e]]) twice += edgeWeight[e];
  }
  return { cut: twice / 2, load };
}

function qualityOf(graph: WeightedGraph, side: Uint8Array, limits: SideLimits): BisectionQuality {
  const { cut, load } = recount(graph, side), total = totalWeight(graph);
  const excess = (s: number) =>
    [0, 1].reduce((sum, c) => sum + Math.max(0, load[s][c] - limits[s][c]) / (total[c] || 1), 0);
  return { cut, overload: excess(0) + excess(1) };
}

Deno.test("a refined bisection has the quality it says, is no worse, and in the end no move alone betters it", () => {
  let bettered = 0, balanced = 0;
  fc.assert(
    fc.property(bisections, ({ graph, side, limits }) => {
      let before = qualityOf(graph, side, limits);
      for (let more = true; more;) {
        const after = refineBisection(graph, side, limits);
        assert.deepEqual(after, qualityOf(graph, side, limits));
        assert.ok(!isBetterBisection(before, after), "worse than before");
        more = isBetterBisection(after, before);
        if (more) bettered++;
        before = after;
      }
      for (let v = 0; v < graph.vertices; v++) {
        side[v] ^= 1;
        const moved = qualityOf(graph, side, limits);
        side[v] ^= 1;
        if (before.overload === 0) {
          assert.ok(!isBetterBisection(moved, before), `vertex ${v} is better moved`);
        }
      }
      if (before.overload === 0) balanced++;
    }),
    { numRuns: 300, seed: 1 },
  );
  assert.ok(bettered > 100 && balanced > 100, `${bettered} bettered, ${balanced} balanced`);
});

/** Undirected graph of weighted edges; every vertex weighs 1. */
function weighted(vertices: number, edges: readonly (readonly [u: number, v: number, weight: number])[]) {
  const structure = graphOf(vertices, edges.map(([u, v]) => [u, v] as const), {
    symmetrise: true,
    selfLoops: "drop",
  });
  const weightOf = new Map(edges.flatMap(([u, v, weight]) => [[`${u} ${v}`, weight], [`${v} ${u}`, weight]]));
  const edgeWeight = Int32Array.from(
    structure.colIdx,
    (c, e) => weightOf.get(`${structure.rowPtr.findIndex((end) => end > e) - 1} ${c}`)!,
  );
  return { ...weightedGraph(structure), edgeWeight };
}

Deno.test("a move that loses is made where those after it win more", () => {
  const limits: SideLimits = [[4, 0], [4, 0]];
  // 0 and 1 hang together by 3. Either alone loses 1 where it moves to 2, and both together win 4.
  const pair = weighted(4, [[0, 1, 3], [0, 2, 2], [1, 2, 2], [2, 3, 9]]);
  // Vertex 1 reaches the other side only once 0 has moved, which loses 1; both together win 2.
  const tail = weighted(4, [[0, 1, 3], [0, 2, 2], [2, 3, 9]]);
  for (const graph of [pair, tail]) {
    const side = Uint8Array.of(0, 0, 1, 1);
    assert.deepEqual(refineBisection(graph, side, limits), { cut: 0, overload: 0 });
    assert.equal(new Set(side).size, 1);
  }
});

Deno.test("as many moves are made in a row as better the cut", () => {
  const edges = 2000, n = 2 * edges, limit = 0.6 * n;
  // Edges of two vertices each, every one of them cut.
  const ends = Array.from({ length: edges }, (_, i) => [2 * i, 2 * i + 1] as const);
  const graph = weightedGraph(graphOf(n, ends, { symmetrise: true, selfLoops: "drop" }));
  const side = Uint8Array.from({ length: n }, (_, v) => v % 2);
  assert.deepEqual(refineBisection(graph, side, [[limit, 0], [limit, 0]]), { cut: 0, overload: 0 });
});

Deno.test("small graphs are refined to the end at once: a second refinement finds nothing", () => {
  fc.assert(
    fc.property(bisections, ({ graph, side, limits }) => {
      const first = refineBisection(graph, side, limits), sides = [...side];
      assert.deepEqual(refineBisection(graph, side, limits), first);
      assert.deepEqual([...side], sides);
    }),
    { numRuns: 300, seed: 2 },
  );
});

Deno.test("limits that no bisection meets are approached, with the quality that is said", () => {
  fc.assert(
    fc.property(bisections, fc.nat(3), fc.nat(3), ({ graph, side }, one, other) => {
      const limits: SideLimits = [[one, 0], [other, 0]];
      const before = qualityOf(graph, side, limits), after = refineBisection(graph, side, limits);
      assert.deepEqual(after, qualityOf(graph, side, limits));
      assert.ok(!isBetterBisection(before, after), "worse than before");
    }),
    { numRuns: 300, seed: 3 },
  );
});
