/**
 * Machine code of the product with the whole matrix under a mask: row-split with a test of every row, and of
 * every entry of the rows that pass.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { CSR_LAYOUT, type CsrShape } from "../../spmm/plans/csr_plan_x86.ts";
import { rowLoop } from "../../spmm/plans/csr_rows_x86.ts";
import { rowPasses } from "../../spmm/row_split/code_x86.ts";
import { SOURCE, TARGET } from "./active_flags.ts";

/** Arguments: those of a product, with columns as `sources`, and a byte of flags for each vertex. */
export const MASKED_LAYOUT = new ArgumentLayout({ ...CSR_LAYOUT.types, flags: "u64" });

/** Emits the kernel for a shape. */
export function emitMasked(isa: InstructionSet, shape: CsrShape): MachineCode {
  return emitKernel(isa, MASKED_LAYOUT, (kernel) => {
    const { a } = kernel, flags = kernel.argument("flags");
    const flag = kernel.general("flags of the row"), idle = kernel.general("column 0");
    a.lea(flag, mem(flags, 0, kernel.begin));
    a.xor(low(idle), low(idle));
    const passes = rowPasses(kernel, shape);
    rowLoop(kernel, shape, (row) => {
      const next = a.label("next");
      a.test(mem(flag), TARGET);
      a.je(next);
      passes({
        ...row,
        skips: true,
        source(to, entry, ahead, skip) {
          row.source(to, entry, ahead);
          a.test(mem(flags, 0, to), SOURCE);
          // A request ahead takes no jump, which would be guessed wrong as often as the one that counts.
          if (skip) a.je(skip);
          else a.cmove(to, idle);
          kernel.multiply(to, 4 * shape.columns);
        },
      });
      a.bind(next);
      a.inc(flag);
    });
  });
}
