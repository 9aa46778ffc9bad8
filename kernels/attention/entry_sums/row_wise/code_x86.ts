/**
 * Machine code of sums of entries over rows and over columns; work items are columns of the matrix, which are
 * rows of its transpose.
 *
 * @module
 */
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem, times, vec } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../hardware/cpu/x86/kernel/loop.ts";
import { lowestLanes } from "../../../../hardware/cpu/x86/kernel/whole_vectors.ts";
import { paddedStride } from "../../../../hardware/dense.ts";
import { eachRow } from "../../../spmm/plans/csr_rows_x86.ts";
import { HeadVectors } from "../../plans/head_vectors_x86.ts";
import type { HeadsShape } from "../../plans/heads_shape.ts";

/** Arguments: addresses of the operands, the number of rows, and the last row of the entries. */
export const SUMS_LAYOUT = new ArgumentLayout({
  rowPtr: "u64",
  columnPtr: "u64",
  order: "u64",
  entries: "u64",
  to: "u64",
  rows: "u64",
  lastEntry: "u64",
});

/**
 * Emits the kernel for a number of heads: it writes the sum of row v's entries, 0 from row `rows` on, and
 * that of column v's entries, which the order lists; its numbers beyond the entries count as the last.
 */
export function emitEntrySums(isa: InstructionSet, { heads }: HeadsShape): MachineCode {
  const entryStride = 4 * paddedStride(heads), stride = 4 * paddedStride(2 * heads);
  return emitKernel(isa, SUMS_LAYOUT, (kernel) => {
    const { a } = kernel, vectors = new HeadVectors(kernel, heads), sums = kernel.vector("sum");
    const columnPtr = kernel.argument("columnPtr"), order = kernel.argument("order");
    const entries = kernel.argument("entries"), lastEntry = kernel.argument("lastEntry");
    const rowPtr = kernel.argument("rowPtr"), rowsEnd = kernel.argument("rows");
    const to = kernel.argument("to");
    const at = kernel.general("entry"), end = kernel.general("end of the row's entries");
    a.lea(rowsEnd, mem(rowPtr, 0, times(rowsEnd, 4)));
    a.lea(rowPtr, mem(rowPtr, 0, times(kernel.begin, 4)));
    kernel.moveToBegin(to, stride);
    const along = [[to, stride], [rowPtr, 4]] as const;
    eachRow(kernel, { rowPtr: columnPtr, entries: order, along }, (first, last) => {
      for (const vector of vectors.all) {
        const sum = lowestLanes(sums, vector.lanes), byte = 4 * vector.at, noRow = a.label("no_row");
        a.vxorps(sum, sum, sum);
        a.cmp(rowPtr, rowsEnd);
        a.jge(noRow);
        for (const [register, offset] of [[at, 0], [end, 4]] as const) {
          a.mov(low(register), mem(rowPtr, offset));
          kernel.multiply(register, entryStride);
          a.add(register, entries);
        }
        loop(kernel, { name: "of_row", at, end, step: entryStride }, () => a.vaddps(sum, sum, mem(at, byte)));
        a.bind(noRow);
        vectors.store(mem(to, byte), sums, vector);
        a.vxorps(sum, sum, sum);
        a.mov(at, first);
        loop(kernel, { name: "of_column", at, end: last, step: 4 }, () => {
          a.mov(low(end), mem(at));
          a.cmp(end, lastEntry);
          a.cmova(end, lastEntry);
          kernel.multiply(end, entryStride);
          a.vaddps(sum, sum, mem(entries, byte, end));
        });
        vectors.store(mem(to, 4 * heads + byte), sums, vector);
      }
      // An odd number of heads leaves two numbers of padding.
      if (heads % 2 === 1) {
        a.vxorps(sums, sums, sums);
        a.vmovsd(mem(to, 8 * heads), vec(128, sums.n));
      }
    });
  });
}
