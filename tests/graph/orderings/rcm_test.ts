import assert from "node:assert/strict";
import fc from "fast-check";
import { bandwidth } from "../../../graph/bandwidth.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { rcm } from "../../../graph/orderings/rcm.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";
import { graphOf, gridGraph, SHAPES } from "../graph_fixture.ts";

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
