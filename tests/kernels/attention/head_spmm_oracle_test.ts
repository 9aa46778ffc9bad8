import assert from "node:assert/strict";
import { csrFromEdges } from "../../../graph/edges.ts";
import { headSpmmOracle } from "../../../kernels/attention/head_spmm/oracle.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";

const heads = 2, headWidth = 3, cols = heads * headWidth;
const matrix = csrFromEdges({
  vertices: 4,
  source: Uint32Array.of(0, 2, 3, 1),
  target: Uint32Array.of(0, 0, 1, 3),
});
const numbers = (length: number, step: number) =>
  Float32Array.from({ length }, (_, i) => ((i * step) % 11) / 4 - 1);
const problem = { matrix, heads, headWidth, attention: numbers(4 * heads, 7), x: numbers(4 * cols, 5) };

for (const order of [undefined, Uint32Array.of(2, 0, 3, 1)]) {
  const named = order ? "of a transpose, whose attention has another order," : "";
  Deno.test(`a projection ${named} is the exact result times the weights, and its magnitude bounds it`, () => {
    const product = { ...problem, ...(order && { order }) };
    const weights = Float64Array.from({ length: cols }, (_, col) => col % 2 ? -1 - col : 1 + col);
    const value = new Float64Array(cols), magnitude = new Float64Array(cols);
    const projection = headSpmmOracle.project!(product, weights)!;
    for (let row = 0; row < matrix.rows; row++) {
      headSpmmOracle.row(product, row, value, magnitude);
      const wanted = sumOf(value, (each, col) => each * weights[col]);
      const bound = sumOf(magnitude, (each, col) => each * Math.abs(weights[col]));
      assert.ok(Math.abs(projection.value[row] - wanted) <= 1e-12 * bound, `row ${row}`);
      assert.ok(Math.abs(projection.magnitude[row] - bound) <= 1e-12 * bound, `row ${row}`);
    }
  });
}
