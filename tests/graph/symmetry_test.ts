import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr, type CsrMatrix } from "../../graph/csr.ts";
import { submatrix } from "../../graph/submatrix.ts";
import { isSymmetric, symmetrise } from "../../graph/symmetry.ts";
import { transpose } from "../../graph/transpose.ts";
import { ReproError } from "../../platform/errors.ts";
import { edgeLists, entriesOf, graphOf, graphs, SHAPES, weightedGraphs } from "./graph_fixture.ts";

Deno.test("isSymmetric agrees with a comparison to the transpose", () => {
  let symmetric = 0;
  const undirected = graphs.map((graph) => symmetrise(graph));
  fc.assert(fc.property(fc.oneof(graphs, weightedGraphs, undirected), (graph) => {
    const flipped = entriesOf(transpose(graph));
    const expected = [...entriesOf(graph)].every(([key, value]) => flipped.get(key) === value);
    assert.equal(isSymmetric(graph), expected);
    if (expected && graph.colIdx.length > 4) symmetric++;
  }));
  assert.ok(symmetric > 5, "the graphs were hardly ever symmetric");
});

Deno.test("isSymmetric looks at values and at the shape", () => {
  const edge = graphOf(2, [[0, 1]], { symmetrise: true });
  const weighted = (a: number, b: number): CsrMatrix => ({ ...edge, values: Float32Array.of(a, b) });
  assert.ok(isSymmetric(weighted(2, 2)));
  assert.ok(!isSymmetric(weighted(2, 3)));
  assert.ok(!isSymmetric(submatrix(edge, { rows: [0, 1] })));
  for (const cols of [1, 3]) assert.ok(!isSymmetric({ ...graphOf(2, [[0, 0]]), cols }));
});

Deno.test("symmetrise equals the graph of the edges in both directions, with loops kept or dropped", () => {
  fc.assert(fc.property(edgeLists, fc.constantFrom("keep" as const, "drop" as const), (list, selfLoops) => {
    const both = assertCsr(symmetrise(graphOf(list.vertices, list.pairs), { selfLoops }));
    assert.deepEqual(both, graphOf(list.vertices, list.pairs, { symmetrise: true, selfLoops }));
  }));
});

Deno.test("an undirected graph shares its arrays with its undirected structure", () => {
  assert.equal(symmetrise(SHAPES.path).colIdx, SHAPES.path.colIdx);
  assert.equal(symmetrise(SHAPES.path, { selfLoops: "drop" }).colIdx, SHAPES.path.colIdx);
  assert.throws(() => symmetrise(submatrix(SHAPES.path, { rows: [0, 2] })), ReproError);
});
