/**
 * Row-split SpMM on the CPU: one thread computes a row, by vectors of four columns.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { planRows } from "../plans/csr_plan_wasm.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { rowSplit } from "./kernel.ts";

/** Kernel `row-split@wasm`; see `assembly.ts`. */
export const rowSplitWasm: KernelOn<"wasm", SpmmOperandsOf> = kernelOn("wasm", rowSplit, {
  source: spmmWasm.digest,
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
  prepare: (device, operands, { touch, block }) =>
    planRows(device, operands, {
      id: rowSplit.id,
      block,
      call: (rows, args) => spmmWasm.call("row_split", rows, { ...args, touch }),
    }),
});
