/**
 * Sort of a block's rows on CPU threads.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { nearAddress } from "../../../platform/wasm/near_address.ts";
import { itemsPerBlock, planOnWasm } from "../../plans/plan_wasm.ts";
import { BLOCK } from "../plans/layer_wasm.ts";
import type { FinishOperandsOf } from "../sampling.ts";
import { sortRows, WORK_AN_ENTRY } from "./kernel.ts";
import { sortRowsWasm as module } from "./sort_rows_bindings.ts";

/** Kernel `sort-rows@wasm`; see `assembly/sort_rows.ts`. */
export const sortRowsWasm: KernelOn<"wasm", FinishOperandsOf> = kernelOn("wasm", sortRows, {
  source: module.digest,
  prepare: (device, { maxRows, rowPtr, map, values, layer, report }) =>
    planOnWasm(device, module, ({ upload }) => {
      const buffers = [map.sizes, rowPtr, map.local, values, map.counters];
      const addresses = [...buffers.map((buffer) => buffer?.address ?? 0), report.address + 16 * layer];
      const record = upload(
        "record of rows to sort",
        Uint32Array.of(...addresses.map(nearAddress)),
      );
      const items = Math.ceil(maxRows / BLOCK);
      const block = itemsPerBlock(items, map.capacity * WORK_AN_ENTRY, device.threads);
      const call = module.call(values ? "sortValued" : "sort", { items, block }, { record });
      return { run: () => device.parallel(call), facts: { launches: 1 } };
    }),
});
