/**
 * Checks that SpMM kernels by neighbour groups must pass in machine code.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { X86Device } from "../../../../hardware/cpu/x86/device.ts";
import { poisonMatrix } from "../../../../hardware/dense.ts";
import { type Kernel, kernelName, type ParameterValues, prepareKernel } from "../../../../kernels/kernel.ts";
import { spmm } from "../../../../kernels/spmm/mod.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../../../../kernels/spmm/spmm.ts";
import { testOnX86 } from "../../../hardware/cpu/threads.ts";
import { testKernel } from "../cpu_checks.ts";
import type { SpmmOnX86 } from "../x86/x86_checks.ts";
import { randomProblem } from "../spmm_problem.ts";

const GROUP_SIZES = [{}, { groupSize: 1 }, { groupSize: 3 }, { groupSize: 1024 }];
// At 450, a pass of AVX2 has a single vector, which overlaps the pass before.
const WIDTHS = [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 31, 60, 64, 100, 128, 130, 256, 300, 450];

/** Result of one run over poison, with the padding of its rows, and the plan's facts. */
export async function productOf(
  device: X86Device,
  kernel: Kernel<SpmmOperandsOf>,
  problem: SpmmProblem,
  parameters: ParameterValues = {},
) {
  const operands = spmm.stage(device, problem) as SpmmOperandsOf["wasm"];
  try {
    const plan = await prepareKernel(kernel, device, operands, problem.width, { parameters });
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

/** Registers the tests that all kernels by groups share. */
export function testGroupKernel(kernel: SpmmOnX86): void {
  testKernel(kernel, GROUP_SIZES, WIDTHS);

  testOnX86(`${kernelName(kernel)}: the columns that pad rows of the product are 0`, async (device) => {
    for (const width of [1, 5, 9, 30, 65, 131]) {
      const problem = randomProblem({ rows: 40, cols: 90, width, entries: (row) => row * 2 });
      const { y, stride } = await productOf(device, kernel, problem, { groupSize: 5 });
      assert.ok(stride > width && y.length === 40 * stride);
      assert.ok(y.every((value, at) => at % stride < width || Object.is(value, 0)));
    }
  }, [2]);
}
