/**
 * Column sums on the CPU: blocks of rows, then the sums of the blocks.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { assertFit } from "../../operand_fit.ts";
import { planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import type { ColumnSumOperandsOf } from "../column_sum.ts";
import { columnSumWasm } from "../column_sum_bindings.ts";
import { blocksOf } from "./blocks.ts";
import { rowBlocks } from "./kernel.ts";

/** Sum of blocks of rows, one row of `y` for each; addresses. */
interface BlockSums {
  readonly rows: number;
  readonly blockRows: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Kernel `row-blocks@wasm`; see `assembly/column_sum.ts`. The result has the same bits on any number of
 * threads.
 */
export const columnSumRowBlocksWasm: KernelOn<"wasm", ColumnSumOperandsOf> = kernelOn("wasm", rowBlocks, {
  source: columnSumWasm.digest,
  prepare: (device, { x, output }) =>
    planOnWasm(device, columnSumWasm, (arrays) => {
      assertFit("sum columns", [{ name: "y", matrix: output, rows: 1, cols: x.cols }]);
      const { address, stride } = wholePanel(x), y = wholePanel(output).address;
      const { blockRows, blocks } = blocksOf(x.rows);
      const call = (items: number, sums: BlockSums) =>
        columnSumWasm.call("column_sum", { items: stride === 0 ? 0 : items, block: 1 }, { ...sums, stride });
      if (blocks === 1) {
        const whole = call(1, { rows: x.rows, blockRows, x: address, y });
        return { run: () => device.parallel(whole), facts: { blocks } };
      }
      const partial = arrays.reserve("sums of blocks", blocks * stride).address;
      const first = call(blocks, { rows: x.rows, blockRows, x: address, y: partial });
      const second = call(1, { rows: blocks, blockRows: blocks, x: partial, y });
      return {
        run: () => {
          device.parallel(first);
          device.parallel(second);
        },
        facts: { blocks },
      };
    }),
});
