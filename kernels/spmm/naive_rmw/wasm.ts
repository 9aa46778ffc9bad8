/**
 * SpMM on the CPU with the sums in memory.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { planRows } from "../plans/csr_plan_wasm.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { naiveRmw } from "./kernel.ts";

/** Kernel `naive-rmw@wasm`; see `assembly.ts`. */
export const naiveRmwWasm: KernelOn<"wasm", SpmmOperandsOf> = kernelOn("wasm", naiveRmw, {
  source: spmmWasm.digest,
  prepare: (device, operands) =>
    planRows(device, operands, {
      id: naiveRmw.id,
      call: (rows, args) => spmmWasm.call("naive_rmw", rows, args),
    }),
});
