/**
 * GEMM on the CPU with scalar loads.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock } from "../../plans/plan_wasm.ts";
import type { GemmOperandsOf } from "../gemm.ts";
import { gemmWasm } from "../gemm_bindings.ts";
import { planMultiplication } from "../plans/multiplication_wasm.ts";
import { naive } from "./kernel.ts";

/** Kernel `naive@wasm`; see `assembly/gemm.ts`. */
export const gemmNaiveWasm: KernelOn<"wasm", GemmOperandsOf> = kernelOn("wasm", naive, {
  source: gemmWasm.digest,
  prepare: (device, operands) =>
    planMultiplication(device, operands, ({ form, rows, inner, cols, a, b, c, epilogue }) => {
      const [aRow, aTerm] = form === "tn" ? [4, a.stride] : [a.stride, 4];
      const [bTerm, bColumn] = form === "nt" ? [4, b.stride] : [b.stride, 4];
      const block = itemsPerBlock(rows, rows * inner * cols, device.threads);
      const call = gemmWasm.call("gemm_naive", { items: cols === 0 ? 0 : rows, block }, {
        inner,
        cols,
        a: a.address,
        aRow,
        aTerm,
        b: b.address,
        bTerm,
        bColumn,
        c: c.address,
        stride: c.stride,
        epilogue,
      });
      return { run: () => device.parallel(call), facts: { block } };
    }),
});
