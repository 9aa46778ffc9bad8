/**
 * Plan of a WebAssembly kernel whose work items are rows of the unchanged matrix.
 *
 * @module
 */
import type { WasmDevice } from "../../hardware/cpu/device.ts";
import type { WasmModule } from "../../platform/wasm/module.ts";
import type { Plan } from "../kernel.ts";
import { planOnWasm, wholePanel } from "../plan_wasm.ts";
import { rowsPerBlock, shareCsr } from "./device_csr_wasm.ts";
import { planSharing } from "./shared_arrays.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

/** Call of an export that {@link planRows} runs. */
export interface RowCall {
  /** Module with the export. */
  readonly module: WasmModule;
  /**
   * Name of the export `fn(begin, end, rowPtr, sources, values, x, y, stride, ...rest)`, with addresses and
   * the stride in bytes.
   */
  readonly fn: string;
  /** Rows that a thread takes at once; when absent, the work of an average row determines them. */
  readonly block?: number;
  /** Further arguments of the export. */
  readonly rest?: readonly number[];
}

/**
 * Uploads the matrix to the arena, except values that are already there, and builds a plan of one call over
 * its rows.
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
