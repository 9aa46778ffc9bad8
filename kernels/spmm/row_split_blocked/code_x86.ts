/**
 * Machine code of row-split SpMM by blocks of sources.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem, times } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel, type KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { clearMemory } from "../../../hardware/cpu/x86/kernel/memory_range.ts";
import { CSR_LAYOUT, type CsrShape, type CsrTypes } from "../plans/csr_plan_x86.ts";
import { type CsrRow, rowLoop } from "../plans/csr_rows_x86.ts";
import { rowPasses, rowSplitTuning } from "../row_split/code_x86.ts";

/**
 * Arguments: those of a product, where `rowPtr` are the rows' offsets by block, `blockBytes` the bytes from a
 * block's offsets to the next one's, and `lastOffsets` the address of those at which the last block ends.
 */
export const BLOCK_LAYOUT = new ArgumentLayout({
  ...CSR_LAYOUT.types,
  blockBytes: "u64",
  lastOffsets: "u64",
});

/** Rows between the one that is computed and the one whose entries are asked for. */
const ROWS_AHEAD = 2;
/** Bytes of the sources, and of the values, that a request for a row's entries of a block asks for. */
const ENTRY_BYTES = 256;
const LINE_BYTES = 64;

/** Numbers that are read behind the last offset. */
export const OFFSETS_AHEAD = ROWS_AHEAD;

/**
 * Asks for the entries of a later row: those of a block lie far from those of the next row, where no
 * prefetcher of the CPU expects them.
 */
function prefetchEntries({ kernel, first, value }: CsrRow): void {
  const { a, begin } = kernel, entry = kernel.general("entry of a later row");
  a.mov(low(entry), mem(begin, 4 * ROWS_AHEAD));
  a.sub(low(entry), mem(begin));
  a.lea(entry, mem(first, 0, times(entry, 4)));
  for (let byte = 0; byte < ENTRY_BYTES; byte += LINE_BYTES) {
    a.prefetcht0(mem(entry, byte));
    if (value) a.prefetcht0(value(entry, byte / 4));
  }
  kernel.release(entry);
}

/** Sets the rows of Y to 0. */
function clearRows(kernel: KernelBuilder<CsrTypes>, stride: number): void {
  const { a, begin, end } = kernel;
  const y = kernel.argument("y"), yEnd = kernel.general("end of Y");
  a.mov(yEnd, end);
  a.sub(yEnd, begin);
  kernel.multiply(yEnd, stride);
  kernel.moveToBegin(y, stride);
  a.add(yEnd, y);
  clearMemory(kernel, y, yEnd);
  kernel.release(yEnd, y);
}

/**
 * Emits the kernel for a shape: all rows of a call for one block, then for the next one. It asks for no rows
 * of X ahead: those of the block are near, and most of those behind a row's entries of it are not of it.
 */
export function emitBlockedRows(isa: InstructionSet, shape: CsrShape): MachineCode {
  return emitKernel(isa, BLOCK_LAYOUT, (kernel) => {
    const { a, begin, end } = kernel;
    clearRows(kernel, 4 * shape.columns);
    const passes = rowPasses(kernel, shape, { ...rowSplitTuning(isa, shape), ahead: 0 }, true);
    const offsets = kernel.argument("rowPtr"), block = a.label("block");
    a.bind(block);
    // The loop over rows counts these up.
    a.push(begin);
    a.push(end);
    const rowPtr = kernel.general("offsets"), rowEnds = kernel.general("offsets of the next block");
    a.mov(rowPtr, offsets);
    a.add(offsets, kernel.slot("blockBytes"));
    a.mov(rowEnds, offsets);
    rowLoop(kernel, shape, (row) => {
      const next = a.label("next");
      prefetchEntries(row);
      a.cmp(row.first, row.last);
      a.je(next);
      passes(row);
      a.bind(next);
    }, { rowPtr, rowEnds });
    a.pop(end);
    a.pop(begin);
    a.cmp(offsets, kernel.slot("lastOffsets"));
    a.jl(block);
  });
}
