/**
 * Machine code that finds the largest |x| of each column.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem, type Memory, type Vec } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { columnVectors } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { emitKernel, type KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { takeCompared } from "../../../hardware/cpu/x86/kernel/compare_exchange.ts";
import { StackedColumns } from "../plans/groups_x86/shared_additions_x86.ts";

/** Arguments: X, and a word for each column. */
export const MAGNITUDE_LAYOUT = new ArgumentLayout({ x: "u64", largest: "u64" });

/** Vectors of columns whose maxima are kept in registers together. */
const PANEL = 8;
/** Bits of a float but its sign. */
const MAGNITUDE_BITS = 0x7fff_ffff;

/** Emits `there = max(there, most)`, unsigned: repeated while another thread changes it in between. */
function raise(kernel: KernelBuilder, compared: Gpr, there: Memory, most: Memory): void {
  const { a } = kernel, retry = a.label("retry"), done = a.label("raised");
  const wanted = kernel.general("wanted");
  a.mov(low(wanted), most);
  a.mov(compared, there);
  a.bind(retry);
  a.cmp(compared, low(wanted));
  a.jae(done);
  a.lock_cmpxchg(there, low(wanted));
  a.jne(retry);
  a.bind(done);
  kernel.release(wanted);
}

/**
 * Emits a kernel whose items are rows of X. It raises each word at `largest` to the bits of its column's
 * largest |x|: as integers they have the same order.
 */
export function emitLargestMagnitude(isa: InstructionSet, columns: number): MachineCode {
  return emitKernel(isa, MAGNITUDE_LAYOUT, (kernel) => {
    const { a, begin, end, lanes } = kernel, stride = 4 * columns;
    const x = kernel.argument("x"), last = kernel.general("last row");
    a.mov(last, end);
    kernel.multiply(last, stride);
    a.add(last, x);
    kernel.moveToBegin(x, stride);
    kernel.release(begin);
    const compared = takeCompared(kernel), largest = kernel.argument("largest");
    const row = kernel.general("row"), bits = kernel.vector("magnitude bits"), loaded = kernel.vector("|x|");
    a.vpbroadcastd(bits, a.words(MAGNITUDE_BITS));
    const all = columnVectors(columns, lanes, "mask"), tail = new TailMask(kernel, all);
    for (let i = 0; i < all.length; i += PANEL) {
      const vectors = all.slice(i, i + PANEL), maxima: Vec[] = vectors.map(() => kernel.vector("largest"));
      for (const most of maxima) a.vxorps(most, most, most);
      a.mov(row, x);
      loop(kernel, { name: "row", at: row, end: last, step: stride }, () => {
        vectors.forEach((vector, n) => {
          tail.load(loaded, mem(row, 4 * vector.at), vector);
          a.vandps(loaded, loaded, bits);
          a.vpmaxud(maxima[n], maxima[n], loaded);
        });
      });
      const stacked = new StackedColumns(kernel, vectors, vectors[0].at);
      stacked.reserve();
      vectors.forEach((vector, n) => {
        tail.store(mem(stacked.row.base, stacked.row.bytes + 4 * vector.at), maxima[n], vector);
      });
      stacked.forEach(largest, columns, (there, most) => raise(kernel, compared, there, most));
      stacked.release();
      kernel.release(...maxima.toReversed());
    }
  });
}
