import assert from "node:assert/strict";
import fc from "fast-check";
import { spmmOracle } from "../../../kernels/spmm/oracle.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { randomProblem } from "./spmm_problem.ts";

/** Textbook product with the matrix written out including its zeros. */
function denseProduct({ matrix, features, width }: SpmmProblem, of: (value: number) => number): number[][] {
  const dense = Array.from({ length: matrix.rows }, () => new Array<number>(matrix.cols).fill(0));
  for (let row = 0; row < matrix.rows; row++) {
    for (let e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; e++) {
      dense[row][matrix.colIdx[e]] = matrix.values ? matrix.values[e] : 1;
    }
  }
  return dense.map((line) =>
    Array.from(
      { length: width },
      (_, col) => sumOf(line, (a, k) => of(a * features[k * width + col])),
    )
  );
}

const shapes = fc.record({
  rows: fc.integer({ min: 1, max: 12 }),
  cols: fc.integer({ min: 1, max: 12 }),
  width: fc.integer({ min: 1, max: 6 }),
  weighted: fc.boolean(),
  seed: fc.nat(),
  lengths: fc.array(fc.nat(12), { minLength: 12, maxLength: 12 }),
});

Deno.test("the oracle agrees with the textbook product, values and magnitudes", () => {
  fc.assert(fc.property(shapes, ({ lengths, ...shape }) => {
    const problem = randomProblem({ ...shape, entries: (row) => lengths[row] });
    const wanted = denseProduct(problem, (term) => term), absolute = denseProduct(problem, Math.abs);
    const value = new Float64Array(shape.width).fill(NaN),
      magnitude = new Float64Array(shape.width).fill(NaN);
    for (let row = 0; row < shape.rows; row++) {
      const terms = spmmOracle.row(problem, row, value, magnitude);
      assert.equal(terms, Math.min(lengths[row], shape.cols));
      assert.equal(terms, spmmOracle.terms(problem, row));
      for (let col = 0; col < shape.width; col++) {
        assert.ok(Math.abs(value[col] - wanted[row][col]) <= 1e-13);
        assert.ok(Math.abs(magnitude[col] - absolute[row][col]) <= 1e-13);
      }
    }
  }));
});

Deno.test("a projection is the exact result times the weights, and its magnitude bounds it", () => {
  fc.assert(fc.property(shapes, ({ lengths, ...shape }) => {
    const problem = randomProblem({ ...shape, entries: (row) => lengths[row] });
    const weights = Float64Array.from({ length: shape.width }, (_, i) => i % 2 === 0 ? 0.75 + i : -1.25);
    const { value, magnitude } = spmmOracle.project!(problem, weights)!;
    denseProduct(problem, (term) => term).forEach((line, row) => {
      const wanted = sumOf(line, (y, col) => y * weights[col]);
      assert.ok(Math.abs(value[row] - wanted) <= 1e-12);
      assert.ok(Math.abs(value[row]) <= magnitude[row] + 1e-12);
    });
  }));
});

Deno.test("work counts each stored entry once a column, and each operand once", () => {
  // For 3 x 4 with 5 entries and width 2: 4 row offsets, 5 columns, 5 values; X is 4 x 2, Y is 3 x 2.
  const problem = randomProblem({ rows: 3, cols: 4, width: 2, entries: (row) => [2, 0, 3][row] });
  assert.deepEqual(spmm.work(problem), {
    multiplyAdds: 10,
    compulsoryBytes: 4 * (4 + 5 + 5 + 8 + 6),
    bytesWithoutReuse: 4 * (4 + 5 + 5 + 10 + 6),
  });
  const { values: _, ...pattern } = problem.matrix;
  assert.equal(spmm.work({ ...problem, matrix: pattern }).compulsoryBytes, 4 * (4 + 5 + 8 + 6));
});
