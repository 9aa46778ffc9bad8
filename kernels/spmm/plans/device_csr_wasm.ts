/**
 * Sparse matrix in the arena, as the WebAssembly kernels read it.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { NumberFormat } from "../../../hardware/number_format.ts";
import { itemsPerBlock, wholePanel } from "../../plans/plan_wasm.ts";
import { valuesBuffer } from "../device_values.ts";
import { assertShapes } from "../operand_shapes.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import type { Share } from "./shared_arrays.ts";

/** Operands in the arena, by the names that the exports of `spmm.wasm` give their arguments. */
export interface CsrArguments {
  /** Address of the `rows + 1` offsets, u32. */
  readonly rowPtr: number;
  /** Address of the byte offsets in X of each entry's row, u32: all of X lies within 4 GiB. */
  readonly sources: number;
  /** Address of the values, f32; 0 where every entry is 1. */
  readonly values: number;
  /** Address of X. */
  readonly x: number;
  /** Address of Y. */
  readonly y: number;
  /** Bytes from one row of Y to the next, and of X where that has float32. */
  readonly stride: number;
}

/**
 * Converts columns to byte offsets of rows of X that are `stride` bytes apart; `ahead` zeros follow, which
 * kernels read that look so many entries ahead.
 */
export function sourceOffsets(colIdx: Uint32Array, stride: number, ahead = 0): Uint32Array {
  const offsets = new Uint32Array(colIdx.length + ahead);
  // A product of 32-bit integers: `*` would be one of doubles, which takes twice as long.
  for (let entry = 0; entry < colIdx.length; entry++) offsets[entry] = Math.imul(colIdx[entry], stride);
  return offsets;
}

/**
 * Uploads a CSR matrix to arrays that plans share, except values that are already in the arena: one set of
 * offsets for each stride of X, whose format is `features`.
 *
 * @throws {UsageError} where X or Y does not fit the matrix, or has another format.
 */
export function shareCsr(
  share: Share<WasmBuffer>,
  operands: SpmmOperandsOf["wasm"],
  ahead = 0,
  features: NumberFormat = "f32",
): CsrArguments {
  assertShapes(operands, features);
  const { matrix: { rowPtr, colIdx, values }, x, y } = operands;
  const { address, stride } = wholePanel(y), rows = wholePanel(x);
  const changing = valuesBuffer(operands);
  const fixed = () => values ? share("values", { of: values }).address : 0;
  return {
    rowPtr: share("rowPtr", { of: rowPtr }).address,
    sources: share("sources", {
      of: colIdx,
      form: `${rows.stride} bytes apart, ${ahead} ahead`,
      make: () => sourceOffsets(colIdx, rows.stride, ahead),
    }).address,
    values: changing?.address ?? fixed(),
    x: rows.address,
    y: address,
    stride,
  };
}

/** Number of rows that a thread takes at once. */
export function rowsPerBlock(matrix: CsrMatrix, width: number, threads: number): number {
  return itemsPerBlock(matrix.rows, nnz(matrix) * width, threads);
}
