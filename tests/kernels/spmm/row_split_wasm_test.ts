import assert from "node:assert/strict";
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import { verifyKernel } from "../../../kernels/checks/verify_kernel.ts";
import type { ParameterValues } from "../../../kernels/kernel.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { rowSplitScalarWasm } from "../../../kernels/spmm/row_split_scalar/wasm.ts";
import { rowSplitWasm } from "../../../kernels/spmm/row_split/wasm.ts";
import type { SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { testOnThreads, testThreadsAgree } from "../../hardware/cpu/threads.ts";
import { outputBytes } from "./cpu_checks.ts";
import { randomProblem } from "./spmm_problem.ts";

/** Checks both kernels on one problem: every entry within its error bound. */
async function check(device: WasmDevice, problem: SpmmProblem, parameters: ParameterValues = {}) {
  for (const kernel of [rowSplitWasm, rowSplitScalarWasm]) {
    const own = kernel === rowSplitWasm ? { parameters } : {};
    const report = await verifyKernel({ operation: spmm, kernel, device }, problem, { seed: 1, ...own });
    assert.ok(report.ok, `${kernel.id}, width ${problem.width}: ${JSON.stringify(report)}`);
    assert.equal(report.checkedRows, problem.matrix.rows);
  }
}

testOnThreads(
  "every width gives the oracle's result, with values and without, on 1 to 3 threads",
  async (device) => {
    for (const width of [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 128, 300, 602]) {
      for (const weighted of [true, false]) {
        await check(
          device,
          randomProblem({ rows: 67, cols: 41, width, weighted, entries: (row) => row % 13 }),
        );
      }
    }
  },
);

testOnThreads("empty rows, empty matrices and empty features give zeros or nothing", async (device) => {
  for (const [rows, cols, width] of [[0, 0, 8], [0, 5, 3], [9, 0, 3], [300, 7, 5], [4, 4, 0]]) {
    await check(device, randomProblem({ rows, cols, width, entries: () => 0 }));
  }
  await check(
    device,
    randomProblem({ rows: 500, cols: 20, width: 12, entries: (row) => row === 250 ? 20 : 0 }),
  );
}, [1, 2]);

testOnThreads("rows of 100,000 entries stay within the bound", async (device) => {
  const entries = (row: number) => row === 1 ? 100_000 : 2;
  await check(device, randomProblem({ rows: 3, cols: 120_000, width: 20, entries }));
}, [2]);

testOnThreads("parameters change the speed, never the result", async (device) => {
  const problem = randomProblem({ rows: 1000, cols: 300, width: 37, entries: (row) => row % 50 });
  for (const touch of [0, 1]) {
    for (const block of [1, 7, 1000, 5000]) await check(device, problem, { touch, block });
  }
}, [2]);

testThreadsAgree(
  "wasm",
  "any number of threads computes the same bits, run after run, over poison",
  async (device) => {
    const problem = randomProblem({ rows: 2000, cols: 500, width: 33, entries: (row) => (row * 7) % 90 });
    const runs = await outputBytes(device, rowSplitWasm, problem, { runs: 3 });
    for (const run of runs) assert.deepEqual(run, runs[0]);
    return runs;
  },
);
