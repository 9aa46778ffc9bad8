/**
 * Oracles of softmaxes over the entries of a row, and of their gradient, in float64.
 *
 * Let s be the score of an entry and d its distance from the row's largest score. Float32 computes s with an
 * error of one unit in the last place (two roundings of half a unit each), and WGSL allows exp(-d) an error
 * of 3 + 2 d units. So the magnitude of an entry's share is 1 + d + |s| times the share, plus the row's
 * average of the same factor, since every share is divided by the sum of all; the error of the largest score
 * cancels.
 *
 * An entry whose score is not finite makes all shares of its row and head NaN.
 *
 * @module
 */
import { nnz, rowLength } from "../../../graph/csr.ts";
import { oncePerObject } from "../../../platform/once_per_object.ts";
import type { Oracle } from "../../operation.ts";
import { rowsOfEntries } from "../rows_of_entries.ts";
import type { EdgeSoftmaxGradientProblem, EdgeSoftmaxProblem } from "./edge_softmax.ts";

/** Number of terms that stand for an exponential, a division and a few more roundings. */
const CONSTANTS = 8;

/** Statistics of rows that the results of their entries depend on. */
interface RowSums {
  /** Largest score of each row and head, or for a gradient the sum over the row of a g. */
  readonly first: Float64Array;
  /** Sum of exponentials of each row and head, or for a gradient the sum of |a g|. */
  readonly second: Float64Array;
  /** Average of d + |s| of each row and head. */
  readonly error: Float64Array;
}

function emptySums({ matrix, heads }: EdgeSoftmaxProblem): RowSums {
  const [first, second, error] = [0, 1, 2].map(() => new Float64Array(matrix.rows * heads));
  return { first, second, error };
}

/** Number of entries of the row that an entry belongs to. */
function entriesBeside({ matrix }: EdgeSoftmaxProblem, entry: number): number {
  return rowLength(matrix, rowsOfEntries(matrix)[entry]);
}

function sumOf({ matrix, scores, heads }: EdgeSoftmaxProblem, row: number, entry: number, head: number) {
  return scores[row * 2 * heads + head] + scores[matrix.colIdx[entry] * 2 * heads + heads + head];
}

function scoreOf(problem: EdgeSoftmaxProblem, row: number, entry: number, head: number): number {
  const sum = sumOf(problem, row, entry, head);
  if (!Number.isFinite(sum)) return NaN;
  return sum > 0 ? sum : problem.negativeSlope * sum;
}

/** Scores' statistics of a problem's rows, which may be long. */
const softmaxSumsOf = oncePerObject((problem: EdgeSoftmaxProblem): RowSums => {
  const { matrix: { rows, rowPtr }, heads } = problem, sums = emptySums(problem);
  for (let row = 0; row < rows; row++) {
    for (let head = 0; head < heads; head++) {
      const begin = rowPtr[row], end = rowPtr[row + 1];
      let largest = -Infinity, sum = 0, error = 0;
      for (let e = begin; e < end; e++) largest = Math.max(largest, scoreOf(problem, row, e, head));
      for (let e = begin; e < end; e++) {
        const score = scoreOf(problem, row, e, head), share = Math.exp(score - largest);
        sum += share;
        error += share * (largest - score + Math.abs(score));
      }
      sums.first[row * heads + head] = largest;
      sums.second[row * heads + head] = sum;
      sums.error[row * heads + head] = error / sum;
    }
  }
  return sums;
});

/** Oracle of the attention `y[e, h]`, with one row per entry. */
export const edgeSoftmaxOracle: Oracle<EdgeSoftmaxProblem> = {
  shape: ({ matrix, heads }) => ({ rows: nnz(matrix), cols: heads }),
  terms: (problem, entry) => entriesBeside(problem, entry) + CONSTANTS,
  row(problem, entry, value, magnitude) {
    const { first, second, error } = softmaxSumsOf(problem);
    const { matrix, heads } = problem, row = rowsOfEntries(matrix)[entry];
    for (let head = 0; head < heads; head++) {
      const at = row * heads + head, score = scoreOf(problem, row, entry, head), distance = first[at] - score;
      value[head] = Math.exp(-distance) / second[at];
      magnitude[head] = value[head] * (1 + distance + Math.abs(score) + error[at]);
    }
    return rowLength(matrix, row) + CONSTANTS;
  },
};

/** Gradients' statistics of a problem's rows, which may be long. */
const gradientSumsOf = oncePerObject((problem: EdgeSoftmaxGradientProblem): RowSums => {
  const { matrix, attention, gradient, heads } = problem, sums = emptySums(problem);
  rowsOfEntries(matrix).forEach((row, entry) => {
    for (let head = 0; head < heads; head++) {
      const term = attention[entry * heads + head] * gradient[entry * heads + head];
      sums.first[row * heads + head] += term;
      sums.second[row * heads + head] += Math.abs(term);
    }
  });
  return sums;
});

/**
 * Oracle of the gradient of the argument of `leaky`, with one row per entry. The sign of a float32 sum of two
 * numbers is that of the exact sum.
 */
export const edgeSoftmaxGradientOracle: Oracle<EdgeSoftmaxGradientProblem> = {
  shape: ({ matrix, heads }) => ({ rows: nnz(matrix), cols: heads }),
  terms: (problem, entry) => entriesBeside(problem, entry) + 2,
  row(problem, entry, value, magnitude) {
    const { first, second } = gradientSumsOf(problem);
    const { matrix, attention, gradient, heads, negativeSlope } = problem, row = rowsOfEntries(matrix)[entry];
    for (let head = 0; head < heads; head++) {
      const at = row * heads + head, own = entry * heads + head;
      const factor = attention[own] * (sumOf(problem, row, entry, head) > 0 ? 1 : negativeSlope);
      value[head] = factor * (gradient[own] - first[at]);
      magnitude[head] = Math.abs(factor) * (Math.abs(gradient[own]) + second[at]);
    }
    return rowLength(matrix, row) + 2;
  },
};
