/**
 * Searches in rows that lie behind 2^31 entries and more.
 *
 * @module
 */
import assert from "node:assert/strict";
import { hasEntry, nnz } from "../../graph/csr.ts";
import { uniformNeighbors } from "../../graph/sampling/uniform.ts";
import { submatrix } from "../../graph/submatrix.ts";
import { behind, plantedGraph } from "./graph_fixture.ts";

const graph = plantedGraph({ vertices: 300, community: 30, edges: 4000, inside: 0.5, seed: 1 });

for (const before of [2 ** 31 - 7, 2 ** 32 - 1 - nnz(graph)]) {
  const far = behind(graph, before), { rows } = graph;

  Deno.test(`entries are found behind ${before} others`, () => {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < rows; column++) {
        assert.equal(hasEntry(far, row, column), hasEntry(graph, row, column), `${row}, ${column}`);
      }
    }
  });

  Deno.test(`blocks are cut behind ${before} entries`, () => {
    for (const range of [{ rows: [7, 120], cols: [30, 299] }, { cols: [250, 300] }, {}] as const) {
      assert.deepEqual(submatrix(far, range), submatrix(graph, range));
    }
  });

  Deno.test(`neighbours are drawn behind ${before} entries`, () => {
    const [one, other] = [far, graph].map((each) => uniformNeighbors(each, { fanouts: [5], seed: 1 }));
    const vertices = Uint32Array.from({ length: rows }, (_, v) => v), at = { batch: 3, layer: 0 };
    assert.deepEqual(one.draw(vertices, at), other.draw(vertices, at));
  });
}
