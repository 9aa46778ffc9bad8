/**
 * Machine code of the product on an execution path: row-split over the path's rows.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { CSR_LAYOUT, type CsrShape } from "../../spmm/plans/csr_plan_x86.ts";
import { rowLoop } from "../../spmm/plans/csr_rows_x86.ts";
import { rowPasses } from "../../spmm/row_split/code_x86.ts";

/** Arguments: those of a product with the path's matrix, and the byte offset in Y of each of its rows. */
export const PATH_LAYOUT = new ArgumentLayout({ ...CSR_LAYOUT.types, targets: "u64" });

/** Emits the kernel for a shape. */
export function emitExecutionPath(isa: InstructionSet, shape: CsrShape): MachineCode {
  return emitKernel(isa, PATH_LAYOUT, (kernel) => {
    const targets = kernel.argument("targets");
    kernel.a.lea(targets, mem(targets, 0, times(kernel.begin, 4)));
    rowLoop(kernel, shape, rowPasses(kernel, shape), { targets });
  });
}
