import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr, type CsrMatrix } from "../../graph/csr.ts";
import { gcnNormalise, rowMean } from "../../graph/normalization.ts";
import { submatrix } from "../../graph/submatrix.ts";
import { ReproError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { entriesOf, graphOf, graphs, SHAPES, weightedGraphs } from "./graph_fixture.ts";

const EPS_F32 = 2 ** -23;

function dense(matrix: CsrMatrix): number[][] {
  const rows = Array.from({ length: matrix.rows }, () => new Array<number>(matrix.cols).fill(0));
  for (const [key, value] of entriesOf(matrix)) {
    const [r, c] = key.split(",").map(Number);
    rows[r][c] = value;
  }
  return rows;
}

Deno.test("gcnNormalise equals D^-1/2 (A + I) D^-1/2 computed densely in float64", () => {
  fc.assert(fc.property(fc.oneof(graphs, weightedGraphs), (graph) => {
    const looped = dense(graph);
    for (let v = 0; v < graph.rows; v++) if (looped[v][v] === 0) looped[v][v] = 1;
    const sums = looped.map((row) => sumOf(row));
    const got = dense(assertCsr(gcnNormalise(graph)));
    for (let r = 0; r < graph.rows; r++) {
      for (let c = 0; c < graph.rows; c++) {
        const expected = looped[r][c] / Math.sqrt(sums[r] * sums[c]);
        assert.ok(
          Math.abs(got[r][c] - expected) <= EPS_F32 * expected,
          `(${r}, ${c}): ${got[r][c]}, ${expected}`,
        );
      }
    }
  }));
});

Deno.test("gcnNormalise adds a loop where there is none and doubles none", () => {
  const matrix = gcnNormalise(graphOf(2, [[0, 0]]));
  assert.deepEqual([...entriesOf(matrix)], [["0,0", 1], ["1,1", 1]]);
});

Deno.test("the rows of a GCN-normalised regular graph sum to 1", () => {
  const matrix = gcnNormalise(SHAPES.clique);
  for (const row of dense(matrix)) assert.ok(Math.abs(row.reduce((a, b) => a + b) - 1) < 40 * EPS_F32);
});

Deno.test("a row whose weights cancel becomes zero instead of infinite", () => {
  const graph: CsrMatrix = { ...graphOf(2, [[1, 0]]), values: Float32Array.of(-1) };
  assert.deepEqual(dense(gcnNormalise(graph))[0], [0, -0]);
  assert.ok(gcnNormalise(graph).values.every(Number.isFinite));
});

Deno.test("the rows of rowMean sum to 1 in proportion to the weights, and empty rows stay empty", () => {
  fc.assert(fc.property(fc.oneof(graphs, weightedGraphs), (graph) => {
    const before = dense(graph), after = dense(assertCsr(rowMean(graph)));
    before.forEach((row, r) => {
      const sum = sumOf(row);
      row.forEach((value, c) => {
        const expected = sum === 0 ? 0 : value / sum;
        assert.ok(Math.abs(after[r][c] - expected) <= EPS_F32 * expected);
      });
    });
  }));
});

Deno.test("normalising leaves its argument alone and GCN refuses a rectangular matrix", () => {
  const graph: CsrMatrix = { ...SHAPES.path, values: new Float32Array(SHAPES.path.colIdx.length).fill(2) };
  rowMean(graph);
  gcnNormalise(graph);
  assert.ok(graph.values!.every((value) => value === 2));
  assert.throws(() => gcnNormalise(submatrix(graph, { rows: [0, 2] })), ReproError);
});
