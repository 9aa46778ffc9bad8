import assert from "node:assert/strict";
import {
  blockDiagonal,
  blockDiagonalGradient,
  entrySums,
  headSddmm,
  headSpmm,
} from "../../../kernels/attention/mod.ts";
import type { HostNumbers, Oracle } from "../../../kernels/operation.ts";
import { uniforms } from "../every_backend.ts";
import { pattern, productProblems, sumsProblem } from "./random_patterns.ts";

/** Inner product of an oracle's result and given numbers. */
function inner<Problem>(oracle: Oracle<Problem>, problem: Problem, against: HostNumbers): number {
  const { rows, cols } = oracle.shape(problem);
  const value = new Float64Array(cols), magnitude = new Float64Array(cols);
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    oracle.row(problem, row, value, magnitude);
    value.forEach((entry, col) => sum += entry * against[row * cols + col]);
  }
  assert.notEqual(sum, 0);
  return sum;
}

const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-9 * Math.abs(a), `${a}, ${b}`);

Deno.test("the gradients of a weighted sum are the product at its entries and the weighted sum by columns", () => {
  const { forward, backward, entries } = productProblems(pattern(12, 30, (row) => row), {
    heads: 3,
    headWidth: 5,
  });
  const whole = inner(headSpmm.oracle, forward, backward.x);
  near(whole, inner(headSpmm.oracle, backward, forward.x));
  near(whole, inner(headSddmm.oracle, entries, forward.attention));
});

Deno.test("sums of entries are the gradient of the contributions of rows and columns", () => {
  const heads = 3, problem = sumsProblem(pattern(12, 30, (row) => row), heads), { matrix } = problem;
  const scores = uniforms(matrix.cols * 2 * heads, 1);
  let wanted = 0;
  for (let row = 0; row < matrix.rows; row++) {
    for (let e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; e++) {
      for (let h = 0; h < heads; h++) {
        const column = scores[matrix.colIdx[e] * 2 * heads + heads + h];
        wanted += problem.entries[e * heads + h] * (scores[row * 2 * heads + h] + column);
      }
    }
  }
  near(wanted, inner(entrySums.oracle, problem, scores));
});

Deno.test("the gradient of attention vectors reads the places that the block-diagonal matrix writes them to", () => {
  const shape = { heads: 3, headWidth: 5 }, vectors = uniforms(30, 1), gradient = uniforms(15 * 6, 2);
  near(
    inner(blockDiagonal.oracle, { vectors, ...shape }, gradient),
    inner(blockDiagonalGradient.oracle, { gradient, ...shape }, vectors),
  );
});

Deno.test("a product with the block-diagonal matrix has a vertex's contributions to scores as row and as column", () => {
  const value = new Float64Array(4), magnitude = new Float64Array(4);
  const problem = { vectors: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8), heads: 2, headWidth: 2 };
  const rows = [0, 1, 2, 3].map((row) => {
    blockDiagonal.oracle.row(problem, row, value, magnitude);
    return [...value];
  });
  assert.deepEqual(rows, [[1, 0, 5, 0], [2, 0, 6, 0], [0, 3, 0, 7], [0, 4, 0, 8]]);
});
