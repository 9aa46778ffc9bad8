import assert from "node:assert/strict";
import fc from "fast-check";
import { bandwidth } from "../../../graph/bandwidth.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { rcm } from "../../../graph/orderings/rcm.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { symmetrise } from "../../../graph/symmetry.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";
import { graphOf, graphs, gridGraph, plantedGraph, SHAPES } from "../graph_fixture.ts";

const shuffled = (graph: CsrMatrix, seed: number) =>
  permuteSymmetric(graph, randomPermutation(graph.rows, new RandomStream(seed, "test")));

const afterRcm = (graph: CsrMatrix) =>
  bandwidth(permuteSymmetric(graph, rcm.compute(graph, { seed: 1 }).perm));

Deno.test("RCM gives a shuffled path back its bandwidth of 1", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const path = shuffled(SHAPES.path, seed);
      assert.ok(bandwidth(path) > 100);
      assert.equal(afterRcm(path), 1);
    }),
    { numRuns: 20 },
  );
});

Deno.test("RCM brings a shuffled 30 x 30 grid to within a tenth of its optimal bandwidth of 30", () => {
  for (const seed of [1, 2, 3]) assert.ok(afterRcm(shuffled(gridGraph(30), seed)) <= 33);
});

/** The algorithm word for word, by lists of levels. */
function byTheBook(matrix: CsrMatrix): number[] {
  const { rows, rowPtr, colIdx } = symmetrise(matrix, { selfLoops: "drop" });
  const degree = (v: number) => rowPtr[v + 1] - rowPtr[v];
  const byDegree = (list: Iterable<number>) => [...list].sort((a, b) => degree(a) - degree(b) || a - b);
  const levelsFrom = (root: number) => {
    const levels = [[root]], met = new Set(levels[0]);
    for (const level of levels) {
      const next = level.flatMap((v) =>
        byDegree(colIdx.subarray(rowPtr[v], rowPtr[v + 1])).filter((u) => met.size < met.add(u).size)
      );
      if (next.length > 0) levels.push(next);
    }
    return levels;
  };
  const order: number[] = [];
  for (const first of byDegree(Array.from({ length: rows }, (_, v) => v))) {
    if (order.includes(first)) continue;
    // George and Liu: on to a vertex of lowest degree among the farthest, while that has farther ones yet.
    let levels = levelsFrom(first), before = 0;
    do {
      before = levels.length;
      const [far] = levels.at(-1)!.toSorted((a, b) => degree(a) - degree(b));
      levels = levelsFrom(far);
    } while (levels.length > before);
    order.push(...levels.flat());
  }
  const perm = new Array<number>(rows);
  order.forEach((v, place) => perm[v] = rows - 1 - place);
  return perm;
}

Deno.test("RCM is the published algorithm, level for level", () => {
  fc.assert(fc.property(graphs, (graph) => {
    assert.deepEqual([...rcm.compute(graph, { seed: 1 }).perm], byTheBook(graph));
  }));
  const planted = plantedGraph({ vertices: 300, community: 20, edges: 450, inside: 0.9, seed: 2 });
  for (const graph of [planted, SHAPES.star, shuffled(gridGraph(12), 5)]) {
    assert.deepEqual([...rcm.compute(graph, { seed: 1 }).perm], byTheBook(graph));
  }
});

Deno.test("RCM keeps components together and works on the undirected structure of a directed graph", () => {
  const cycle = afterRcm(SHAPES["directed cycle"]);
  assert.equal(cycle, 2);
  const paths = graphOf(
    40,
    Array.from({ length: 36 }, (_, i) => [i + Math.floor(i / 9), i + 1 + Math.floor(i / 9)]),
  );
  assert.equal(afterRcm(shuffled(paths, 4)), 1);
});

Deno.test("RCM begins at the vertex of lowest degree among those that are farthest, which gets the highest id", () => {
  // A path of ten whose end has three more neighbours, two of them beside each other.
  const path = Array.from({ length: 9 }, (_, i) => [i, i + 1] as const);
  for (const [single, ...pair] of [[10, 11, 12], [11, 10, 12], [12, 10, 11]] as const) {
    const graph = graphOf(13, [...path, [9, single], [9, pair[0]], [9, pair[1]], pair], { symmetrise: true });
    const { perm } = rcm.compute(graph, { seed: 1 });
    assert.equal(perm[single], 12, `vertex ${single} has degree 1`);
    assert.equal(perm[0], 0);
  }
});
