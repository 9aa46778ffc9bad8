/**
 * Linear combinations on the CPU, in vectors of four floats.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { alignedPanels } from "../../operand_fit.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import type { AddOperandsOf } from "../add.ts";
import { addWasm } from "../add_bindings.ts";
import { entryWise } from "./kernel.ts";

/** Kernel `entry-wise@wasm`; see `assembly/add.ts`. */
export const addEntryWiseWasm: KernelOn<"wasm", AddOperandsOf> = kernelOn("wasm", entryWise, {
  source: addWasm.digest,
  prepare: (device, { x, y, output, alpha, beta }) =>
    planOnWasm(device, addWasm, () => {
      alignedPanels("add matrices", [x, y, output]);
      const { address, stride } = wholePanel(output);
      const items = output.rows * stride / 16;
      const block = itemsPerBlock(items, 8 * items, device.threads);
      const places = { x: wholePanel(x).address, y: wholePanel(y).address, z: address };
      const call = addWasm.call("add", { items, block }, { ...places, alpha, beta });
      return { run: () => device.parallel(call), facts: { block } };
    }),
});
