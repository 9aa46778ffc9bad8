/**
 * Sparse matrix in the arena, as the WebAssembly kernels read it.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import { itemsPerBlock, wholePanel } from "../plan_wasm.ts";
import { valuesBuffer } from "./device_values.ts";
import { assertShapes } from "./operand_shapes.ts";
import type { Share } from "./shared_arrays.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

/** Addresses of a matrix's arrays; `values` is 0 where every entry is 1. */
export interface WasmCsr {
  /** Address of the `rows + 1` offsets, u32. */
  readonly rowPtr: number;
  /** Address of the byte offsets in X of each entry's row, u32: all of X lies within 4 GiB. */
  readonly sources: number;
  /** Address of the values, f32, or 0. */
  readonly values: number;
}

/** Converts columns to byte offsets of rows of X that are `stride` bytes apart. */
export function sourceOffsets(colIdx: Uint32Array, stride: number): Uint32Array {
  return colIdx.map((col) => col * stride);
}

/**
 * Uploads a CSR matrix to arrays that plans share: one set of offsets for each stride of X.
 *
 * @throws {UsageError} where X or Y does not fit the matrix.
 */
export function shareCsr(share: Share<WasmBuffer>, operands: SpmmOperandsOf["wasm"]): WasmCsr {
  assertShapes(operands);
  const { rowPtr, colIdx, values } = operands.matrix;
  const { stride } = wholePanel(operands.y);
  const changing = valuesBuffer(operands);
  const fixed = () => values ? share("values", { of: values }).address : 0;
  return {
    rowPtr: share("rowPtr", { of: rowPtr }).address,
    sources: share("sources", {
      of: colIdx,
      form: `${stride} bytes apart`,
      make: () => sourceOffsets(colIdx, stride),
    }).address,
    values: changing?.address ?? fixed(),
  };
}

/** Number of rows that a thread takes at once. */
export function rowsPerBlock(matrix: CsrMatrix, width: number, threads: number): number {
  return itemsPerBlock(matrix.rows, nnz(matrix) * width, threads);
}
