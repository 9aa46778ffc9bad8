/**
 * Row-split SpMM on the CPU with scalar loads.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { planRows } from "../plans/csr_plan_wasm.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { rowSplitScalar } from "./kernel.ts";

/** Kernel `row-split-scalar@wasm`; see `assembly.ts`. */
export const rowSplitScalarWasm: KernelOn<"wasm", SpmmOperandsOf> = kernelOn("wasm", rowSplitScalar, {
  source: spmmWasm.digest,
  prepare: (device, operands) =>
    planRows(device, operands, {
      id: rowSplitScalar.id,
      call: (rows, args) => spmmWasm.call("row_split_scalar", rows, args),
    }),
});
