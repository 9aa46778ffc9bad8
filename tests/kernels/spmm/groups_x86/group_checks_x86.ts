/**
 * Checks that SpMM kernels by neighbour groups must pass in machine code.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { X86Device } from "../../../../hardware/cpu/x86/device.ts";
import { poisonMatrix } from "../../../../hardware/dense.ts";
import { type Kernel, type ParameterValues, prepareKernel } from "../../../../kernels/kernel.ts";
import { spmm } from "../../../../kernels/spmm/mod.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../../../../kernels/spmm/spmm.ts";
import { MissingError } from "../../../../platform/errors.ts";
import { testOnX86 } from "../../../hardware/cpu/threads.ts";
import { assertRight } from "../cpu_checks.ts";
import type { SpmmOnX86 } from "../x86/x86_checks.ts";
import { chosenParameters, randomProblems } from "../random_problems.ts";
import { randomProblem } from "../spmm_problem.ts";

const GROUP_SIZES = [{}, { groupSize: 1 }, { groupSize: 3 }, { groupSize: 1024 }];
// At 450, a pass of AVX2 has a single vector, which overlaps the pass before.
const WIDTHS = [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 31, 60, 64, 100, 128, 130, 256, 300, 450];
const RANDOM_PROBLEMS = 250;

/** Result of one run over poison, with the padding of its rows, and the plan's facts. */
export async function productOf(
  device: X86Device,
  kernel: Kernel<SpmmOperandsOf>,
  problem: SpmmProblem,
  parameters: ParameterValues = {},
) {
  const operands = spmm.stage(device, problem) as SpmmOperandsOf["wasm"];
  try {
    const plan = await prepareKernel(kernel, device, operands, problem.width, parameters);
    try {
      poisonMatrix(device, operands.y);
      plan.run();
      const [panel] = operands.y.panels;
      const y = panel ? new Float32Array(await device.read(panel.buffer)) : new Float32Array();
      return { y, stride: panel?.stride ?? 0, facts: plan.facts };
    } finally {
      plan.destroy();
    }
  } finally {
    spmm.release(device, operands);
  }
}

/** Whether a kernel refuses a problem. */
async function isRefused(check: Promise<void>): Promise<boolean> {
  try {
    await check;
    return false;
  } catch (error) {
    if (error instanceof MissingError) return true;
    throw error;
  }
}

/**
 * Registers the tests that all kernels by groups share.
 *
 * @param mayRefuse Whether the kernel refuses sums that it would resolve too coarsely.
 */
export function testGroupKernel(kernel: SpmmOnX86, { mayRefuse = false } = {}) {
  const name = `${kernel.id}@x86`;

  testOnX86(`${name}: every width is right, with values and without, on 1 to 3 threads`, async (device) => {
    for (const width of WIDTHS) {
      for (const weighted of [true, false]) {
        const problem = randomProblem({ rows: 67, cols: 141, width, weighted, entries: (row) => row * 2 });
        for (const parameters of GROUP_SIZES) await assertRight(device, kernel, problem, parameters);
      }
    }
  });

  testOnX86(`${name}: empty rows, empty matrices and empty features are right`, async (device) => {
    for (const [rows, cols, width] of [[0, 0, 8], [0, 5, 3], [9, 0, 3], [300, 7, 5], [4, 4, 0]]) {
      await assertRight(device, kernel, randomProblem({ rows, cols, width, entries: () => 0 }));
    }
    const entries = (row: number) => row % 97 === 33 ? 90 : 0;
    const problem = randomProblem({ rows: 500, cols: 100, width: 12, entries });
    for (const parameters of GROUP_SIZES) await assertRight(device, kernel, problem, parameters);
  }, [1, 2]);

  testOnX86(`${name}: hub rows of 20,000 entries among short ones are right`, async (device) => {
    const entries = (row: number) => row === 5 || row === 77 ? 20_000 : row % 4;
    for (const weighted of [true, false]) {
      const problem = randomProblem({ rows: 100, cols: 25_000, width: 20, weighted, entries });
      for (const parameters of GROUP_SIZES) await assertRight(device, kernel, problem, parameters);
    }
  }, [1, 3]);

  testOnX86(`${name}: ${RANDOM_PROBLEMS} random matrices are right`, async (device) => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(randomProblems, fc.nat(11), async (problem, pick) => {
        const check = assertRight(device, kernel, problem, chosenParameters(kernel.id, pick));
        if (mayRefuse) refused += Number(await isRefused(check));
        else await check;
      }),
      { numRuns: RANDOM_PROBLEMS },
    );
    assert.ok(refused <= RANDOM_PROBLEMS / 20, `refused ${refused} of ${RANDOM_PROBLEMS}`);
  }, [2]);

  testOnX86(`${name}: the columns that pad rows of the product are 0`, async (device) => {
    for (const width of [1, 5, 9, 30, 65, 131]) {
      const problem = randomProblem({ rows: 40, cols: 90, width, entries: (row) => row * 2 });
      const { y, stride } = await productOf(device, kernel, problem, { groupSize: 5 });
      assert.ok(stride > width && y.length === 40 * stride);
      assert.ok(y.every((value, at) => at % stride < width || Object.is(value, 0)));
    }
  }, [2]);
}
