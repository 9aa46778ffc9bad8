/**
 * Machine code of the softmax over the entries of each row.
 *
 * @module
 */
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { exponential } from "../../../../hardware/cpu/x86/kernel/exponential.ts";
import { emitKernel } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { lowestLanes } from "../../../../hardware/cpu/x86/kernel/whole_vectors.ts";
import { selectBySign } from "../../plans/head_vectors_x86.ts";
import type { HeadsShape } from "../../plans/heads_shape.ts";
import { eachRowScores, SOFTMAX_LAYOUT } from "./scores_x86.ts";

/**
 * Emits the kernel for a number of heads. The scores are written to the result while their maximum is found,
 * then replaced by the exponentials of their differences from it, which are divided by their sum. A row and
 * head with a score that is not finite becomes NaN.
 */
export function emitEdgeSoftmax(isa: InstructionSet, shape: HeadsShape): MachineCode {
  return emitKernel(isa, SOFTMAX_LAYOUT, (kernel) => {
    const { a } = kernel, slopes = kernel.scalar("slope");
    const named = ["score", "largest", "total"].map((name) => kernel.vector(name));
    const all = (value: number) => a.floats(...Array<number>(kernel.lanes).fill(value));
    eachRowScores(kernel, shape, ({ vector: { lanes, heads }, byte, entries, results }) => {
      const [score, largest, total] = named.map((register) => lowestLanes(register, lanes));
      a.vmovups(largest, all(-Infinity));
      a.vxorps(total, total, total);
      entries((out, sum) => {
        a.vmulps(score, sum, lowestLanes(slopes, lanes));
        selectBySign(kernel, sum, sum, score);
        // x - x is 0, or NaN where x is not finite; a NaN propagates to the total and to all results.
        a.vsubps(sum, sum, sum);
        a.vaddps(score, score, sum);
        a.vmovups(mem(out, byte), score);
        a.vmaxps(largest, score, largest);
      });
      results((out) => {
        a.vmovups(score, out);
        a.vsubps(score, score, largest);
        exponential(kernel, score);
        a.vmovups(out, score);
        a.vaddps(total, total, score);
      });
      const factor = largest;
      a.vmovups(factor, all(1));
      a.vdivps(factor, factor, total);
      if (heads < lanes) {
        const present = Array.from({ length: kernel.lanes }, (_, lane) => lane < heads ? 0xffff_ffff : 0);
        a.vandps(factor, factor, a.words(...present));
      }
      results((out) => {
        a.vmulps(score, factor, out);
        a.vmovups(out, score);
      });
    });
  });
}
