/**
 * Products of two dense matrices at the entries of a sparse one, head by head, on the CPU. The plan shares
 * the matrix on the device with the plans of spmm and head-spmm.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { wholePanel } from "../../../plans/plan_wasm.ts";
import { rowsPerBlock, shareCsr } from "../../../spmm/plans/device_csr_wasm.ts";
import { attentionWasm } from "../../attention_bindings.ts";
import { patternOf } from "../../matrix_pattern.ts";
import { planEntryCall } from "../../plans/entry_call_wasm.ts";
import type { HeadSddmmOperandsOf } from "../head_sddmm.ts";
import { assertHeadSddmm } from "../operand_fit.ts";
import { rowWise } from "./kernel.ts";

/** Kernel `row-wise@wasm` of head-sddmm; see `assembly.ts`. */
export const headSddmmRowWiseWasm: KernelOn<"wasm", HeadSddmmOperandsOf> = kernelOn("wasm", rowWise, {
  source: attentionWasm.digest,
  prepare: (device, operands) =>
    planEntryCall(device, "head-sddmm", attentionWasm, ({ share }) => {
      assertHeadSddmm(operands);
      const { matrix, a, b, heads, headWidth, output } = operands;
      const { rowPtr, sources } = shareCsr(share, { matrix: patternOf(matrix), x: b, y: a, output: a });
      const left = wholePanel(a), to = wholePanel(output);
      const block = rowsPerBlock(matrix, heads * headWidth, device.threads);
      return attentionWasm.call("head_sddmm", { items: matrix.rows, block }, {
        rowPtr,
        sources,
        a: left.address,
        b: wholePanel(b).address,
        stride: left.stride,
        heads,
        headBytes: 4 * headWidth,
        y: to.address,
        yStride: to.stride,
      });
    }),
});
