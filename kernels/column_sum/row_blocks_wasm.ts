/**
 * Column sums on the CPU: blocks of rows, then the sums of the blocks.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { assertFit } from "../operand_fit.ts";
import { planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { ColumnSumOperandsOf } from "./column_sum.ts";
import { rowBlocks } from "./row_blocks.ts";

const module = await loadWasm(new URL("./column_sum.wasm", import.meta.url));

/**
 * Kernel `row-blocks@wasm`; see `assembly/column_sum.ts`. The result has the same bits on any number of
 * threads.
 */
export const columnSumRowBlocksWasm: KernelOn<"wasm", ColumnSumOperandsOf> = {
  id: "row-blocks",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of at least 256 rows and sums each; then one adds the sums in order",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 3 }),
  prepare: (device, { x, output }) =>
    planOnWasm(device, module, (arrays) => {
      assertFit("sum columns", [{ name: "y", matrix: output, rows: 1, cols: x.cols }]);
      const { address, stride } = wholePanel(x);
      const sums = wholePanel(output).address;
      const { blockRows, blocks } = rowBlocks(x.rows);
      const call = (items: number, args: readonly number[]) => ({
        module,
        fn: "column_sum",
        items: stride === 0 ? 0 : items,
        block: 1,
        args,
      });
      if (blocks === 1) {
        const whole = call(1, [x.rows, x.rows, address, stride, sums]);
        return { run: () => device.parallel(whole), facts: { blocks } };
      }
      const partial = arrays.reserve("sums of blocks", blocks * stride);
      const first = call(blocks, [x.rows, blockRows, address, stride, partial.address]);
      const second = call(1, [blocks, blocks, partial.address, stride, sums]);
      return {
        run: () => {
          device.parallel(first);
          device.parallel(second);
        },
        facts: { blocks },
      };
    }),
};
