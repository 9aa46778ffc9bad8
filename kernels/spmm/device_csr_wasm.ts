/**
 * A sparse matrix in the arena, as the WebAssembly kernels read it.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { itemsPerBlock, type PlanArrays } from "../plan_wasm.ts";

/** Addresses of a matrix's arrays; `values` is 0 where every entry is 1. */
export interface WasmCsr {
  /** `rows + 1` offsets, u32. */
  readonly rowPtr: number;
  /** Byte offset in X of each entry's row, u32: all of X lies within 4 GiB. */
  readonly sources: number;
  /** Values, f32, or 0. */
  readonly values: number;
}

/** Byte offsets of rows of X that are `stride` bytes apart. */
export function sourceOffsets(colIdx: Uint32Array, stride: number): Uint32Array {
  return colIdx.map((col) => col * stride);
}

/** Copies a CSR matrix into a plan's arrays, for an X whose rows are `stride` bytes apart. */
export function uploadCsr(arrays: PlanArrays, matrix: CsrMatrix, stride: number): WasmCsr {
  return {
    rowPtr: arrays.upload("rowPtr", matrix.rowPtr),
    sources: arrays.upload("sources", sourceOffsets(matrix.colIdx, stride)),
    values: matrix.values ? arrays.upload("values", matrix.values) : 0,
  };
}

/** Rows that a thread takes at once. */
export function rowsPerBlock(matrix: CsrMatrix, width: number, threads: number): number {
  return itemsPerBlock(matrix.rows, nnz(matrix) * width, threads);
}
