/**
 * Machine code of SpMM by neighbour groups that add to the row they share by compare-exchange.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, type Memory, vec } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { takeCompared } from "../../../hardware/cpu/x86/kernel/compare_exchange.ts";
import { emitGroupSums } from "../plans/groups_x86/group_sums_x86.ts";
import { GROUP_TYPES } from "../plans/groups_x86/groups_x86.ts";
import type { AdditionShape } from "../plans/groups_x86/shared_additions_x86.ts";

/** Arguments of the kernel. */
export const CAS_LAYOUT = new ArgumentLayout(GROUP_TYPES);

/** Emits `there += sum`: repeated while another thread changes the number in between. */
function addFloat(kernel: KernelBuilder, compared: Gpr, there: Memory, sum: Memory): void {
  const { a } = kernel, retry = a.label("retry");
  const wanted = kernel.general("wanted"), float = kernel.vector("wanted");
  const lowest = vec(128, float.n);
  a.mov(compared, there);
  a.bind(retry);
  a.vmovd(lowest, compared);
  a.vaddss(lowest, lowest, sum);
  a.vmovd(low(wanted), lowest);
  a.lock_cmpxchg(there, low(wanted));
  a.jne(retry);
  kernel.release(float, wanted);
}

/** Emits the kernel for a shape. */
export function emitNeighborGroupCas(isa: InstructionSet, shape: AdditionShape): MachineCode {
  return emitGroupSums(isa, CAS_LAYOUT, shape, (kernel) => {
    const compared = takeCompared(kernel);
    return (_group, y, sums) =>
      sums.forEach(y, shape.width, (there, sum) => addFloat(kernel, compared, there, sum));
  });
}
