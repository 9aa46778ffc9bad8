/**
 * SpMM on the CPU with the sum of four columns in one register.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { planRows } from "../plans/csr_plan_wasm.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { naiveRegister } from "./kernel.ts";

/** Kernel `naive-register@wasm`; see `assembly.ts`. */
export const naiveRegisterWasm: KernelOn<"wasm", SpmmOperandsOf> = kernelOn("wasm", naiveRegister, {
  source: spmmWasm.digest,
  prepare: (device, operands) =>
    planRows(device, operands, {
      id: naiveRegister.id,
      call: (rows, args) => spmmWasm.call("naive_register", rows, args),
    }),
});
