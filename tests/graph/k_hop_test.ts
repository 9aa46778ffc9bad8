import assert from "node:assert/strict";
import fc from "fast-check";
import type { CsrMatrix } from "../../graph/csr.ts";
import { kHopGrowth } from "../../graph/k_hop.ts";
import { submatrix } from "../../graph/submatrix.ts";
import { ReproError, UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { graphs, gridGraph, plantedGraph, SHAPES } from "./graph_fixture.ts";

function within({ rowPtr, colIdx }: CsrMatrix, start: number, hops: number): number {
  const reached = new Set([start]);
  for (let k = 0; k < hops; k++) {
    for (const v of [...reached]) {
      for (const u of colIdx.subarray(rowPtr[v], rowPtr[v + 1])) reached.add(u);
    }
  }
  return reached.size;
}

Deno.test("sizes are those of one search a start vertex", () => {
  fc.assert(fc.property(graphs, fc.nat(), fc.integer({ min: 1, max: 5 }), (graph, seed, hops) => {
    const { starts, sizes, mean } = kHopGrowth(graph, { hops, seed });
    assert.equal(starts.length, graph.rows);
    assert.equal(new Set(starts).size, starts.length);
    for (let k = 1; k <= hops; k++) {
      starts.forEach((start, i) => assert.equal(sizes[k - 1][i], within(graph, start, k)));
      const sum = sumOf(sizes[k - 1]);
      assert.equal(mean[k - 1], graph.rows === 0 ? 0 : sum / graph.rows);
    }
  }));
});

Deno.test("more starts than a word has bits are all followed", () => {
  const graph = plantedGraph({ vertices: 500, community: 50, edges: 1500, inside: 0.9, seed: 4 });
  const { starts, sizes } = kHopGrowth(graph, { sample: 70, hops: 2, seed: 9 });
  assert.equal(new Set(starts).size, 70);
  starts.forEach((start, i) => assert.equal(sizes[1][i], within(graph, start, 2)));
});

Deno.test("inside a grid 1, 2 and 3 hops reach 5, 13 and 25 vertices", () => {
  const { starts, sizes } = kHopGrowth(gridGraph(40), { sample: 200, seed: 2 });
  const inner = [...starts.keys()].filter((i) => {
    const [x, y] = [starts[i] % 40, Math.floor(starts[i] / 40)];
    return Math.min(x, y) >= 3 && Math.max(x, y) <= 36;
  });
  assert.ok(inner.length > 100);
  for (const i of inner) assert.deepEqual(sizes.map((size) => size[i]), [5, 13, 25]);
});

Deno.test("the seed decides the starts; a rectangular matrix and a sample of nothing are refused", () => {
  const starts = (seed: number) => kHopGrowth(SHAPES.path, { sample: 10, seed }).starts.join();
  assert.equal(starts(1), starts(1));
  assert.notEqual(starts(1), starts(2));
  assert.throws(() => kHopGrowth(submatrix(SHAPES.path, { rows: [0, 2] })), ReproError);
  assert.throws(() => kHopGrowth(SHAPES.path, { hops: 0 }), UsageError);
  assert.throws(() => kHopGrowth(SHAPES.path, { sample: 1.5 }), UsageError);
});
