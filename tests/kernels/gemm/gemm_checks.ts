/**
 * Check of a kernel's product against the oracle, every entry and the padding.
 *
 * @module
 */
import assert from "node:assert/strict";
import { type Panel, poisonMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import { ATOL, EPS_F32 } from "../../../kernels/checks/error_bound.ts";
import type { GemmOperandsOf, GemmProblem } from "../../../kernels/gemm/gemm.ts";
import { gemm } from "../../../kernels/gemm/mod.ts";
import { type ParameterValues, prepareKernel } from "../../../kernels/kernel.ts";
import { guardArena } from "../guarded_arena.ts";

/** Options of {@linkcode checkGemm}. */
export interface GemmCheck {
  /** Parameters by kernel id. */
  readonly parameters?: Readonly<Record<string, ParameterValues>>;
}

/**
 * Runs every kernel of the device's backend twice on a poisoned C and compares each entry with the oracle;
 * entries that are 0 by the oracle (dropped ones and padding) must be 0 exactly, and nothing may be written
 * behind a buffer. Returns the facts of the last plan.
 */
export async function checkGemm(
  device: Device,
  problem: GemmProblem,
  { parameters = {} }: GemmCheck = {},
): Promise<Readonly<Record<string, number>>> {
  const { rows, inner, cols, form = "nn", epilogue } = problem;
  using _ = guardArena(device);
  const operands = gemm.stage(device, problem) as GemmOperandsOf["wasm"] & GemmOperandsOf["webgpu"];
  const value = new Float64Array(cols), magnitude = new Float64Array(cols);
  let facts = {};
  for (const kernel of gemm.kernels.filter(({ backend }) => backend === device.backend)) {
    poisonMatrix(device, operands.c);
    const plan = await prepareKernel(kernel, device, operands, cols, { parameters: parameters[kernel.id] });
    plan.run();
    plan.run();
    const panels: readonly (Panel & { readonly got: Float32Array })[] = await Promise.all(
      operands.c.panels.map(async (panel) => ({
        ...panel,
        got: new Float32Array(await device.read(panel.buffer)),
      })),
    );
    for (let row = 0; row < rows; row++) {
      const terms = gemm.oracle.row(problem, row, value, magnitude);
      for (const { firstCol, cols: width, stride, got } of panels) {
        for (let j = 0; j < stride; j++) {
          const wanted = j < width ? value[firstCol + j] : 0;
          const allowed = j < width && magnitude[firstCol + j] > 0
            ? ATOL + (terms + 2) * EPS_F32 * magnitude[firstCol + j]
            : 0;
          const error = Math.abs(got[row * stride + j] - wanted);
          if (error <= allowed) continue;
          const what = `${kernel.id} ${form} ${rows} x ${inner} x ${cols}, ${JSON.stringify(epilogue)}`;
          assert.fail(`${what}: c[${row}, ${firstCol + j}] is ${got[row * stride + j]}, not ${wanted}`);
        }
      }
    }
    facts = plan.facts ?? {};
    plan.destroy();
  }
  gemm.release(device, operands);
  assert.equal(device.ledger.live, 0, "memory that a plan or the staging kept");
  return facts;
}
