/**
 * Linear combinations on the CPU, in vectors of four floats.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { alignedPanels } from "../operand_fit.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { AddOperandsOf } from "./add.ts";

const module = await loadWasm(new URL("./add.wasm", import.meta.url));

/** Kernel `entry-wise@wasm`; see `assembly/add.ts`. */
export const addEntryWiseWasm: KernelOn<"wasm", AddOperandsOf> = {
  id: "entry-wise",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of vectors of four entries",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 3 }),
  prepare: (device, { x, y, output, alpha, beta }) =>
    planOnWasm(device, module, () => {
      alignedPanels("add matrices", [x, y, output]);
      const { address, stride } = wholePanel(output);
      const items = output.rows * stride / 16;
      const call = {
        module,
        fn: "add",
        items,
        block: itemsPerBlock(items, 8 * items, device.threads),
        args: [wholePanel(x).address, wholePanel(y).address, address, alpha, beta],
      };
      return { run: () => device.parallel(call), facts: { block: call.block } };
    }),
};
