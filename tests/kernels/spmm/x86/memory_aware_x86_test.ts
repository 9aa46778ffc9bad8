import { emitMemoryAware } from "../../../../kernels/spmm/memory_aware/code_x86.ts";
import { memoryAwareWasm } from "../../../../kernels/spmm/memory_aware/wasm.ts";
import { memoryAwareX86 } from "../../../../kernels/spmm/memory_aware/x86.ts";
import { testOnX86 } from "../../../hardware/cpu/threads.ts";
import { assertRight } from "../cpu_checks.ts";
import { randomProblem } from "../spmm_problem.ts";
import { testEmission, testSameBits, testX86Kernel } from "./x86_checks.ts";

testX86Kernel(memoryAwareX86);
testEmission(memoryAwareX86.id, emitMemoryAware);
testSameBits(memoryAwareX86, memoryAwareWasm);

testOnX86("rows that end within, at and just past a chunk of 64 weights are right", async (device) => {
  for (const rows of [1, 7, 8, 9, 23]) {
    const entries = (row: number) => [63, 64, 65, 128, 0, 129, 1, 300][row % 8];
    for (const weighted of [true, false]) {
      const problem = randomProblem({ rows, cols: 300, width: 37, weighted, entries });
      await assertRight(device, memoryAwareX86, problem);
    }
  }
}, [2]);
