import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr, nnz } from "../../graph/csr.ts";
import { submatrix } from "../../graph/submatrix.ts";
import { ReproError } from "../../platform/errors.ts";
import { entriesOf, graphs, SHAPES, weightedGraphs } from "./graph_fixture.ts";

Deno.test("a block holds exactly the entries of its ranges, renumbered from 0", () => {
  const cuts = fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 }), fc.nat({ max: 30 }), fc.nat({ max: 30 }));
  fc.assert(fc.property(fc.oneof(graphs, weightedGraphs), cuts, (graph, [a, b, c, d]) => {
    const within = (x: number) => Math.min(x, graph.rows);
    const rows = [within(Math.min(a, b)), within(Math.max(a, b))] as const;
    const cols = [within(Math.min(c, d)), within(Math.max(c, d))] as const;
    const block = assertCsr(submatrix(graph, { rows, cols }));
    const expected = [...entriesOf(graph)]
      .map(([key, value]) => [key.split(",").map(Number), value] as const)
      .filter(([[r, k]]) => r >= rows[0] && r < rows[1] && k >= cols[0] && k < cols[1])
      .map(([[r, k], value]) => [`${r - rows[0]},${k - cols[0]}`, value] as const);
    assert.deepEqual([block.rows, block.cols], [rows[1] - rows[0], cols[1] - cols[0]]);
    assert.deepEqual(entriesOf(block), new Map(expected));
  }));
});

Deno.test("the blocks of any 3 x 3 cut hold every entry once", () => {
  fc.assert(fc.property(graphs, (graph) => {
    let sum = 0;
    const at = (i: number) => Math.floor(i * graph.rows / 3);
    for (const i of [0, 1, 2]) {
      for (const j of [0, 1, 2]) {
        sum += nnz(submatrix(graph, { rows: [at(i), at(i + 1)], cols: [at(j), at(j + 1)] }));
      }
    }
    assert.equal(sum, nnz(graph));
  }));
});

Deno.test("a range beyond the matrix, backwards or broken is refused", () => {
  for (const range of [[0, 301], [3, 2], [-1, 2], [0, 1.5], [NaN, 1]] as const) {
    assert.throws(() => submatrix(SHAPES.path, { rows: range }), ReproError);
    assert.throws(() => submatrix(SHAPES.path, { cols: range }), ReproError);
  }
});
