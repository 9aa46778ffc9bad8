import { memoryAwareWasm } from "../../../kernels/spmm/memory_aware/wasm.ts";
import { naiveRegisterWasm } from "../../../kernels/spmm/naive_register/wasm.ts";
import { naiveRmwWasm } from "../../../kernels/spmm/naive_rmw/wasm.ts";
import { randomProblem } from "./spmm_problem.ts";
import { testOnThreads } from "../../hardware/cpu/threads.ts";
import { assertRight, testKernel } from "./cpu_checks.ts";

for (const kernel of [memoryAwareWasm, naiveRegisterWasm, naiveRmwWasm]) testKernel(kernel);

testOnThreads(
  "rows that end within, at and just past a chunk of 64 weights are right, in ragged blocks of 8",
  async (device) => {
    for (const rows of [1, 7, 8, 9, 23]) {
      const entries = (row: number) => [63, 64, 65, 128, 0, 129, 1, 300][row % 8];
      for (const weighted of [true, false]) {
        const problem = randomProblem({ rows, cols: 300, width: 37, weighted, entries });
        await assertRight(device, memoryAwareWasm, problem);
      }
    }
  },
  [2],
);
