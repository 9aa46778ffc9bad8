/**
 * The two normalisations of an adjacency that turn aggregation into a sparse product.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "./csr.ts";
import { assertSquare } from "./square.ts";

/** Adds a diagonal: a loop of weight 1 where a row has none; an existing loop keeps its weight. */
function withSelfLoops(matrix: CsrMatrix): Required<CsrMatrix> {
  const { rows, cols } = matrix;
  const rowPtr = new Uint32Array(rows + 1);
  const colIdx = new Uint32Array(nnz(matrix) + rows);
  const values = new Float32Array(colIdx.length);
  let at = 0;
  for (let r = 0; r < rows; r++) {
    let pending = true;
    for (let e = matrix.rowPtr[r]; e < matrix.rowPtr[r + 1]; e++) {
      const c = matrix.colIdx[e];
      if (pending && c >= r) {
        pending = false;
        if (c > r) {
          colIdx[at] = r;
          values[at++] = 1;
        }
      }
      colIdx[at] = c;
      values[at++] = matrix.values ? matrix.values[e] : 1;
    }
    if (pending) {
      colIdx[at] = r;
      values[at++] = 1;
    }
    rowPtr[r + 1] = at;
  }
  return { rows, cols, rowPtr, colIdx: colIdx.slice(0, at), values: values.slice(0, at) };
}

function rowSums(matrix: Required<CsrMatrix>): Float64Array {
  const sums = new Float64Array(matrix.rows);
  for (let r = 0; r < matrix.rows; r++) {
    for (let e = matrix.rowPtr[r]; e < matrix.rowPtr[r + 1]; e++) sums[r] += matrix.values[e];
  }
  return sums;
}

/**
 * The GCN propagation matrix D^(-1/2) (A + I) D^(-1/2), float32 (Kipf and Welling, "Semi-supervised
 * classification with graph convolutional networks", ICLR 2017, equation 2), with D the row sums of A + I. A
 * loop that A already has is not doubled; values of A, if any, count as edge weights. A row whose sum is not
 * positive becomes zero.
 *
 * @throws {ReproError} if the matrix is not square.
 * @example
 * ```ts
 * import { csrFromEdges, gcnNormalise } from "gnn-repro/graph";
 * const source = Uint32Array.of(0), target = Uint32Array.of(1);
 * const edge = csrFromEdges({ vertices: 2, source, target, symmetrise: true });
 * if (gcnNormalise(edge).values.some((value) => value !== 0.5)) throw new Error("every entry is 1/2");
 * ```
 */
export function gcnNormalise(matrix: CsrMatrix): Required<CsrMatrix> {
  assertSquare(matrix, "normalise a graph for GCN");
  const looped = withSelfLoops(matrix);
  const scale = rowSums(looped);
  for (let r = 0; r < scale.length; r++) scale[r] = scale[r] > 0 ? 1 / Math.sqrt(scale[r]) : 0;
  const { rowPtr, colIdx, values } = looped;
  for (let r = 0; r < looped.rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) values[e] *= scale[r] * scale[colIdx[e]];
  }
  return looped;
}

/**
 * The mean aggregator D^(-1) A, float32 (Hamilton et al., "Inductive representation learning on large
 * graphs", NeurIPS 2017, section 3.3): every row sums to 1. Values of A, if any, count as weights. A row
 * whose sum is 0 becomes zero.
 *
 * @example
 * ```ts
 * import { csrFromEdges, rowMean } from "gnn-repro/graph";
 * const star = csrFromEdges({ vertices: 3, source: Uint32Array.of(1, 2), target: Uint32Array.of(0, 0) });
 * if (rowMean(star).values.join() !== "0.5,0.5") throw new Error("the mean of two");
 * ```
 */
export function rowMean(matrix: CsrMatrix): Required<CsrMatrix> {
  const { rows, rowPtr, values: weights } = matrix;
  const values = new Float32Array(nnz(matrix));
  for (let r = 0; r < rows; r++) {
    const begin = rowPtr[r], end = rowPtr[r + 1];
    let sum = end - begin;
    if (weights) {
      sum = 0;
      for (let e = begin; e < end; e++) sum += weights[e];
    }
    const scale = sum === 0 ? 0 : 1 / sum;
    for (let e = begin; e < end; e++) values[e] = weights ? weights[e] * scale : scale;
  }
  return { ...matrix, values };
}
