import assert from "node:assert/strict";
import fc from "fast-check";
import { blockWise } from "../../../graph/orderings/block_wise.ts";
import { metisOrdering } from "../../../graph/orderings/metis.ts";
import { findOrdering, ORDERINGS } from "../../../graph/orderings/mod.ts";
import { isPermutation } from "../../../graph/permutation.ts";
import { submatrix } from "../../../graph/submatrix.ts";
import { ReproError, UsageError } from "../../../platform/errors.ts";
import { graphs, plantedGraph, SHAPES } from "../graph_fixture.ts";

const ALL = [
  ...ORDERINGS,
  metisOrdering({ metisSize: 3 }),
  metisOrdering({ metisMode: "parts", metisSize: 5 }),
];

for (const ordering of ALL) {
  const name = ordering.title;

  Deno.test(`${name} is a permutation on every shape and on random graphs`, () => {
    for (const [shape, graph] of Object.entries(SHAPES)) {
      const { perm } = ordering.compute(graph, { seed: 1 });
      assert.ok(isPermutation(perm, graph.rows), shape);
    }
    fc.assert(fc.property(graphs, fc.nat(), (graph, seed) => {
      assert.ok(isPermutation(ordering.compute(graph, { seed }).perm, graph.rows));
    }));
  });

  Deno.test(`${name} repeats itself for one seed and leaves the graph alone`, () => {
    const graph = plantedGraph({ vertices: 600, community: 60, edges: 4000, inside: 0.7, seed: 3 });
    const copy = structuredClone(graph);
    assert.deepEqual(ordering.compute(graph, { seed: 5 }), ordering.compute(graph, { seed: 5 }));
    assert.deepEqual(graph, copy);
  });

  Deno.test(`${name} refuses a rectangular matrix`, () => {
    const matrix = submatrix(SHAPES.path, { rows: [0, 2] });
    assert.throws(() => ordering.compute(matrix, { seed: 1 }), ReproError);
    assert.throws(() => blockWise(ordering, 2).compute(matrix, { seed: 1 }), ReproError);
  });
}

Deno.test("ids are unique and found by name; another name is a usage error that lists them", () => {
  assert.equal(new Set(ORDERINGS.map(({ id }) => id)).size, ORDERINGS.length);
  for (const ordering of ORDERINGS) assert.equal(findOrdering(ordering.id), ordering);
  assert.throws(() => findOrdering("hilbert"), (error) => {
    assert.ok(error instanceof UsageError);
    for (const { id } of ORDERINGS) assert.ok(error.message.includes(id));
    return true;
  });
});

Deno.test("random depends on the seed, natural is the identity", () => {
  const perm = (id: string, seed: number) => findOrdering(id).compute(SHAPES.path, { seed }).perm;
  assert.notDeepEqual(perm("random", 1), perm("random", 2));
  assert.deepEqual(perm("natural", 1), Uint32Array.from({ length: 300 }, (_, v) => v));
});
