/**
 * Sums of entries by row and by column in machine code.
 *
 * @module
 */
import { assertCsr, nnz } from "../../../../graph/csr.ts";
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { itemsPerBlock, wholePanel } from "../../../plans/plan_wasm.ts";
import { emittedSource } from "../../../plans/plan_x86.ts";
import { planEntryCallX86 } from "../../plans/entry_call_x86.ts";
import { HEADS_SOURCE_SHAPES } from "../../plans/heads_shape.ts";
import type { EntrySumsOperandsOf } from "../entry_sums.ts";
import { assertEntrySums } from "../operand_fit.ts";
import { emitEntrySums, SUMS_LAYOUT } from "./code_x86.ts";
import { rowWise } from "./kernel.ts";

/** Kernel `row-wise@x86` of entry-sums; see `code_x86.ts`. */
export const entrySumsRowWiseX86: KernelOn<"x86", EntrySumsOperandsOf> = kernelOn("x86", rowWise, {
  source: emittedSource(HEADS_SOURCE_SHAPES, emitEntrySums),
  phases: { rows: (isa, heads) => emitEntrySums(isa, { heads }) },
  prepare: (device, operands) =>
    planEntryCallX86(device, "entry-sums", ({ share }) => {
      const { matrix, transposed, order, entries, heads, output } = operands, items = matrix.cols;
      for (const each of [matrix, transposed]) assertCsr(each);
      assertEntrySums(operands);
      return {
        layout: SUMS_LAYOUT,
        emit: emitEntrySums,
        shape: { heads },
        items: { items, block: itemsPerBlock(items, 2 * nnz(matrix) * heads, device.threads) },
        addresses: {
          rowPtr: share("rowPtr", { of: matrix.rowPtr }).address,
          columnPtr: share("rowPtr", { of: transposed.rowPtr }).address,
          order: order.address,
          entries: wholePanel(entries).address,
          to: wholePanel(output).address,
        },
        numbers: { rows: matrix.rows, lastEntry: Math.max(0, nnz(matrix) - 1) },
      };
    }),
});
