import assert from "node:assert/strict";
import fc from "fast-check";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { blockOffsets, blockWise } from "../../../graph/orderings/block_wise.ts";
import { metisOrdering } from "../../../graph/orderings/metis.ts";
import { findOrdering, ORDERINGS } from "../../../graph/orderings/mod.ts";
import type { Ordering, OrderingFacts } from "../../../graph/orderings/ordering.ts";
import { isPermutation } from "../../../graph/permutation.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { submatrix } from "../../../graph/submatrix.ts";
import { UsageError } from "../../../platform/errors.ts";
import { indices } from "../../../platform/indices.ts";
import { graphs, plantedGraph, SHAPES } from "../graph_fixture.ts";

function blockCounts(graph: CsrMatrix, offsets: Uint32Array): number[][] {
  const ranges = Array.from(offsets.subarray(1), (end, i) => [offsets[i], end] as const);
  return ranges.map((rows) => ranges.map((cols) => nnz(submatrix(graph, { rows, cols }))));
}

Deno.test("block-wise reordering keeps ids in their block and the edges of every block", () => {
  const ordering = fc.constantFrom(...ORDERINGS, metisOrdering({ metisSize: 2 }));
  fc.assert(
    fc.property(graphs, ordering, fc.integer({ min: 1, max: 9 }), (graph, inner, blocknum) => {
      const { perm } = blockWise(inner, blocknum).compute(graph, { seed: 1 });
      const offsets = blockOffsets(graph.rows, blocknum);
      assert.ok(isPermutation(perm, graph.rows));
      for (let i = 0; i < blocknum; i++) {
        for (let v = offsets[i]; v < offsets[i + 1]; v++) {
          assert.ok(perm[v] >= offsets[i] && perm[v] < offsets[i + 1]);
        }
      }
      assert.deepEqual(blockCounts(permuteSymmetric(graph, perm), offsets), blockCounts(graph, offsets));
    }),
    { numRuns: 200 },
  );
});

Deno.test("whole-graph reordering is the case of one block, and it does move edges between blocks", () => {
  const graph = plantedGraph({ vertices: 400, community: 50, edges: 3000, inside: 0.9, seed: 2 });
  const offsets = blockOffsets(graph.rows, 2);
  for (const ordering of ORDERINGS) {
    const whole = blockWise(ordering, 1).compute(graph, { seed: 7 });
    assert.deepEqual(whole.perm, ordering.compute(graph, { seed: 7 }).perm);
    if (ordering.id !== "metis") continue;
    assert.notDeepEqual(
      blockCounts(permuteSymmetric(graph, whole.perm), offsets),
      blockCounts(graph, offsets),
    );
  }
});

Deno.test("block offsets are floor(i n / blocknum), and facts and parameters tell the blocks", () => {
  assert.deepEqual([...blockOffsets(10, 4)], [0, 2, 5, 7, 10]);
  const ordering = blockWise(metisOrdering({ metisSize: 10 }), 4);
  const { facts } = ordering.compute(SHAPES.path, { seed: 1 });
  assert.equal(facts.blocks, 4);
  assert.equal(facts.clusters, 4 * Math.ceil(75 / 10));
  assert.equal(facts.engine, ordering.parameters.engine);
  assert.equal(ordering.parameters.blocknum, 4);
});

Deno.test("facts of blocks are sums and the worst balance; what no block tells stays untold", () => {
  const told: OrderingFacts[] = [
    { engine: "a", clusters: 2, edgeCut: 5, balance: 1.25 },
    { engine: "b", clusters: 3, edgeCut: 0, balance: 1.5 },
    { engine: "a", clusters: 1, edgeCut: 1, balance: 1 },
  ];
  const facts = (given: readonly OrderingFacts[]) => {
    const each = given.values();
    const ordering: Ordering = {
      ...findOrdering("natural"),
      compute: ({ rows }) => ({ perm: indices(rows), facts: each.next().value! }),
    };
    return blockWise(ordering, given.length).compute(SHAPES.path, { seed: 1 }).facts;
  };
  assert.deepEqual(facts(told), { engine: "a + b", clusters: 6, edgeCut: 6, balance: 1.5, blocks: 3 });
  assert.deepEqual(facts([{}, {}]), { blocks: 2 });
});

Deno.test("a number of blocks that cannot be is a usage error", () => {
  for (const blocknum of [0, -1, 1.5, NaN]) {
    assert.throws(() => blockWise(ORDERINGS[0], blocknum), UsageError);
  }
});
