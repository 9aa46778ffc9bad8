/**
 * Gathers and scatters of rows on the CPU.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import { assertCopy } from "./row_copy.ts";
import type { RowsOperandsOf } from "./rows.ts";

const module = await loadWasm(new URL("./rows.wasm", import.meta.url));

const kernel = {
  id: "row-copy",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 3 }),
} as const;

/** Kernel `row-copy@wasm` of gather-rows; see `assembly/rows.ts`. */
export const gatherRowsCopyWasm: KernelOn<"wasm", RowsOperandsOf> = {
  ...kernel,
  mapping: "a thread takes blocks of rows of Y and copies each from where its index says",
  prepare: (device, { x, index, output }) =>
    planOnWasm(device, module, () => {
      assertCopy("gather rows", { whole: x, part: output, index });
      const { address, stride } = wholePanel(output);
      const items = stride === 0 ? 0 : output.rows;
      const call = {
        module,
        fn: "gather",
        items,
        block: itemsPerBlock(items, items * stride / 4, device.threads),
        args: [wholePanel(x).address, x.rows, index.address, address, stride],
      };
      return { run: () => device.parallel(call), facts: { block: call.block } };
    }),
};

/** Kernel `row-copy@wasm` of scatter-rows; see `assembly/rows.ts`. */
export const scatterRowsCopyWasm: KernelOn<"wasm", RowsOperandsOf> = {
  ...kernel,
  mapping:
    "a thread takes blocks of rows of Y and clears them; then blocks of rows of X, copied to their places",
  prepare: (device, { x, index, output }) =>
    planOnWasm(device, module, () => {
      assertCopy("scatter rows", { whole: output, part: x, index });
      const { address, stride } = wholePanel(output);
      const call = (fn: string, rows: number, args: readonly number[]) => {
        const items = stride === 0 ? 0 : rows;
        return { module, fn, items, block: itemsPerBlock(items, items * stride / 4, device.threads), args };
      };
      const clear = call("clear", output.rows, [address, stride]);
      const place = [wholePanel(x).address, output.rows, index.address, address, stride];
      const scatter = call("scatter", x.rows, place);
      return {
        run: () => {
          device.parallel(clear);
          device.parallel(scatter);
        },
        facts: { block: scatter.block },
      };
    }),
};
