import assert from "node:assert/strict";
import fc from "fast-check";
import type { GemmProblem } from "../../../kernels/gemm/gemm.ts";
import { gemm } from "../../../kernels/gemm/mod.ts";
import { gemmOracle } from "../../../kernels/gemm/oracle.ts";
import { findOperation } from "../../../kernels/registry.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { randomGemm } from "./gemm_problem.ts";

/** Computes one entry by the definition, with each term mapped by `of`. */
function entry(
  { a, b, inner, cols }: GemmProblem,
  at: [number, number],
  of = (term: number) => term,
): number {
  let sum = 0;
  for (let k = 0; k < inner; k++) sum += of(a[at[0] * inner + k] * b[k * cols + at[1]]);
  return sum;
}

const problems = fc.record({
  rows: fc.nat(9),
  inner: fc.nat(12),
  cols: fc.nat(7),
  seed: fc.nat(),
}).map(({ rows, inner, ...rest }) => randomGemm(rows, inner, rest));

Deno.test("the oracle agrees with the definition, values and magnitudes", () => {
  fc.assert(fc.property(problems, (problem) => {
    const { rows, inner, cols } = problem;
    const value = new Float64Array(cols).fill(NaN), magnitude = new Float64Array(cols).fill(NaN);
    assert.deepEqual(gemmOracle.shape(problem), { rows, cols });
    for (let row = 0; row < rows; row++) {
      assert.equal(gemmOracle.row(problem, row, value, magnitude), inner);
      assert.equal(gemmOracle.terms(problem, row), inner);
      for (let col = 0; col < cols; col++) {
        assert.ok(Math.abs(value[col] - entry(problem, [row, col])) <= 1e-13);
        assert.ok(Math.abs(magnitude[col] - entry(problem, [row, col], Math.abs)) <= 1e-13);
      }
    }
  }));
});

Deno.test("a projection is the exact result times the weights, and its magnitude bounds it", () => {
  fc.assert(fc.property(problems, (problem) => {
    const weights = Float64Array.from({ length: problem.cols }, (_, i) => i % 2 === 0 ? 0.75 + i : -1.25);
    const { value, magnitude } = gemmOracle.project!(problem, weights)!;
    assert.equal(value.length, problem.rows);
    value.forEach((got, row) => {
      const wanted = sumOf(weights, (weight, col) => entry(problem, [row, col]) * weight);
      assert.ok(Math.abs(got - wanted) <= 1e-12);
      assert.ok(Math.abs(got) <= magnitude[row] + 1e-12);
    });
  }));
});

Deno.test("work counts every multiply-add once, and each operand once or each time it is used", () => {
  assert.deepEqual(gemm.work(randomGemm(3, 5, { cols: 2 })), {
    multiplyAdds: 30,
    compulsoryBytes: 4 * (15 + 10 + 6),
    bytesWithoutReuse: 4 * (60 + 6),
  });
});

Deno.test("the operation is found by its id", () => {
  assert.equal(findOperation("gemm"), gemm);
});
