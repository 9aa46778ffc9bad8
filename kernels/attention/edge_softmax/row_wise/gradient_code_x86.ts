/**
 * Machine code of the gradient of the softmax over the entries of each row.
 *
 * @module
 */
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, mem } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { lowestLanes } from "../../../../hardware/cpu/x86/kernel/whole_vectors.ts";
import { selectBySign } from "../../plans/head_vectors_x86.ts";
import type { HeadsShape } from "../../plans/heads_shape.ts";
import { eachRowScores, SOFTMAX_LAYOUT } from "./scores_x86.ts";

/** Arguments: those of the softmax, the attention and its gradient. */
export const GRADIENT_LAYOUT = new ArgumentLayout({
  ...SOFTMAX_LAYOUT.types,
  attention: "u64",
  gradient: "u64",
});

/** Emits the kernel for a number of heads: leaky'(sum) a[e] (g[e] - sum over the row of a[f] g[f]). */
export function emitEdgeSoftmaxGradient(isa: InstructionSet, shape: HeadsShape): MachineCode {
  return emitKernel(isa, GRADIENT_LAYOUT, (kernel) => {
    const { a } = kernel, slopes = kernel.scalar("slope");
    const named = ["share", "scaled", "mean"].map((name) => kernel.vector(name));
    // Attention, gradient and result have rows of the same length: each is at a distance from the result.
    const attention = kernel.argument("attention"), gradient = kernel.argument("gradient");
    const result = kernel.argument("y");
    for (const operand of [attention, gradient]) a.sub(operand, result);
    kernel.release(result);
    eachRowScores(kernel, shape, ({ vector: { lanes }, byte, entries, results }) => {
      const [share, scaled, mean] = named.map((register) => lowestLanes(register, lanes));
      const of = (operand: Gpr, at: Gpr) => mem(at, byte, operand);
      a.vxorps(mean, mean, mean);
      results((_out, at) => {
        a.vmovups(share, of(attention, at));
        a.vfmadd231ps(mean, share, of(gradient, at));
      });
      entries((out, sum) => {
        a.vmovups(share, of(gradient, out));
        a.vsubps(share, share, mean);
        a.vmulps(share, share, of(attention, out));
        a.vmulps(scaled, share, lowestLanes(slopes, lanes));
        selectBySign(kernel, sum, share, scaled);
        a.vmovups(mem(out, byte), scaled);
      });
    });
  });
}
