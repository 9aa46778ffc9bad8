/**
 * The plan of a WebAssembly kernel whose items are rows of the matrix as it is.
 *
 * @module
 */
import type { WasmDevice } from "../../hardware/wasm/device.ts";
import type { WasmModule } from "../../platform/wasm.ts";
import type { Plan } from "../kernel.ts";
import { planOnWasm, wholePanel } from "../plan_wasm.ts";
import { rowsPerBlock, shareCsr } from "./device_csr_wasm.ts";
import { planSharing } from "./shared_arrays.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

/** What {@link planRows} runs. */
export interface RowCall {
  /** The module that has the export. */
  readonly module: WasmModule;
  /**
   * Export `fn(begin, end, rowPtr, sources, values, x, y, stride, ...rest)`, addresses and the stride in
   * bytes.
   */
  readonly fn: string;
  /** Rows that a thread takes at once; by the work of an average row when absent. */
  readonly block?: number;
  /** Further arguments. */
  readonly rest?: readonly number[];
}

/**
 * Brings the matrix to the arena, values that are there already excepted, and runs one call over its rows.
 */
export function planRows(
  device: WasmDevice,
  operands: SpmmOperandsOf["wasm"],
  { module, fn, block, rest = [] }: RowCall,
): Promise<Plan> {
  const { matrix, x, y } = operands;
  return planSharing(device, fn, (share) =>
    planOnWasm(device, module, () => {
      const { address, stride } = wholePanel(y);
      const { rowPtr, sources, values } = shareCsr(share, operands);
      const call = {
        module,
        fn,
        items: y.cols === 0 ? 0 : matrix.rows,
        block: block ?? rowsPerBlock(matrix, y.cols, device.threads),
        args: [rowPtr, sources, values, wholePanel(x).address, address, stride, ...rest],
      };
      return { run: () => device.parallel(call), facts: { block: call.block } };
    }));
}
