/**
 * Machine code of row-split SpMM whose weight changes from head to head.
 *
 * @module
 */
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { columnVectors } from "../../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { emitKernel } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../hardware/cpu/x86/kernel/loop.ts";
import { Panel } from "../../../../hardware/cpu/x86/kernel/panel.ts";
import { TailMask } from "../../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { paddedStride } from "../../../../hardware/dense.ts";
import { rowLoop } from "../../../spmm/plans/csr_rows_x86.ts";
import { type RowSplitTuning, rowSplitTuning } from "../../../spmm/row_split/code_x86.ts";
import { entryWeights, HEAD_LAYOUT, type HeadSpmmShape } from "../entry_weights_x86.ts";
import { spreadWeights } from "./spread_weights_x86.ts";

/** Emits the kernel for a shape. */
export function emitHeadSpmm(
  isa: InstructionSet,
  shape: HeadSpmmShape,
  tuning: RowSplitTuning = rowSplitTuning(isa, { columns: paddedStride(shape.heads * shape.headWidth) }),
): MachineCode {
  const { ahead, panel, unroll } = tuning, columns = paddedStride(shape.heads * shape.headWidth);
  return emitKernel(isa, HEAD_LAYOUT, (kernel) => {
    const { a } = kernel;
    const all = columnVectors(columns, kernel.lanes, isa === "avx512" ? "mask" : "overlap");
    const tail = new TailMask(kernel, all), spread = spreadWeights(kernel, shape, tail);
    const weights = entryWeights(kernel, shape);
    rowLoop(kernel, { columns, weighted: false }, (row) => {
      weights.touch(row.first, row.last);
      for (let i = 0; i < all.length; i += panel) {
        using sums = new Panel(kernel, all.slice(i, i + panel), tail, unroll);
        const entry = kernel.general("entry"), source = kernel.general("source row");
        sums.clear();
        weights.begin();
        a.mov(entry, row.first);
        const entries = { name: "entry", at: entry, end: row.last, step: 4, along: weights.along, unroll };
        loop(kernel, entries, (u) => {
          row.source(source, entry, u + ahead);
          sums.prefetch({ base: row.x, offset: source });
          row.source(source, entry, u);
          sums.accumulate(u, { base: row.x, offset: source }, spread(weights.of(entry, u)));
        });
        kernel.release(source, entry);
        sums.fold();
        sums.store({ base: row.y });
      }
      weights.end();
    });
  });
}
