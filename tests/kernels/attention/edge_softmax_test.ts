import assert from "node:assert/strict";
import { nnz } from "../../../graph/csr.ts";
import {
  edgeSoftmax,
  edgeSoftmaxGradient,
  type EdgeSoftmaxProblem,
  entrySums,
} from "../../../kernels/attention/mod.ts";
import type { Oracle } from "../../../kernels/operation.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { assertRight, testOnEveryBackend, uniforms } from "../every_backend.ts";
import { pattern, softmaxProblem, transposeOf } from "./random_patterns.ts";

/** Computes all rows of an oracle. */
function exact<Problem>(oracle: Oracle<Problem>, problem: Problem): Float64Array {
  const { rows, cols } = oracle.shape(problem), result = new Float64Array(rows * cols);
  const magnitude = new Float64Array(cols);
  for (let row = 0; row < rows; row++) {
    oracle.row(problem, row, result.subarray(row * cols, (row + 1) * cols), magnitude);
  }
  return result;
}

testOnEveryBackend("the attention of a row sums to 1 in each head", async (device) => {
  const heads = 5, matrix = pattern(40, 90, (row) => row % 8 === 7 ? 80 : row % 8);
  const { output } = await assertRight(device, edgeSoftmax, { problem: softmaxProblem(matrix, heads) });
  for (let row = 0; row < matrix.rows; row++) {
    for (let head = 0; head < heads; head++) {
      let sum = 0;
      for (let e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; e++) sum += output[e * heads + head];
      assert.ok(row % 8 === 0 ? sum === 0 : Math.abs(sum - 1) < 1e-5, `${sum} in row ${row}`);
    }
  }
});

testOnEveryBackend("scores of +-1e4 do not overflow, whichever score is the largest", async (device) => {
  const matrix = pattern(30, 60, (row) => row + 1);
  const { output } = await assertRight(device, edgeSoftmax, { problem: softmaxProblem(matrix, 3, 1e4) });
  assert.ok(output.every((share) => share >= 0 && share <= 1));
  const scores = new Float32Array(2 * matrix.cols * 3).fill(-1e4);
  const even = await assertRight(device, edgeSoftmax, { problem: { ...softmaxProblem(matrix, 3), scores } });
  const last = matrix.rowPtr[29] * 3;
  assert.ok(even.output.subarray(last).every((share) => Math.abs(share - 1 / 30) < 1e-6));
});

testOnEveryBackend("a slope of 1, of 0 and above 1 are right", async (device) => {
  const problem = softmaxProblem(pattern(20, 40, (row) => row % 6), 2);
  for (const negativeSlope of [1, 0, 1.5]) {
    await assertRight(device, edgeSoftmax, { problem: { ...problem, negativeSlope } });
    await assertRight(device, edgeSoftmaxGradient, { problem: { ...problem, negativeSlope } });
  }
});

Deno.test("the oracle of the gradient, summed by row and column, is the slope of the oracle of the softmax", () => {
  const heads = 2, matrix = pattern(6, 9, (row) => row), entries = nnz(matrix) * heads;
  const scores = Float64Array.from(uniforms(2 * matrix.cols * heads, 1), (score) => 3 * score);
  const gradient = Float64Array.from(uniforms(entries, 3));
  const problem: EdgeSoftmaxProblem = { matrix, heads, negativeSlope: 0.2, scores };
  const weighted = (place: number, shift: number) => {
    const moved = { ...problem, scores: scores.with(place, scores[place] + shift) };
    return sumOf(exact(edgeSoftmax.oracle, moved), (share, i) => share * gradient[i]);
  };
  const attention = exact(edgeSoftmax.oracle, problem);
  const ofSums = exact(edgeSoftmaxGradient.oracle, { ...problem, attention, gradient });
  const slopes = exact(entrySums.oracle, { matrix, ...transposeOf(matrix), heads, entries: ofSums });
  let largest = 0;
  slopes.forEach((slope, place) => {
    const wanted = (weighted(place, 1e-5) - weighted(place, -1e-5)) / 2e-5;
    assert.ok(Math.abs(wanted - slope) < 1e-9, `${slope}, not ${wanted}, at ${place}`);
    largest = Math.max(largest, Math.abs(slope));
  });
  assert.ok(largest > 0.01);
});
