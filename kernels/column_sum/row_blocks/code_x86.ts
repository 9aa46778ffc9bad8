/**
 * Machine code of column sums.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { columnVectors } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { Panel } from "../../../hardware/cpu/x86/kernel/panel.ts";
import { tailOf } from "../../../hardware/cpu/x86/kernel/row_columns.ts";

/** Addresses of X, of the byte behind X and of Y; bytes of a block of rows of X. */
export const COLUMN_SUM_LAYOUT = new ArgumentLayout({ x: "u64", xEnd: "u64", y: "u64", blockBytes: "u64" });

/** Shape that code is emitted for. */
export interface ColumnSumShape {
  /** Columns, padding included: a multiple of 4. */
  readonly columns: number;
}

/** Vectors of columns that a pass over the rows sums: as many as additions are under way at a time. */
const PANEL_VECTORS = 8;

/** Rows that a pass of the loop adds, one after the other. */
const UNROLLED_ROWS = 4;

/**
 * Emits the sums of blocks of rows: work items are blocks; block b is written to row b of Y, each entry in
 * the order of the rows.
 */
export function emitColumnSum(isa: InstructionSet, { columns }: ColumnSumShape): MachineCode {
  return emitKernel(isa, COLUMN_SUM_LAYOUT, (kernel) => {
    const { a, begin, end, lanes } = kernel, stride = 4 * columns;
    const vectors = columnVectors(columns, lanes, "mask"), tail = tailOf(kernel, columns);
    const x = kernel.argument("x"), xEnd = kernel.argument("xEnd"), y = kernel.argument("y");
    const blockBytes = kernel.argument("blockBytes");
    const first = kernel.general("first row"), last = kernel.general("last row"), row = kernel.general("row");
    kernel.moveToBegin(y, stride);
    a.mov(first, begin);
    a.imul(first, blockBytes);
    a.add(first, x);
    loop(kernel, { name: "block", at: begin, end, step: 1, along: [[y, stride]] }, () => {
      a.lea(last, mem(first, 0, blockBytes));
      a.cmp(last, xEnd);
      a.cmovg(last, xEnd);
      for (let i = 0; i < vectors.length; i += PANEL_VECTORS) {
        using sums = new Panel(kernel, vectors.slice(i, i + PANEL_VECTORS), tail);
        sums.clear();
        a.mov(row, first);
        loop(kernel, { name: "row", at: row, end: last, step: stride, unroll: UNROLLED_ROWS }, (u) => {
          sums.accumulate(0, { base: row, bytes: u * stride });
        });
        sums.store({ base: y });
      }
      a.mov(first, last);
    });
  });
}
