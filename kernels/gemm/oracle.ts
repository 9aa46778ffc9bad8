/**
 * Oracles of dense matrix multiplication, in float64.
 *
 * @module
 */
import { endRow, isLinear } from "../epilogue/oracle.ts";
import type { Oracle } from "../operation.ts";
import { projectingRows } from "../row_projection.ts";
import type { GemmProblem } from "./gemm.ts";

/** Strides of a factor: the entry of `row` and `column` is at `row * perRow + column * perColumn`. */
interface Steps {
  readonly perRow: number;
  readonly perColumn: number;
}

function stepsOf({ form = "nn", rows, inner, cols }: GemmProblem): { readonly a: Steps; readonly b: Steps } {
  return {
    a: form === "tn" ? { perRow: 1, perColumn: rows } : { perRow: inner, perColumn: 1 },
    b: form === "nt" ? { perRow: 1, perColumn: inner } : { perRow: cols, perColumn: 1 },
  };
}

const terms = ({ inner, epilogue }: GemmProblem) => inner + (epilogue?.bias ? 1 : 0);

/** Sums of one row of the product. */
interface RowSums {
  readonly value: Float64Array;
  readonly magnitude: Float64Array;
}

/** Computes one row of `A B`, adding one row of B after another. */
function sumAcrossRows(problem: GemmProblem, row: number, { value, magnitude }: RowSums): void {
  const { a, b, inner, cols } = problem;
  const { perRow, perColumn } = stepsOf(problem).a;
  value.fill(0);
  magnitude.fill(0);
  for (let k = 0; k < inner; k++) {
    const left = a[row * perRow + k * perColumn], from = k * cols;
    for (let col = 0; col < cols; col++) {
      const term = left * b[from + col];
      value[col] += term;
      magnitude[col] += Math.abs(term);
    }
  }
}

/** Computes one row of `A B^T`, one entry after another: the columns of `B^T` are the rows of B. */
function sumAlongRows({ a, b, inner, cols }: GemmProblem, row: number, { value, magnitude }: RowSums): void {
  for (let col = 0; col < cols; col++) {
    let sum = 0, sumMagnitude = 0;
    for (let k = 0; k < inner; k++) {
      const term = a[row * inner + k] * b[col * inner + k];
      sum += term;
      sumMagnitude += Math.abs(term);
    }
    value[col] = sum;
    magnitude[col] = sumMagnitude;
  }
}

const byRows = projectingRows<GemmProblem>({
  shape: ({ rows, cols }) => ({ rows, cols }),
  terms,
  row(problem, row, value, magnitude) {
    const { inner, epilogue } = problem;
    if (problem.form === "nt") sumAlongRows(problem, row, { value, magnitude });
    else sumAcrossRows(problem, row, { value, magnitude });
    return inner + (epilogue ? endRow(epilogue, row, { value, magnitude }) : 0);
  },
});

/**
 * Oracle of `C = epilogue(A B)`, one row at a time. Where the epilogue is at most a bias, a projection `C w`
 * is computed as `A (B w) + bias w`, in O((rows + cols) * inner).
 */
export const gemmOracle: Oracle<GemmProblem> = {
  ...byRows,
  project(problem, weights) {
    const { a, b, rows, inner, cols, epilogue } = problem;
    if (!isLinear(epilogue)) return byRows.project(problem, weights);
    const steps = stepsOf(problem);
    const projected = new Float64Array(inner), projectedMagnitude = new Float64Array(inner);
    for (let k = 0; k < inner; k++) {
      for (let col = 0; col < cols; col++) {
        const term = b[k * steps.b.perRow + col * steps.b.perColumn] * weights[col];
        projected[k] += term;
        projectedMagnitude[k] += Math.abs(term);
      }
    }
    let bias = 0, biasMagnitude = 0;
    for (let col = 0; col < cols && epilogue?.bias; col++) {
      bias += epilogue.bias[col] * weights[col];
      biasMagnitude += Math.abs(epilogue.bias[col] * weights[col]);
    }
    const value = new Float64Array(rows).fill(bias), magnitude = new Float64Array(rows).fill(biasMagnitude);
    for (let row = 0; row < rows; row++) {
      for (let k = 0; k < inner; k++) {
        const left = a[row * steps.a.perRow + k * steps.a.perColumn];
        value[row] += left * projected[k];
        magnitude[row] += Math.abs(left) * projectedMagnitude[k];
      }
    }
    return { value, magnitude };
  },
};
