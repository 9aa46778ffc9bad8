/**
 * Rows of the dense matrix that each block of a sparse matrix reads: what a rank needs of another one's rows,
 * where a broadcast would send all of them.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { Bindings } from "../../training/program/bindings.ts";
import type { SparseOperand } from "../../training/program/tensor.ts";

/**
 * Rows that each block `[row][column]` of each sparse operand reads: ascending places within row range
 * `column` of the dense matrix. A block without entries reads one row, since no tensor is empty.
 */
export type HaloRows = ReadonlyMap<SparseOperand, readonly (readonly Uint32Array[])[]>;

/** Lists the rows that every block reads; `offsets` are the ranges of rows and columns. */
export function haloRows(sparse: Bindings["sparse"], offsets: Uint32Array): HaloRows {
  return new Map(Array.from(sparse, ([operand, matrix]) => [operand, rowsOf(matrix, offsets)] as const));
}

function rowsOf({ rows, rowPtr, colIdx }: CsrMatrix, offsets: Uint32Array): Uint32Array[][] {
  const groups = offsets.length - 1;
  return Array.from({ length: groups }, (_, row) => {
    const isRead = new Uint8Array(rows);
    for (let entry = rowPtr[offsets[row]]; entry < rowPtr[offsets[row + 1]]; entry++) {
      isRead[colIdx[entry]] = 1;
    }
    return Array.from({ length: groups }, (_, column) => {
      const places: number[] = [];
      for (let v = offsets[column]; v < offsets[column + 1]; v++) {
        if (isRead[v] === 1) places.push(v - offsets[column]);
      }
      return Uint32Array.from(places.length > 0 ? places : [0]);
    });
  });
}

/** Renumbers the columns of a block by their places among those that are kept, which include all it has. */
export function keptColumns(block: CsrMatrix, kept: Uint32Array): CsrMatrix {
  const places = new Uint32Array(block.cols);
  for (const [place, column] of kept.entries()) places[column] = place;
  return { ...block, cols: kept.length, colIdx: block.colIdx.map((column) => places[column]) };
}
