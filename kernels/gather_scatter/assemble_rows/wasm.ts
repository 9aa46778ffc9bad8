/**
 * Assembly of a batch on the CPU.
 *
 * @module
 */
import { type AssembleRowsOperandsOf, assertAssembly } from "../assembled_rows.ts";
import { gatherScatterWasm } from "../gather_scatter_bindings.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import { assembleCopy } from "./kernel.ts";

/** Kernel `row-copy@wasm` of assemble-rows; see `assembly/rows.ts`. */
export const assembleRowsCopyWasm: KernelOn<"wasm", AssembleRowsOperandsOf> = kernelOn("wasm", assembleCopy, {
  source: gatherScatterWasm.digest,
  prepare: (device, operands) =>
    planOnWasm(device, gatherScatterWasm, () => {
      assertAssembly(operands);
      const { cache, previous, place, firstStaged, output } = operands;
      const { address: y, stride } = wholePanel(output);
      const items = stride === 0 ? 0 : firstStaged;
      const block = itemsPerBlock(items, items * stride / 4, device.threads);
      const call = gatherScatterWasm.call("assemble_rows", { items, block }, {
        cache: wholePanel(cache).address,
        cacheRows: cache.rows,
        previous: wholePanel(previous).address,
        previousRows: previous.rows,
        place: place.address,
        y,
        firstStaged,
        rows: output.rows,
        stride,
      });
      return { run: () => device.parallel(call), facts: { block } };
    }),
});
