/**
 * Assembly of a batch on the CPU.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import { type AssembleRowsOperandsOf, assertAssembly } from "./assemble.ts";

const module = await loadWasm(new URL("./rows.wasm", import.meta.url));

/** Kernel `row-copy@wasm` of assemble-rows; see `assembly/rows.ts`. */
export const assembleRowsCopyWasm: KernelOn<"wasm", AssembleRowsOperandsOf> = {
  id: "row-copy",
  backend: "wasm",
  origin: { paper: "fastgl", section: "4.1" },
  mapping: "a thread takes blocks of the rows of Y before the staged ones and copies each from where it lies",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 4 }),
  prepare: (device, operands) =>
    planOnWasm(device, module, () => {
      assertAssembly(operands);
      const { cache, previous, place, firstStaged, output } = operands;
      const { address, stride } = wholePanel(output);
      const items = stride === 0 ? 0 : firstStaged;
      const call = {
        module,
        fn: "assemble",
        items,
        block: itemsPerBlock(items, items * stride / 4, device.threads),
        args: [
          ...[wholePanel(cache).address, cache.rows, wholePanel(previous).address, previous.rows],
          ...[place.address, address, firstStaged, output.rows, stride],
        ],
      };
      return { run: () => device.parallel(call), facts: { block: call.block } };
    }),
};
