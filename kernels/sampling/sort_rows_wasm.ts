/**
 * Sort of a block's rows on CPU threads.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm } from "../plan_wasm.ts";
import { BLOCK, onThreads } from "./layer_wasm.ts";
import type { FinishOperandsOf } from "./sampling.ts";

const module = await loadWasm(new URL("./sort_rows.wasm", import.meta.url));
/** Approximate cost of sorting an entry, in steps of the sort. */
const WORK_AN_ENTRY = 16;

/**
 * Kernel `sort-rows@wasm`; see `assembly/sort_rows.ts`. Values are sorted along with their columns, and the
 * sizes of the block are reported.
 */
export const sortRowsWasm: KernelOn<"wasm", FinishOperandsOf> = {
  ...onThreads(module),
  id: "sort-rows",
  origin: { paper: "own", section: "" },
  mapping: "threads take blocks of 256 rows and sort each by Shell's sort",
  prepare: (device, { maxRows, rowPtr, map, values, layer, report }) =>
    planOnWasm(device, module, ({ upload }) => {
      const buffers = [map.sizes, rowPtr, map.local, values, map.counters];
      const record = upload(
        "record of rows to sort",
        Uint32Array.of(...buffers.map((buffer) => buffer?.address ?? 0), report.address + 16 * layer),
      );
      const items = Math.ceil(maxRows / BLOCK);
      const block = itemsPerBlock(items, map.capacity * WORK_AN_ENTRY, device.threads);
      const call = { module, fn: values ? "sortValued" : "sort", items, block, args: [record] };
      return { run: () => device.parallel(call), facts: { launches: 1 } };
    }),
};
