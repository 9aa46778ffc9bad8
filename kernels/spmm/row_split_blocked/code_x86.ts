/**
 * Machine code of row-split SpMM over one block of sources: what a row's entries of the block add to Y.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { CSR_LAYOUT, type CsrShape } from "../plans/csr_plan_x86.ts";
import { rowLoop } from "../plans/csr_rows_x86.ts";
import { rowPasses, rowSplitTuning } from "../row_split/code_x86.ts";

/** Arguments: those of a product, where `rowPtr` and `rowEnds` are the offsets of the rows' entries of a block. */
export const BLOCK_LAYOUT = new ArgumentLayout({ ...CSR_LAYOUT.types, rowEnds: "u64" });

/** Emits the code of the first block, which overwrites Y. */
export function emitFirstBlock(isa: InstructionSet, shape: CsrShape): MachineCode {
  return emitKernel(isa, BLOCK_LAYOUT, (kernel) => {
    const rowEnds = kernel.argument("rowEnds");
    rowLoop(kernel, shape, rowPasses(kernel, shape), { rowEnds });
  });
}

/** Emits the code of every other block, which adds to Y; rows without entries in the block are passed over. */
export function emitNextBlock(isa: InstructionSet, shape: CsrShape): MachineCode {
  return emitKernel(isa, BLOCK_LAYOUT, (kernel) => {
    const { a } = kernel, rowEnds = kernel.argument("rowEnds");
    const passes = rowPasses(kernel, shape, rowSplitTuning(isa, shape), true);
    rowLoop(kernel, shape, (row) => {
      const next = a.label("next");
      a.cmp(row.first, row.last);
      a.je(next);
      passes(row);
      a.bind(next);
    }, { rowEnds });
  });
}
