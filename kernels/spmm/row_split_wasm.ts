/**
 * Row-split SpMM on the CPU: one thread computes a row, by vectors of four columns.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { planRows } from "./row_plan_wasm.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

const module = await loadWasm(new URL("./spmm.wasm", import.meta.url));

/**
 * Kernel `row-split@wasm`; see `assembly/row_split.ts`. The name of the mapping is that of Yang, Buluc and
 * Owens (Euro-Par 2018).
 */
export const rowSplitWasm: KernelOn<"wasm", SpmmOperandsOf> = {
  id: "row-split",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping:
    "a thread takes blocks of rows; a row's columns go in passes of 32 through eight vector accumulators",
  source: module.digest,
  parameters: {
    touch: {
      meaning:
        "1 loads a word of each cache line of a row's sources before computing it, so that misses overlap; " +
        "worth it on some CPUs where X is far larger than the last cache",
      default: 0,
      range: [0, 1],
    },
    block: {
      meaning: "rows that a thread takes at once; 0 chooses by the work of an average row",
      default: 0,
      range: [0, 2 ** 30],
    },
  },
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 5 }),
  prepare: (device, operands, { touch, block }) =>
    planRows(device, operands, {
      module,
      fn: "row_split",
      rest: [touch],
      ...(block > 0 ? { block } : {}),
    }),
};
