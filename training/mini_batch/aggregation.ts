/**
 * Aggregation matrices of sampled blocks.
 *
 * @module
 */
import { assertEntries, type CsrMatrix } from "../../graph/csr.ts";
import { rowMean } from "../../graph/normalization.ts";
import type { SampledBlock } from "../../graph/sampling/block.ts";
import { UsageError } from "../../platform/errors.ts";

/**
 * Entries and values of a block's aggregation matrix. Local id r is destination r and source r alike: the
 * diagonal.
 *
 * - `gcn`: the diagonal added, `1 / sqrt(entries of the row * entries of the column)`, both counted in the
 *   block (Kipf and Welling, ICLR 2017, equation 2, on a subgraph).
 * - `sum`: the diagonal added, every entry 1 (GIN with epsilon 0: Xu et al., ICLR 2019, equation 4.1).
 * - `attention`: the diagonal added, every entry 1; the layer weighs them (GAT: Velickovic et al., ICLR
 *   2018).
 * - `mean`: no diagonal, rows of sum 1 (GraphSAGE: Hamilton et al., NeurIPS 2017); a row without neighbours
 *   stays empty.
 * - `sampled`: entries and values as the sampler weighed them (FastGCN, PinSAGE). The others look at no value
 *   of the sampler's.
 */
export type Aggregation = "gcn" | "sum" | "attention" | "mean" | "sampled";

/** Reports whether the entries of such a matrix have values. */
export function isWeighted(aggregation: Aggregation): boolean {
  return aggregation !== "sum" && aggregation !== "attention";
}

/**
 * Builds the matrix of a block, `destinations x sources`, in time linear in its entries.
 *
 * @throws {UsageError} for `sampled` where the sampler assigned no weights.
 */
export function aggregationMatrix({ matrix }: SampledBlock, aggregation: Aggregation): CsrMatrix {
  const { rows, cols, rowPtr, colIdx, values } = matrix;
  switch (aggregation) {
    case "gcn": {
      const whole = withDiagonal(matrix);
      return degreeWeighted(whole, columnDegrees(whole));
    }
    case "sum":
    case "attention":
      return withDiagonal(matrix);
    case "mean":
      return rowMean({ rows, cols, rowPtr, colIdx });
    case "sampled":
      if (values) return matrix;
      throw new UsageError({
        action: "aggregate a sampled block",
        current: "a sampler that weighs nothing",
        wanted: "values for the aggregation `sampled`",
        next: "sample by importance or random walks, or aggregate by `mean`",
      });
    default:
      throw aggregation satisfies never;
  }
}

/** Adds (r, r) to the entries of every row r, once, without values. */
export function withDiagonal({ rows, cols, rowPtr: from, colIdx: given }: CsrMatrix): CsrMatrix {
  const rowPtr = new Uint32Array(rows + 1), colIdx = new Uint32Array(given.length + rows);
  let at = 0;
  for (let r = 0; r < rows; r++) {
    const end = from[r + 1];
    let e = from[r];
    while (e < end && given[e] < r) colIdx[at++] = given[e++];
    colIdx[at++] = r;
    if (e < end && given[e] === r) e++;
    while (e < end) colIdx[at++] = given[e++];
    rowPtr[r + 1] = at;
  }
  assertEntries("add self-loops to a matrix", at);
  return { rows, cols, rowPtr, colIdx: at < colIdx.length ? colIdx.slice(0, at) : colIdx };
}

/** Number of entries of each column. */
function columnDegrees({ cols, colIdx }: CsrMatrix): Uint32Array {
  const degrees = new Uint32Array(cols);
  for (let e = 0; e < colIdx.length; e++) degrees[colIdx[e]]++;
  return degrees;
}

/**
 * Weights each entry by the degrees of its row and column, as GCN does.
 *
 * @param degrees Entries of each column, not 0 where the column has one here.
 */
export function degreeWeighted(
  { rows, cols, rowPtr, colIdx }: CsrMatrix,
  degrees: Uint32Array | Float32Array,
): CsrMatrix {
  const scale = new Float64Array(cols);
  for (let c = 0; c < cols; c++) scale[c] = 1 / Math.sqrt(degrees[c]);
  const values = new Float32Array(colIdx.length);
  for (let r = 0; r < rows; r++) {
    const begin = rowPtr[r], end = rowPtr[r + 1], own = 1 / Math.sqrt(end - begin);
    for (let e = begin; e < end; e++) values[e] = own * scale[colIdx[e]];
  }
  return { rows, cols, rowPtr, colIdx, values };
}
