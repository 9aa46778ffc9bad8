import assert from "node:assert/strict";
import { metisOrdering } from "../../../graph/orderings/metis.ts";
import { edgeCut } from "../../../graph/partitions/partition.ts";
import { inversePermutation } from "../../../graph/permutation.ts";
import { UsageError } from "../../../platform/errors.ts";
import { graphOf, plantedGraph } from "../graph_fixture.ts";

Deno.test("clusters are numbered one after another, by old id inside", () => {
  // Two triangles joined by an edge, their ids interleaved.
  const pairs = [[0, 2], [2, 4], [4, 0], [1, 3], [3, 5], [5, 1], [0, 1]] as const;
  const graph = graphOf(6, pairs, { symmetrise: true });
  const { perm, facts } = metisOrdering({ metisSize: 3 }).compute(graph, { seed: 1 });
  const order = [...inversePermutation(perm)].join();
  assert.ok(order === "0,2,4,1,3,5" || order === "1,3,5,0,2,4", order);
  assert.equal(facts.edgeCut, 1);
});

Deno.test("the size mode makes ceil(n / size) clusters, the parts mode as many as it says", () => {
  const graph = plantedGraph({ vertices: 1010, community: 100, edges: 8000, inside: 0.8, seed: 1 });
  const clusters = (mode: "size" | "parts", metisSize: number) =>
    metisOrdering({ metisMode: mode, metisSize }).compute(graph, { seed: 1 }).facts.clusters;
  assert.equal(clusters("size", 200), 6);
  assert.equal(clusters("parts", 20), 20);
  assert.equal(metisOrdering().parameters.metisSize, 200);
  for (const metisSize of [0, -1, 1.5, NaN, 2 ** 31]) {
    assert.throws(() => metisOrdering({ metisSize }), UsageError);
  }
});

Deno.test("planted communities become contiguous: far fewer edges leave a range of ids than before", () => {
  const graph = plantedGraph({ vertices: 2000, community: 200, edges: 20000, inside: 0.9, seed: 1 });
  const { perm } = metisOrdering().compute(graph, { seed: 1 });
  const ranges = (id: (v: number) => number) =>
    Uint32Array.from({ length: 2000 }, (_, v) => Math.floor(id(v) / 200));
  assert.ok(edgeCut(graph, ranges((v) => perm[v])) < 0.4 * edgeCut(graph, ranges((v) => v)));
});
