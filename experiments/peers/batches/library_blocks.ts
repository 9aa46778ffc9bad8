/**
 * Matrices that the layers of the libraries aggregate by, on mini-batches that they have drawn.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { SampledBlock } from "../../../graph/sampling/mod.ts";
import { aggregationMatrix } from "../../../training/mini_batch/mod.ts";
import type { DrawnBatch } from "./drawn_batch.ts";

/** Models whose layers the libraries document. */
export type BatchModelId = "gcn" | "sage" | "gin" | "gat";

/** The matrix with 1 for every entry. */
function ones(matrix: CsrMatrix): Required<CsrMatrix> {
  return { ...matrix, values: new Float32Array(matrix.colIdx.length).fill(1) };
}

/** The matrix with 2 on the diagonal where `drawn` has an entry there already. */
function withOwnTwice(matrix: Required<CsrMatrix>, drawn: CsrMatrix): CsrMatrix {
  const { rows, rowPtr, colIdx, values } = matrix;
  for (let r = 0; r < rows; r++) {
    if (!drawn.colIdx.subarray(drawn.rowPtr[r], drawn.rowPtr[r + 1]).includes(r)) continue;
    values[rowPtr[r] + colIdx.subarray(rowPtr[r], rowPtr[r + 1]).indexOf(r)] = 2;
  }
  return matrix;
}

/** Weights `1 / sqrt(row(r) * col(c))` of the entries. */
function weighted(
  matrix: CsrMatrix,
  { row, col }: { readonly row: (r: number) => number; readonly col: (c: number) => number },
): CsrMatrix {
  const { rows, rowPtr, colIdx } = matrix;
  const values = new Float32Array(colIdx.length);
  for (let r = 0; r < rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) values[e] = 1 / Math.sqrt(row(r) * col(colIdx[e]));
  }
  return { ...matrix, values };
}

/**
 * Matrix of a block with the values that a library's layer gives its entries.
 *
 * - GCN on a subgraph (`GCNConv`): the diagonal added, `1 / sqrt(entries of row r * entries of row c)`.
 * - GCN on a block (`GraphConv`, `norm="both"`): no diagonal, `1 / sqrt(entries of row r * entries of column
 *   c)`.
 * - GraphSAGE: the mean of the neighbours.
 * - GIN: the sum of the vertex and its neighbours, twice the vertex where it is its own neighbour.
 * - GAT: 1, which the layer does not read; the diagonal is added on a subgraph alone.
 */
export function libraryMatrix(form: DrawnBatch["form"], block: SampledBlock, model: BatchModelId): CsrMatrix {
  switch (model) {
    case "sage":
      return aggregationMatrix(block, "mean");
    case "gin":
      return withOwnTwice(ones(aggregationMatrix(block, "sum")), block.matrix);
    case "gat":
      return ones(form === "subgraph" ? aggregationMatrix(block, "attention") : block.matrix);
    case "gcn": {
      const matrix = form === "subgraph" ? aggregationMatrix(block, "sum") : block.matrix;
      const row = (r: number) => matrix.rowPtr[r + 1] - matrix.rowPtr[r];
      if (form === "subgraph") return weighted(matrix, { row, col: row });
      const entries = new Uint32Array(matrix.cols);
      for (const c of matrix.colIdx) entries[c]++;
      return weighted(matrix, { row, col: (c) => entries[c] });
    }
    default:
      throw model satisfies never;
  }
}

/**
 * Blocks on which this project's layers compute the same as the library's do: one a layer, with values.
 *
 * @param seeds Number of seeds, the first sources of a subgraph.
 */
export function libraryBlocks(
  { form, blocks }: DrawnBatch,
  { model, layers, seeds }: {
    readonly model: BatchModelId;
    readonly layers: number;
    readonly seeds: number;
  },
): readonly SampledBlock[] {
  const withValues = blocks.map((block) => ({ ...block, matrix: libraryMatrix(form, block, model) }));
  if (form === "blocks") return withValues;
  const [whole] = withValues;
  return Array.from({ length: layers }, (_, i) => i < layers - 1 ? whole : firstRows(whole, seeds));
}

/** The first rows of a block. */
function firstRows({ matrix, sources }: SampledBlock, rows: number): SampledBlock {
  const { cols, rowPtr, colIdx, values } = matrix, entries = rowPtr[rows];
  return {
    sources,
    matrix: {
      rows,
      cols,
      rowPtr: rowPtr.slice(0, rows + 1),
      colIdx: colIdx.slice(0, entries),
      ...(values && { values: values.slice(0, entries) }),
    },
  };
}
