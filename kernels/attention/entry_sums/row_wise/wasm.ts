/**
 * Sums of entries by row and by column on the CPU.
 *
 * @module
 */
import { nnz } from "../../../../graph/csr.ts";
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { itemsPerBlock, wholePanel } from "../../../plans/plan_wasm.ts";
import { attentionWasm } from "../../attention_bindings.ts";
import { planEntryCall } from "../../plans/entry_call_wasm.ts";
import type { EntrySumsOperandsOf } from "../entry_sums.ts";
import { assertEntrySums } from "../operand_fit.ts";
import { rowWise } from "./kernel.ts";

/** Kernel `row-wise@wasm` of entry-sums; see `assembly.ts`. */
export const entrySumsRowWiseWasm: KernelOn<"wasm", EntrySumsOperandsOf> = kernelOn("wasm", rowWise, {
  source: attentionWasm.digest,
  prepare: (device, operands) =>
    planEntryCall(device, "entry-sums", attentionWasm, ({ share }) => {
      assertEntrySums(operands);
      const { matrix, transposed, order, entries, heads, output } = operands;
      const from = wholePanel(entries), to = wholePanel(output), items = matrix.cols;
      const block = itemsPerBlock(items, 2 * nnz(matrix) * heads, device.threads);
      return attentionWasm.call("entry_sums", { items, block }, {
        rows: matrix.rows,
        rowPtr: share("rowPtr", { of: matrix.rowPtr }).address,
        columnPtr: share("rowPtr", { of: transposed.rowPtr }).address,
        order: order.address,
        lastEntry: Math.max(0, nnz(matrix) - 1),
        entries: from.address,
        entryStride: from.stride,
        heads,
        to: to.address,
        toStride: to.stride,
      });
    }),
});
