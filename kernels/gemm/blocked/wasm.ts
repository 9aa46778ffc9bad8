/**
 * GEMM on the CPU in register tiles over packed panels.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import type { GemmOperandsOf } from "../gemm.ts";
import { gemmWasm } from "../gemm_bindings.ts";
import { planMultiplication } from "../plans/multiplication_wasm.ts";
import { blocked } from "./kernel.ts";
import { planPackedRows } from "./packed_rows.ts";
import { planSplitTerms } from "./split_terms.ts";

/**
 * Kernel `blocked@wasm`; see `assembly/gemm.ts`. The blocking is that of Goto and van de Geijn (TOMS 2008); A
 * is packed only where it is transposed.
 */
export const gemmBlockedWasm: KernelOn<"wasm", GemmOperandsOf> = kernelOn("wasm", blocked, {
  source: gemmWasm.digest,
  prepare: (device, operands) =>
    planMultiplication(device, operands, operands.form === "tn" ? planSplitTerms : planPackedRows),
});
