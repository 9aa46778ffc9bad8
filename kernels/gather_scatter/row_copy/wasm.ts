/**
 * Gathers and scatters of rows on the CPU.
 *
 * @module
 */
import { gatherScatterWasm } from "../gather_scatter_bindings.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import type { RowsOperandsOf } from "../rows.ts";
import { gatherCopy, scatterCopy } from "./kernel.ts";
import { assertCopy } from "./operand_fit.ts";

/** Kernel `row-copy@wasm` of gather-rows; see `assembly/rows.ts`. */
export const gatherRowsCopyWasm: KernelOn<"wasm", RowsOperandsOf> = kernelOn("wasm", gatherCopy, {
  source: gatherScatterWasm.digest,
  prepare: (device, { x, index, output }) =>
    planOnWasm(device, gatherScatterWasm, () => {
      assertCopy("gather rows", { whole: x, part: output, index });
      const { address: y, stride } = wholePanel(output);
      const items = stride === 0 ? 0 : output.rows;
      const block = itemsPerBlock(items, items * stride / 4, device.threads);
      const args = { x: wholePanel(x).address, rows: x.rows, index: index.address, y, stride };
      const call = gatherScatterWasm.call("gather_rows", { items, block }, args);
      return { run: () => device.parallel(call), facts: { block } };
    }),
});

/** Kernel `row-copy@wasm` of scatter-rows; see `assembly/rows.ts`. */
export const scatterRowsCopyWasm: KernelOn<"wasm", RowsOperandsOf> = kernelOn("wasm", scatterCopy, {
  source: gatherScatterWasm.digest,
  prepare: (device, { x, index, output }) =>
    planOnWasm(device, gatherScatterWasm, () => {
      assertCopy("scatter rows", { whole: output, part: x, index });
      const { address: y, stride } = wholePanel(output);
      const some = (rows: number) => {
        const items = stride === 0 ? 0 : rows;
        return { items, block: itemsPerBlock(items, items * stride / 4, device.threads) };
      };
      const clear = gatherScatterWasm.call("clear_rows", some(output.rows), { y, stride });
      const args = { x: wholePanel(x).address, rows: output.rows, index: index.address, y, stride };
      const scatter = gatherScatterWasm.call("scatter_rows", some(x.rows), args);
      return {
        run: () => {
          device.parallel(clear);
          device.parallel(scatter);
        },
        facts: { block: scatter.block },
      };
    }),
});
