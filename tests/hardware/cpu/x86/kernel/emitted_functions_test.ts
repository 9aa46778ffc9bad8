import assert from "node:assert/strict";
import { low, mem, type Vec } from "../../../../../hardware/cpu/x86/assembler/operand.ts";
import { ExecutableMemory } from "../../../../../hardware/cpu/x86/executable_memory.ts";
import { type InstructionSet, instructionSet } from "../../../../../hardware/cpu/x86/instruction_set.ts";
import { openMachineCaller } from "../../../../../hardware/cpu/x86/machine_call.ts";
import { ArgumentLayout } from "../../../../../hardware/cpu/x86/kernel/argument_layout.ts";
import { divideBy } from "../../../../../hardware/cpu/x86/kernel/divide.ts";
import { assign } from "../../../../../hardware/cpu/x86/kernel/evaluation.ts";
import { held } from "../../../../../hardware/cpu/x86/kernel/formula.ts";
import { emitKernel, type KernelBuilder } from "../../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../../../hardware/cpu/x86/kernel/loop.ts";
import { sumLanes } from "../../../../../hardware/cpu/x86/kernel/sum_lanes.ts";
import { exp } from "../../../../../kernels/formulas/exponential.ts";
import { sumOf } from "../../../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../../../platform/random.ts";
import { NO_MACHINE_CODE } from "../machine_code.ts";
import { guarded } from "./guarded.ts";

const ARGUMENTS = new ArgumentLayout({ x: "u64", y: "u64" });

/** Instruction set of this machine; the tests are skipped where it has none. */
function isaInUse(): InstructionSet {
  const { isa } = instructionSet();
  assert.ok(isa !== "none");
  return isa;
}

function testOfCode(name: string, fn: () => void): void {
  Deno.test({ name, ignore: NO_MACHINE_CODE !== undefined, fn });
}

/** Runs a kernel once over data of both arguments, items 0 to `items`, and returns the second. */
function run(
  write: (kernel: KernelBuilder<typeof ARGUMENTS.types>) => void,
  x: Float32Array<ArrayBuffer>,
  y: Float32Array<ArrayBuffer>,
  items: number,
): Float32Array {
  using from = guarded(x), to = guarded(y);
  using block = guarded(ARGUMENTS.pack({ x: from.address, y: to.address }));
  using code = new ExecutableMemory(emitKernel(isaInUse(), ARGUMENTS, write).bytes);
  openMachineCaller()(code.address, block.address, 0, items);
  return to.read(new Float32Array(y.length));
}

testOfCode("the exponential is right to 2 units in the last place, 0 below, and NaN of NaN", () => {
  const stream = new RandomStream(1, "exponents"), lanes = isaInUse() === "avx512" ? 16 : 8;
  const x = Float32Array.from({ length: 4096 * lanes }, () => -88 * stream.uniform() ** 2);
  x.set([0, -0, -87.33, -87.4, -1e30, -Infinity, NaN, -1e-30]);
  const got = run(
    (kernel) => {
      const { a, begin, end } = kernel, along = [kernel.argument("x"), kernel.argument("y")];
      const vector = kernel.vector("vector"), step = 4 * lanes;
      loop(kernel, { name: "vector", at: begin, end, step: 1, along: along.map((at) => [at, step]) }, () => {
        a.vmovups(vector, mem(along[0]));
        assign(kernel, vector, exp(held(vector)));
        a.vmovups(mem(along[1]), vector);
      });
    },
    x,
    new Float32Array(x.length).fill(7),
    4096,
  );
  assert.deepEqual([...got.subarray(3, 7)], [0, 0, 0, NaN]);
  x.forEach((argument, i) => {
    if (Number.isNaN(argument) || argument < -87.33) return;
    const wanted = Math.exp(argument), unit = 2 ** (Math.floor(Math.log2(wanted)) - 23);
    assert.ok(Math.abs(got[i] - wanted) <= 2 * unit, `exp(${argument}) is ${wanted}, not ${got[i]}`);
  });
});

testOfCode("one to eight vectors are summed side by side, other lanes are 0", () => {
  const lanes = isaInUse() === "avx512" ? 16 : 8, stream = new RandomStream(2, "lanes");
  // Sums of small whole numbers are exact in any order.
  const x = Float32Array.from({ length: 8 * lanes }, () => stream.below(1000) - 500);
  for (let count = 1; count <= 8; count++) {
    const got = run(
      (kernel) => {
        const { a } = kernel, from = kernel.argument("x"), to = kernel.argument("y");
        const vectors: Vec[] = Array.from({ length: count }, (_, i) => kernel.vector(`vector ${i}`));
        const zero = kernel.vector("zero");
        a.vxorps(zero, zero, zero);
        vectors.forEach((vector, i) => a.vmovups(vector, mem(from, 4 * lanes * i)));
        a.vmovups(mem(to), sumLanes(kernel, vectors, zero));
      },
      x,
      new Float32Array(count > 4 ? 8 : 4).fill(7),
      1,
    );
    const wanted = Array.from(got, (_, i) => {
      return i < count ? sumOf(x.subarray(i * lanes, (i + 1) * lanes)) : 0;
    });
    assert.deepEqual([...got], wanted, `${count} vectors`);
  }
});

testOfCode("numbers below 2^30 are divided by constants without a remainder", () => {
  const stream = new RandomStream(3, "dividends"), count = 500;
  for (const divisor of [1, 2, 3, 5, 7, 12, 13, 64, 75, 641, 1000]) {
    const multiples = Array.from(
      { length: count },
      () => divisor * stream.below(Math.floor(2 ** 30 / divisor)),
    );
    const dividends = Uint32Array.from(multiples.flatMap((n) => [n, Math.max(0, n - 1), n + divisor - 1]));
    const x = new Float32Array(dividends.buffer),
      got = run(
        (kernel) => {
          const { a, begin, end } = kernel, from = kernel.argument("x"), to = kernel.argument("y");
          const number = kernel.general("number"), along = [[from, 4], [to, 4]] as const;
          loop(kernel, { name: "number", at: begin, end, step: 1, along }, () => {
            a.mov(low(number), mem(from));
            divideBy(kernel, number, divisor);
            a.mov(mem(to), low(number));
          });
        },
        x,
        new Float32Array(x.length),
        x.length,
      );
    const quotients = new Uint32Array(got.buffer);
    dividends.forEach((n, i) => assert.equal(quotients[i], Math.floor(n / divisor), `${n} / ${divisor}`));
  }
});
