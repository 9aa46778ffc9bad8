/**
 * Oracles of dense matrix multiplication, in float64.
 *
 * @module
 */
import { endRow, isLinear } from "../epilogue/oracle.ts";
import type { HostNumbers, Oracle } from "../operation.ts";
import type { GemmProblem } from "./gemm.ts";

const terms = ({ inner, epilogue }: GemmProblem) => inner + (epilogue?.bias ? 1 : 0);

/** Exact sums with the sums of their terms' absolute values. */
interface Sums {
  readonly value: Float64Array;
  readonly magnitude: Float64Array;
}

/**
 * Computes one row of `A B` or `A^T B`. Four rows of B a pass, added in their order: they are read in
 * sequence, and the bits are those of one row a pass.
 */
function sumAcrossRows({ form, a, b, rows, inner, cols }: GemmProblem, row: number, sums: Sums): void {
  const { value, magnitude } = sums;
  const first = form === "tn" ? row : row * inner, step = form === "tn" ? rows : 1;
  value.fill(0);
  magnitude.fill(0);
  let k = 0;
  for (; k + 4 <= inner; k += 4) {
    const at = first + k * step;
    const a0 = a[at], a1 = a[at + step], a2 = a[at + 2 * step], a3 = a[at + 3 * step];
    const b0 = k * cols, b1 = b0 + cols, b2 = b1 + cols, b3 = b2 + cols;
    for (let col = 0; col < cols; col++) {
      const t0 = a0 * b[b0 + col], t1 = a1 * b[b1 + col];
      const t2 = a2 * b[b2 + col], t3 = a3 * b[b3 + col];
      value[col] = value[col] + t0 + t1 + t2 + t3;
      magnitude[col] = magnitude[col] + Math.abs(t0) + Math.abs(t1) + Math.abs(t2) + Math.abs(t3);
    }
  }
  for (; k < inner; k++) {
    const left = a[first + k * step], from = k * cols;
    for (let col = 0; col < cols; col++) {
      const term = left * b[from + col];
      value[col] += term;
      magnitude[col] += Math.abs(term);
    }
  }
}

/** Computes one row of `A B^T`, one entry after another: the columns of `B^T` are the rows of B. */
function sumAlongRows({ a, b, inner, cols }: GemmProblem, row: number, { value, magnitude }: Sums): void {
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

/** Multiplies a matrix of `rows` rows, row-major, by a column vector. */
function timesColumn(matrix: HostNumbers, rows: number, vector: Sums): Sums {
  const length = vector.value.length;
  const product = { value: new Float64Array(rows), magnitude: new Float64Array(rows) };
  for (let row = 0; row < rows; row++) {
    let sum = 0, sumMagnitude = 0;
    for (let k = 0, at = row * length; k < length; k++, at++) {
      sum += matrix[at] * vector.value[k];
      sumMagnitude += Math.abs(matrix[at]) * vector.magnitude[k];
    }
    product.value[row] = sum;
    product.magnitude[row] = sumMagnitude;
  }
  return product;
}

/** Multiplies a row vector by a matrix of `cols` columns, row-major. */
function timesMatrix(vector: Sums, matrix: HostNumbers, cols: number): Sums {
  const product = { value: new Float64Array(cols), magnitude: new Float64Array(cols) };
  for (let k = 0; k < vector.value.length; k++) {
    const left = vector.value[k], leftMagnitude = vector.magnitude[k];
    for (let col = 0, at = k * cols; col < cols; col++, at++) {
      product.value[col] += left * matrix[at];
      product.magnitude[col] += leftMagnitude * Math.abs(matrix[at]);
    }
  }
  return product;
}

/**
 * Oracle of `C = epilogue(A B)`, one row at a time. Where the epilogue is at most a bias, a projection `C w`
 * is computed as `A (B w) + bias w`, in O((rows + cols) * inner).
 */
export const gemmOracle: Oracle<GemmProblem> = {
  shape: ({ rows, cols }) => ({ rows, cols }),
  terms,
  quantum: ({ epilogue }, step) => epilogue ? undefined : step * step,
  row(problem, row, value, magnitude) {
    const { inner, epilogue } = problem;
    if (problem.form === "nt") sumAlongRows(problem, row, { value, magnitude });
    else sumAcrossRows(problem, row, { value, magnitude });
    return inner + (epilogue ? endRow(epilogue, row, { value, magnitude }) : 0);
  },
  project({ form, a, b, rows, inner, cols, epilogue }, weights) {
    if (!isLinear(epilogue)) return undefined;
    const weighted: Sums = { value: weights, magnitude: weights.map(Math.abs) };
    const right = form === "nt" ? timesMatrix(weighted, b, inner) : timesColumn(b, inner, weighted);
    const product = form === "tn" ? timesMatrix(right, a, rows) : timesColumn(a, rows, right);
    let bias = 0, biasMagnitude = 0;
    for (let col = 0; col < cols && epilogue?.bias; col++) {
      bias += epilogue.bias[col] * weights[col];
      biasMagnitude += Math.abs(epilogue.bias[col] * weights[col]);
    }
    return {
      value: product.value.map((sum) => sum + bias),
      magnitude: product.magnitude.map((sum) => sum + biasMagnitude),
    };
  },
};
