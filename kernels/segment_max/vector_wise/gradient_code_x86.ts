/**
 * Machine code of the gradient of the maxima of segments.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { comparison } from "../../../hardware/cpu/x86/assembler/comparison.ts";
import { type Gpr, low, masked, mem, vec } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { eachSegmentVector, SEGMENT_TYPES, type SegmentsShape, toAddress } from "./segments_x86.ts";

/** Arguments of the kernel: those of the maxima, and the gradient of Y. */
export const SEGMENT_GRADIENT_LAYOUT = new ArgumentLayout({ ...SEGMENT_TYPES, gradient: "u64" });

/** Emits the kernel for a shape: the first row with the largest entry gets the gradient, others get 0. */
export function emitSegmentMaxGradient(isa: InstructionSet, shape: SegmentsShape): MachineCode {
  const { columns } = shape, stride = 4 * columns;
  return emitKernel(isa, SEGMENT_GRADIENT_LAYOUT, (kernel) => {
    const { a, lanes } = kernel;
    const named = ["largest", "entry", "place", "row", "above", "share", "one"];
    const [largest, entry, place, row, above, share, one] = named.map((name) => kernel.vector(name));
    const chosen = isa === "avx512" ? kernel.mask("above") : undefined;
    const x = kernel.argument("x"), y = kernel.argument("y"), gradient = kernel.argument("gradient");
    const at = kernel.general("row's vector");
    a.vmovups(one, a.words(...Array<number>(lanes).fill(1)));
    const spread = (number: Gpr) => {
      const lowest = vec(128, row.n);
      a.vmovd(lowest, low(number));
      a.vpbroadcastd(row, lowest);
    };
    eachSegmentVector(kernel, shape, ({ first, last, segment, byte, tail, vector }) => {
      const empty = a.label("empty");
      a.cmp(first, last);
      a.jge(empty);
      a.mov(at, segment);
      toAddress(kernel, at, columns, byte, gradient);
      tail.load(share, mem(at), vector);
      a.mov(at, first);
      toAddress(kernel, at, columns, byte, x);
      toAddress(kernel, last, columns, byte, x);
      tail.load(largest, mem(at), vector);
      spread(first);
      a.vmovups(place, row);
      a.add(at, stride);
      loop(kernel, { name: "row", at, end: last, step: stride }, () => {
        tail.load(entry, mem(at), vector);
        a.vpaddd(row, row, one);
        // A NaN is greater than all numbers, and no NaN is greater than another.
        if (chosen) {
          a.vcmpps(chosen, entry, largest, comparison("nle_uq"));
          a.vcmpps(masked(chosen, chosen), largest, largest, comparison("ord"));
          a.vmovups(masked(largest, chosen), entry);
          a.vmovups(masked(place, chosen), row);
        } else {
          const ordered = vec(256, kernel.vector("ordered").n);
          a.vcmpps(above, entry, largest, comparison("nle_uq"));
          a.vcmpps(ordered, largest, largest, comparison("ord"));
          a.vandps(above, above, ordered);
          a.vblendvps(largest, largest, entry, above);
          a.vblendvps(place, place, row, above);
          kernel.release(ordered);
        }
      });
      // The rows of the result are as far apart as those of X.
      spread(first);
      a.sub(last, x);
      a.add(last, y);
      toAddress(kernel, first, columns, byte, y);
      loop(kernel, { name: "result", at: first, end: last, step: stride }, () => {
        if (chosen) {
          a.vpcmpeqd(chosen, place, row);
          a.vmovups(masked(entry, chosen, { zeroing: true }), share);
        } else {
          a.vpcmpeqd(above, place, row);
          a.vandps(entry, share, above);
        }
        tail.store(mem(first), entry, vector);
        a.vpaddd(row, row, one);
      });
      a.bind(empty);
    });
  });
}
