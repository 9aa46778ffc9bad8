/** Values and magnitudes of the oracles of attention. @module */
import assert from "node:assert/strict";
import { edgeSoftmax, edgeSoftmaxGradient, entrySums } from "../../../kernels/attention/mod.ts";
import type { Oracle } from "../../../kernels/operation.ts";
import { OPERATIONS, problemsOf } from "./every_operation.ts";
import { pattern, sumsProblem } from "./random_patterns.ts";

/** A row of an oracle in buffers that held something else; `terms` is what it returns. */
function rowOf<Problem>(oracle: Oracle<Problem>, problem: Problem, row: number) {
  const { cols } = oracle.shape(problem);
  const value = new Float64Array(cols).fill(7), magnitude = new Float64Array(cols).fill(7);
  const terms = oracle.row(problem, row, value, magnitude);
  assert.equal(terms, oracle.terms(problem, row));
  return { value: [...value], magnitude: [...magnitude], terms };
}

const near = (found: readonly number[], wanted: readonly number[]) => {
  assert.equal(found.length, wanted.length);
  found.forEach((each, i) => assert.ok(Math.abs(each - wanted[i]) < 1e-12, `${found}, not ${wanted}`));
};

/** One row with two entries and two heads, whose shares are 1/4 and 3/4 in both. */
const log3 = Math.log(3);
const softmax = {
  matrix: { rows: 1, cols: 2, rowPtr: Uint32Array.of(0, 2), colIdx: Uint32Array.of(0, 1) },
  heads: 2,
  negativeSlope: 0.5,
  // Own scores of 1 in head 0; sums of 0 and log 3 there, of -2 log 3 and 0 in head 1.
  scores: Float64Array.of(1, 0, -1, -2 * log3, 0, 0, log3 - 1, 0),
};

Deno.test("a share's magnitude grows with its score and its distance from the largest one, and with the row's average", () => {
  const [first, second] = [0, 1].map((entry) => rowOf(edgeSoftmax.oracle, softmax, entry));
  near(first.value, [1 / 4, 1 / 4]);
  near(second.value, [3 / 4, 3 / 4]);
  // Scores and distances: 0 and log 3, log 3 and 0 in head 0, log 3 and log 3, 0 and 0 in head 1.
  near(first.magnitude, [(1 + log3 + log3) / 4, (1 + 2 * log3 + log3 / 2) / 4]);
  near(second.magnitude, [3 * (1 + log3 + log3) / 4, 3 * (1 + log3 / 2) / 4]);
  assert.deepEqual([first.terms, second.terms], [2 + 8, 2 + 8]);
});

Deno.test("a gradient's magnitude has the terms of its row", () => {
  const attention = Float64Array.of(0.25, 1, 0.75, 1), gradient = Float64Array.of(2, 1, -4, 3);
  const problem = { ...softmax, attention, gradient };
  const [first, second] = [0, 1].map((entry) => rowOf(edgeSoftmaxGradient.oracle, problem, entry));
  // In head 0 a g is 0.5 and -3, in head 1 1 and 3; the slope is 1 where the sum is above 0, which one is.
  near(first.value, [0.5 * 0.25 * (2 + 2.5), 0.5 * (1 - 4)]);
  near(second.value, [0.75 * (-4 + 2.5), 0.5 * (3 - 4)]);
  near(first.magnitude, [0.5 * 0.25 * (2 + 3.5), 0.5 * (1 + 4)]);
  near(second.magnitude, [0.75 * (4 + 3.5), 0.5 * (3 + 4)]);
  assert.deepEqual([first.terms, second.terms], [2 + 2, 2 + 2]);
});

Deno.test("the magnitude of a sum is the value of the same sum of absolute numbers", () => {
  const matrix = pattern(6, 9, (row) => row),
    softmaxes: readonly string[] = ["edge-softmax", "edge-softmax-gradient"];
  let cancelled = 0;
  for (const [{ id, oracle }, problem] of problemsOf(matrix, { heads: 2, headWidth: 3 })) {
    if (softmaxes.includes(id)) continue;
    const absolute = Object.fromEntries(
      Object.entries(problem as object).map((
        [name, of],
      ) => [name, of instanceof Float32Array ? of.map(Math.abs) : of]),
    );
    for (let row = 0; row < oracle.shape(problem).rows; row++) {
      const { value, magnitude } = rowOf(oracle, problem, row);
      near(magnitude, rowOf(oracle, absolute, row).value);
      cancelled += value.filter((each, i) => Math.abs(each) < magnitude[i]).length;
    }
  }
  assert.ok(cancelled > 50, `${cancelled} sums with terms of both signs`);
});

Deno.test("a sum has as many terms as its row or column has entries, whichever are more", () => {
  const matrix = pattern(6, 9, (row) => row), problem = sumsProblem(matrix, 1), { transposed } = problem;
  for (let vertex = 0; vertex < 9; vertex++) {
    const inRow = vertex < 6 ? vertex : 0,
      inColumn = transposed.rowPtr[vertex + 1] - transposed.rowPtr[vertex];
    assert.equal(rowOf(entrySums.oracle, problem, vertex).terms, Math.max(inRow, inColumn));
  }
});

Deno.test("terms of sums of products are multiples of the square of a step, those of sums of the step", () => {
  const quanta = OPERATIONS.map(({ id, oracle }) => [id, oracle.quantum?.({} as never, 1 / 8)]);
  assert.deepEqual(quanta.filter(([, quantum]) => quantum !== undefined), [
    ["entry-sums", 1 / 8],
    ["head-spmm", 1 / 64],
  ]);
});
