import assert from "node:assert/strict";
import type { MachineCode } from "../../../../../hardware/cpu/x86/assembler/assembler.ts";
import { mem, vec } from "../../../../../hardware/cpu/x86/assembler/operand.ts";
import { ExecutableMemory } from "../../../../../hardware/cpu/x86/executable_memory.ts";
import { type InstructionSet, instructionSet } from "../../../../../hardware/cpu/x86/instruction_set.ts";
import { openMachineCaller } from "../../../../../hardware/cpu/x86/machine_call.ts";
import { ArgumentLayout } from "../../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { emitKernel } from "../../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../../hardware/cpu/x86/kernel/loop.ts";
import { type LaneReduction, reduceLanes } from "../../../../../hardware/cpu/x86/kernel/reduce_lanes.ts";
import { RandomStream } from "../../../../../platform/random.ts";
import { assertReadsBack, NO_OBJDUMP } from "../assembler/objdump.ts";
import { NO_MACHINE_CODE } from "../machine_code.ts";
import { guarded } from "./guarded.ts";

const ARGUMENTS = new ArgumentLayout({ x: "u64", y: "u64" });
const REDUCTIONS = {
  vaddps: (a: number, b: number) => Math.fround(a + b),
  vmaxps: Math.max,
  vminps: Math.min,
} as const satisfies Record<LaneReduction, (a: number, b: number) => number>;

/** Emits `y[i] = reduction of the lanes of x[i]`. */
function emitReduction(isa: InstructionSet, reduction: LaneReduction): MachineCode {
  return emitKernel(isa, ARGUMENTS, (kernel) => {
    const { a, begin, end, lanes } = kernel;
    const x = kernel.argument("x"), y = kernel.argument("y"), vector = kernel.vector("vector");
    const along = [[x, 4 * lanes], [y, 4]] as const;
    for (const [address, bytes] of along) kernel.moveToBegin(address, bytes);
    loop(kernel, { name: "vector", at: begin, end, step: 1, along, unroll: 3 }, (u) => {
      a.vmovups(vector, mem(x, 4 * lanes * u));
      reduceLanes(kernel, vector, reduction);
      a.vmovss(mem(y, 4 * u), vec(128, vector.n));
    });
  });
}

/** Combines halves until one number is left. */
function expected(lanes: readonly number[], combine: (a: number, b: number) => number): number {
  let left = lanes;
  while (left.length > 1) {
    const half = left.length / 2;
    left = left.slice(0, half).map((value, i) => combine(value, left[half + i]));
  }
  return left[0];
}

Deno.test({
  name: "lanes are combined by halves, bit for bit",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: () => {
    const { isa } = instructionSet();
    if (isa === "none") return;
    // Two passes of three vectors, and two that are left over.
    const lanes = isa === "avx512" ? 16 : 8, stream = new RandomStream(3, "lanes"), count = 8;
    const data = Float32Array.from({ length: count * lanes }, () => stream.normal());
    for (const reduction of Object.keys(REDUCTIONS) as LaneReduction[]) {
      using x = guarded(data), y = guarded(new Float32Array(count).fill(NaN));
      using block = guarded(ARGUMENTS.pack({ x: x.address, y: y.address }));
      using code = new ExecutableMemory(emitReduction(isa, reduction).bytes);
      openMachineCaller()(code.address, block.address, 0, count);
      const wanted = Array.from(
        { length: count },
        (_, i) => expected([...data.subarray(i * lanes, (i + 1) * lanes)], REDUCTIONS[reduction]),
      );
      assert.deepEqual([...y.read(new Float32Array(count))], wanted, reduction);
    }
  },
});

Deno.test({
  name: "reductions for AVX2 and AVX-512 are listed as objdump reads them",
  ignore: NO_OBJDUMP !== undefined,
  fn: async () => {
    for (const isa of ["avx2", "avx512"] as const) {
      assert.ok(await assertReadsBack(emitReduction(isa, "vmaxps"), isa) > 30);
    }
  },
});
