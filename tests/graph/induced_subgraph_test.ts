import assert from "node:assert/strict";
import { assertCsr } from "../../graph/csr.ts";
import { csrFromEdges } from "../../graph/edges.ts";
import { inducedSubgraph } from "../../graph/induced_subgraph.ts";

Deno.test("an induced subgraph has the edges between its vertices and no others", () => {
  const graph = csrFromEdges({
    vertices: 5,
    source: Uint32Array.of(0, 1, 1, 1, 2, 3),
    target: Uint32Array.of(1, 2, 3, 4, 3, 4),
    symmetrise: true,
  });
  const part = assertCsr(inducedSubgraph(graph, Uint32Array.of(1, 3, 4)));
  assert.deepEqual([...part.rowPtr], [0, 2, 4, 6]);
  assert.deepEqual([...part.colIdx], [1, 2, 0, 2, 0, 1]);
  assert.equal(inducedSubgraph(graph, Uint32Array.of(0, 4)).rowPtr[2], 0);
});
