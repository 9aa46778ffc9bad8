/**
 * Machine code of the maxima of segments.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { comparison } from "../../../hardware/cpu/x86/assembler/comparison.ts";
import { masked, mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { eachSegmentVector, SEGMENT_TYPES, type SegmentsShape, toAddress } from "./segments_x86.ts";

/** Arguments of the kernel. */
export const SEGMENT_LAYOUT = new ArgumentLayout(SEGMENT_TYPES);

/** Emits the kernel for a shape: the largest of each column, 0 for an empty segment. */
export function emitSegmentMax(isa: InstructionSet, shape: SegmentsShape): MachineCode {
  const { columns } = shape, stride = 4 * columns;
  return emitKernel(isa, SEGMENT_LAYOUT, (kernel) => {
    const { a } = kernel, x = kernel.argument("x"), y = kernel.argument("y"), to = kernel.general("result");
    const largest = kernel.vector("largest"),
      entry = kernel.vector("entry"),
      notNumber = kernel.vector("NaN");
    const ofNaN = isa === "avx512" ? kernel.mask("NaN") : undefined;
    eachSegmentVector(kernel, shape, ({ first, last, segment, byte, tail, vector }) => {
      const empty = a.label("empty");
      a.vxorps(largest, largest, largest);
      a.cmp(first, last);
      a.jge(empty);
      toAddress(kernel, first, columns, byte, x);
      toAddress(kernel, last, columns, byte, x);
      tail.load(largest, mem(first), vector);
      a.add(first, stride);
      loop(kernel, { name: "row", at: first, end: last, step: stride }, () => {
        tail.load(entry, mem(first), vector);
        // Of two operands of which one is NaN, the second is the maximum: a NaN that is found stays.
        a.vmaxps(largest, entry, largest);
        if (ofNaN) {
          a.vcmpps(ofNaN, entry, entry, comparison("unord"));
          a.vmovups(masked(largest, ofNaN), entry);
        } else {
          a.vcmpps(notNumber, entry, entry, comparison("unord"));
          a.vorps(largest, largest, notNumber);
        }
      });
      a.bind(empty);
      a.mov(to, segment);
      toAddress(kernel, to, columns, byte, y);
      tail.store(mem(to), largest, vector);
    });
  });
}
