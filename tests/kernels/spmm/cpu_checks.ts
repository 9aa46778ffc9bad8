/**
 * Checks that every SpMM kernel on the CPU must pass, for every mapping, of WebAssembly or of machine code.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import { poisonMatrix } from "../../../hardware/dense.ts";
import { kernelName, type KernelOn, type ParameterValues, prepareKernel } from "../../../kernels/kernel.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { verifyKernel } from "../../../kernels/checks/verify_kernel.ts";
import { testOnCpu } from "../../hardware/cpu/threads.ts";
import { guardArena } from "../guarded_arena.ts";
import { randomProblem } from "./spmm_problem.ts";

/** SpMM kernel on the CPU. */
export type SpmmOnCpu = KernelOn<"wasm", SpmmOperandsOf> | KernelOn<"x86", SpmmOperandsOf>;

/** Bytes of Y, padding included, after each of `runs` runs over poison. */
export async function outputBytes(
  device: WasmDevice,
  kernel: SpmmOnCpu,
  problem: SpmmProblem,
  { parameters = {}, runs = 1 }: { readonly parameters?: ParameterValues; readonly runs?: number } = {},
): Promise<readonly Uint8Array[]> {
  const operands = spmm.stage(device, problem, kernel.features) as SpmmOperandsOf["wasm"];
  try {
    const plan = await prepareKernel(kernel, device, operands, problem.width, { parameters });
    const results: Uint8Array[] = [];
    for (let run = 0; run < runs; run++) {
      poisonMatrix(device, operands.y);
      plan.run();
      const [{ buffer, stride }] = operands.y.panels;
      results.push(new Uint8Array(await device.read(buffer, 4 * stride * operands.y.rows)));
    }
    plan.destroy();
    return results;
  } finally {
    spmm.release(device, operands);
  }
}

/**
 * Runs a kernel on one problem over poison; every entry must be within its error bound, and nothing be
 * written behind a buffer.
 */
export async function assertRight(
  device: WasmDevice,
  kernel: SpmmOnCpu,
  problem: SpmmProblem,
  parameters: ParameterValues = {},
) {
  using _ = guardArena(device);
  const report = await verifyKernel({ operation: spmm, kernel, device }, problem, { seed: 1, parameters });
  const { rows } = problem.matrix;
  const what = `${kernelName(kernel)} ${JSON.stringify(parameters)}, ${rows} rows, width ${problem.width}`;
  assert.ok(report.ok, `${what}: ${JSON.stringify(report)}`);
  assert.equal(report.checkedRows, rows);
}

/** Facts of a kernel's plan. */
export async function factsOf(
  device: WasmDevice,
  kernel: SpmmOnCpu,
  problem: SpmmProblem,
  parameters: ParameterValues = {},
) {
  const operands = spmm.stage(device, problem, kernel.features) as SpmmOperandsOf["wasm"];
  try {
    const plan = await prepareKernel(kernel, device, operands, problem.width, { parameters });
    plan.destroy();
    return plan.facts;
  } finally {
    spmm.release(device, operands);
  }
}

const WIDTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 64, 130, 300];

/** Registers the tests that all kernels share. */
export function testKernel(
  kernel: SpmmOnCpu,
  choices: readonly ParameterValues[] = [{}],
  widths: readonly number[] = WIDTHS,
): void {
  const { backend } = kernel, name = kernelName(kernel);
  testOnCpu(
    backend,
    `${name}: every width is right, with values and without, on 1 to 3 threads`,
    async (device) => {
      for (const width of widths) {
        for (const weighted of [true, false]) {
          const problem = randomProblem({
            rows: 67,
            cols: 141,
            width,
            weighted,
            entries: (row) => row * 2,
          });
          for (const parameters of choices) await assertRight(device, kernel, problem, parameters);
        }
      }
    },
  );

  testOnCpu(backend, `${name}: empty rows, empty matrices and empty features are right`, async (device) => {
    for (const [rows, cols, width] of [[0, 0, 8], [0, 5, 3], [9, 0, 3], [300, 7, 5], [4, 4, 0]]) {
      const problem = randomProblem({ rows, cols, width, entries: () => 0 });
      await assertRight(device, kernel, problem);
      if (width === 0) continue;
      const [bytes] = await outputBytes(device, kernel, problem);
      assert.ok(bytes.every((byte) => byte === 0), "a row without entries is 0, and not nearly so");
    }
    const entries = (row: number) => row % 97 === 33 ? 90 : 0;
    for (const parameters of choices) {
      await assertRight(
        device,
        kernel,
        randomProblem({ rows: 500, cols: 100, width: 12, entries }),
        parameters,
      );
    }
  }, [1, 2]);

  testOnCpu(backend, `${name}: hub rows of 20,000 entries among short ones are right`, async (device) => {
    const entries = (row: number) => row === 5 || row === 77 ? 20_000 : row % 4;
    for (const weighted of [true, false]) {
      const problem = randomProblem({ rows: 100, cols: 25_000, width: 20, weighted, entries });
      for (const parameters of choices) await assertRight(device, kernel, problem, parameters);
    }
  }, [1, 3]);
}
