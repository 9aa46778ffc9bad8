/**
 * The plan of a WebAssembly kernel whose items are rows of the matrix as it is.
 *
 * @module
 */
import type { WasmDevice } from "../../hardware/wasm/device.ts";
import type { WasmModule } from "../../platform/wasm.ts";
import type { Plan } from "../kernel.ts";
import { planOnWasm, wholePanel } from "../plan_wasm.ts";
import { rowsPerBlock, uploadCsr } from "./device_csr_wasm.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

/** What {@link planRows} runs. */
export interface RowCall {
  /** The module that has the export. */
  readonly module: WasmModule;
  /** Export `fn(begin, end, rowPtr, sources, values, x, y, stride, ...rest)`, addresses and the stride in bytes. */
  readonly fn: string;
  /** Rows that a thread takes at once; by the work of an average row when absent. */
  readonly block?: number;
  /** Further arguments. */
  readonly rest?: readonly number[];
}

/** Uploads the matrix and runs one call over its rows. */
export function planRows(
  device: WasmDevice,
  { matrix, x, y }: SpmmOperandsOf["wasm"],
  { module, fn, block = rowsPerBlock(matrix, y.cols, device.threads), rest = [] }: RowCall,
): Promise<Plan> {
  return planOnWasm(device, module, (arrays) => {
    const { address, stride } = wholePanel(y);
    const { rowPtr, sources, values } = uploadCsr(arrays, matrix, stride);
    const items = y.cols === 0 ? 0 : matrix.rows;
    const args = [rowPtr, sources, values, wholePanel(x).address, address, stride, ...rest];
    const call = { module, fn, items, block, args };
    return { run: () => device.parallel(call), facts: { block } };
  });
}
