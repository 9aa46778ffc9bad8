/**
 * Machine code of bias and activation at the end of a tile's sums.
 *
 * @module
 */
import { comparison } from "../../../hardware/cpu/x86/assembler/comparison.ts";
import { type Gpr, masked, mem, type Vec } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import type { Panel } from "../../../hardware/cpu/x86/kernel/panel.ts";
import type { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";

/** Adds a bias, whose columns are those of the sums, to a tile. */
export function addBias(kernel: KernelBuilder, tail: TailMask, sums: Panel, bias: Gpr): void {
  const columns = kernel.vector("bias");
  sums.change((sum, vector) => {
    tail.load(columns, mem(bias, 4 * vector.at), vector);
    kernel.a.vaddps(sum, sum, columns);
  });
  kernel.release(columns);
}

/** Multiplies the negative sums of a tile by `slope`, a number in all lanes. */
export function activate(kernel: KernelBuilder, sums: Panel, slope: Vec): void {
  const { a, isa } = kernel;
  if (isa === "avx512") {
    const zero = kernel.vector("zero"), negative = kernel.mask("negative");
    a.vxorps(zero, zero, zero);
    sums.change((sum) => {
      a.vcmpps(negative, sum, zero, comparison("lt"));
      a.vmulps(masked(sum, negative), sum, slope);
    });
    kernel.release(zero, negative);
    return;
  }
  const scaled = kernel.vector("scaled");
  sums.change((sum) => {
    a.vmulps(scaled, sum, slope);
    // A lane's sign selects.
    a.vblendvps(sum, sum, scaled, sum);
  });
  kernel.release(scaled);
}
