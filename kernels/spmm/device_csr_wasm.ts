/**
 * A sparse matrix in the arena, as the WebAssembly kernels read it.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { WasmBuffer, WasmDevice } from "../../hardware/wasm/device.ts";

/** Addresses of a CSR matrix's arrays; `values` is 0 where every entry is 1. */
export interface WasmCsr {
  /** `rows + 1` offsets, u32. */
  readonly rowPtr: number;
  /** Columns, u32. */
  readonly colIdx: number;
  /** Values, f32, or 0. */
  readonly values: number;
  /** Returns the arrays' memory. */
  free(): void;
}

/**
 * Copies a CSR matrix into the arena.
 *
 * @throws {OutOfMemoryError} with nothing left allocated.
 */
export function uploadCsr(device: WasmDevice, matrix: CsrMatrix): WasmCsr {
  const buffers: WasmBuffer[] = [];
  const free = () => buffers.splice(0).forEach((buffer) => device.free(buffer));
  const upload = (label: string, data: Uint32Array | Float32Array) => {
    const buffer = device.allocate(label, data.byteLength);
    buffers.push(buffer);
    device.write(buffer, data);
    return buffer.address;
  };
  try {
    return {
      rowPtr: upload("rowPtr", matrix.rowPtr),
      colIdx: upload("colIdx", matrix.colIdx),
      values: matrix.values ? upload("values", matrix.values) : 0,
      free,
    };
  } catch (error) {
    free();
    throw error;
  }
}

/** Multiply-adds of one block of rows: some microseconds, far more than taking a block costs. */
const BLOCK_WORK = 65_536;
const BLOCKS_A_THREAD = 8;

/** Rows that a thread takes at once: enough work to be worth it, few enough that all threads end together. */
export function rowsPerBlock(matrix: CsrMatrix, width: number, threads: number): number {
  const rowWork = nnz(matrix) * width / Math.max(1, matrix.rows);
  const worthwhile = Math.ceil(BLOCK_WORK / Math.max(1, rowWork));
  const even = Math.ceil(matrix.rows / (threads * BLOCKS_A_THREAD));
  return Math.max(1, Math.min(worthwhile, even));
}
