/**
 * Machine code of the sum of products whose terms were divided.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { Panel } from "../../../hardware/cpu/x86/kernel/panel.ts";
import { alongColumns, tailOf } from "../../../hardware/cpu/x86/kernel/row_columns.ts";

/** Addresses of the parts and of C, bytes of all parts together. */
export const PART_SUM_LAYOUT = new ArgumentLayout({ parts: "u64", c: "u64", partsBytes: "u64" });

/** Shape that code is emitted for. */
export interface PartSumShape {
  /** Columns of C, padding included: a multiple of 4. */
  readonly columns: number;
  /** Bytes from one part to the next. */
  readonly partBytes: number;
}

/** Vectors of a row that a pass over the parts sums. */
const PANEL_VECTORS = 4;

/** Emits the sum of the parts in their order; work items are rows of C. */
export function emitPartSum(isa: InstructionSet, { columns, partBytes }: PartSumShape): MachineCode {
  return emitKernel(isa, PART_SUM_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel, tail = tailOf(kernel, columns);
    const first = kernel.argument("parts"), c = kernel.argument("c"), bytes = kernel.argument("partsBytes");
    const part = kernel.general("part"), last = kernel.general("end of the parts");
    for (const row of [first, c]) kernel.moveToBegin(row, 4 * columns);
    loop(kernel, { name: "row", at: begin, end, step: 1 }, () => {
      alongColumns(
        kernel,
        { name: "columns", columns, rows: [first, c], vectors: PANEL_VECTORS },
        (vectors) => {
          using sums = new Panel(kernel, vectors, tail);
          sums.clear();
          a.mov(part, first);
          a.lea(last, mem(first, 0, bytes));
          loop(kernel, { name: "part", at: part, end: last, step: partBytes }, () => {
            sums.accumulate(0, { base: part });
          });
          sums.store({ base: c });
        },
      );
    });
  });
}
