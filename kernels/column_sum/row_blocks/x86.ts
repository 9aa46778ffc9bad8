/**
 * Column sums in machine code: blocks of rows, then the sums of the blocks.
 *
 * @module
 */
import { phaseOfRows } from "../../machine_code/code_phases.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { assertFit } from "../../operand_fit.ts";
import { itemsPerBlock, planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import { emittedSource, planOfRows, prepareCall } from "../../plans/plan_x86.ts";
import { rowCall } from "../../plans/row_work.ts";
import type { ColumnSumOperandsOf } from "../column_sum.ts";
import { blocksOf } from "./blocks.ts";
import { COLUMN_SUM_LAYOUT, emitColumnSum } from "./code_x86.ts";
import { rowBlocks } from "./kernel.ts";

/** Sum of blocks of rows, one row at `y` for each; addresses on the device. */
interface BlockSums {
  readonly rows: number;
  readonly blockRows: number;
  readonly x: number;
  readonly y: number;
}

const SOURCE_SHAPES = [4, 16, 68, 300].map((columns) => ({ columns }));

/**
 * Kernel `row-blocks@x86`; see `code_x86.ts`. The result has the same bits on any number of threads.
 */
export const columnSumRowBlocksX86: KernelOn<"x86", ColumnSumOperandsOf> = kernelOn("x86", rowBlocks, {
  source: emittedSource(SOURCE_SHAPES, emitColumnSum),
  phases: { "blocks of rows": phaseOfRows(emitColumnSum) },
  prepare: (device, { x, output }) =>
    planInArena(device, (arrays) => {
      assertFit("sum columns", [{ name: "y", matrix: output, rows: 1, cols: x.cols }]);
      const { address, stride } = wholePanel(x), y = wholePanel(output).address;
      const { blockRows, blocks } = blocksOf(x.rows);
      if (stride === 0) return { run: () => {}, facts: { blocks } };
      const code = emittedCode(device, emitColumnSum, { columns: stride / 4 });
      const facts = { blocks, code_bytes: code.bytes.length };
      const block = itemsPerBlock(blocks, x.rows * stride / 4, device.threads);
      const call = (items: number, { rows, blockRows, x, y }: BlockSums) =>
        prepareCall(device, arrays, { code, layout: COLUMN_SUM_LAYOUT }, { items, block }, {
          x: device.pointer(x),
          xEnd: device.pointer(x + rows * stride),
          y: device.pointer(y),
          blockBytes: blockRows * stride,
        });
      if (blocks === 1) {
        const whole = call(1, { rows: x.rows, blockRows, x: address, y });
        return { run: () => device.execute(whole), facts };
      }
      const partial = arrays.reserve("sums of blocks", blocks * stride).address;
      const first = call(blocks, { rows: x.rows, blockRows, x: address, y: partial });
      const second = call(1, { rows: blocks, blockRows: blocks, x: partial, y });
      const calls = [rowCall(first, blockRows, 1)], after = () => device.execute(second);
      return { ...planOfRows(device, { rows: x.rows, reads: [address], calls, after }), facts };
    }),
});
