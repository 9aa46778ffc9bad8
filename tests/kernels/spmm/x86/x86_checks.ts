/**
 * Checks of SpMM kernels of machine code, beyond those of every kernel on the CPU: that no byte outside the
 * operands is touched, that code is emitted for every shape, and that bits equal those of WebAssembly.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { kernelName, type KernelOn, type ParameterValues } from "../../../../kernels/kernel.ts";
import type { CsrShape } from "../../../../kernels/spmm/plans/csr_plan_x86.ts";
import type { SpmmOperandsOf } from "../../../../kernels/spmm/spmm.ts";
import { assertReadsBack, NO_OBJDUMP } from "../../../hardware/cpu/x86/assembler/objdump.ts";
import { testOnGuarded } from "../../../hardware/cpu/x86/guarded_device.ts";
import { testOnX86 } from "../../../hardware/cpu/threads.ts";
import { assertRight, outputBytes, testKernel } from "../cpu_checks.ts";
import { randomProblem } from "../spmm_problem.ts";

/** SpMM kernel of machine code. */
export type SpmmOnX86 = KernelOn<"x86", SpmmOperandsOf>;

/** Widths with and without vectors that are not full, in one pass and in several. */
const WIDTHS = [1, 3, 4, 5, 8, 12, 16, 17, 31, 60, 64, 100, 128, 200, 256, 300];

/** Small problem whose rows have no entries, some, and all columns, the last one too. */
function smallProblem(width: number, weighted: boolean) {
  const rows = 27, cols = 75;
  const entries = (row: number) => row % 5 === 4 || row === rows - 1 ? cols : row * 7 % 13;
  return randomProblem({ rows, cols, width, weighted, entries, seed: width });
}

/** Registers the tests of a kernel that hold whatever the order of its sums. */
export function testX86Kernel(kernel: SpmmOnX86, choices: readonly ParameterValues[] = [{}]): void {
  testKernel(kernel, choices);

  const criterion = `${kernelName(kernel)}: nothing beside an operand is touched, padding is 0`;
  testOnGuarded(criterion, async (device) => {
    for (const width of WIDTHS) {
      for (const weighted of [true, false]) {
        const problem = smallProblem(width, weighted);
        for (const parameters of choices) {
          await assertRight(device, kernel, problem, parameters);
          const [bytes] = await outputBytes(device, kernel, problem, { parameters });
          const y = new Float32Array(bytes.buffer), stride = y.length / problem.matrix.rows;
          assert.ok(y.every((value, at) => at % stride < width || value === 0), `width ${width}`);
        }
      }
    }
  });
}

/** Registers a test that a kernel's bits are those of a kernel of WebAssembly, padding included. */
export function testSameBits(
  kernel: SpmmOnX86,
  sibling: KernelOn<"wasm", SpmmOperandsOf>,
  choices: readonly ParameterValues[] = [{}],
): void {
  testOnX86(`${kernelName(kernel)}: its bits are those of ${kernelName(sibling)}`, async (device) => {
    for (const width of WIDTHS) {
      for (const weighted of [true, false]) {
        const entries = (row: number) => row * 37 % 400;
        const problem = randomProblem({ rows: 90, cols: 500, width, weighted, entries, seed: width });
        for (const parameters of choices) {
          const [bits] = await outputBytes(device, kernel, problem, { parameters });
          const [wanted] = await outputBytes(device, sibling, problem, { parameters });
          assert.deepEqual(bits, wanted, `width ${width}, ${weighted ? "weighted" : "unweighted"}`);
        }
      }
    }
  }, [1, 2]);
}

/** Registers a test that code is emitted for every shape, also on machines that could not run it. */
export function testEmission(
  kernel: string,
  emit: (isa: InstructionSet, shape: CsrShape) => MachineCode,
): void {
  Deno.test(`${kernel}@x86: code is emitted for every width, for AVX2 and for AVX-512`, () => {
    for (let columns = 4; columns <= 304; columns += 4) {
      for (const weighted of [true, false]) {
        assert.equal(emit("avx2", { columns, weighted }).needsAvx512, false, `${columns} columns`);
        assert.ok(emit("avx512", { columns, weighted }).bytes.length > 0);
      }
    }
  });

  Deno.test({
    name: `${kernel}@x86: objdump reads the code as it is listed`,
    ignore: NO_OBJDUMP !== undefined,
    fn: async () => {
      for (const isa of ["avx2", "avx512"] as const) {
        for (const columns of [4, 28, 100]) {
          const code = emit(isa, { columns, weighted: columns !== 28 });
          assert.ok(await assertReadsBack(code, `${isa}, ${columns} columns`) > 30);
        }
      }
    },
  });
}
