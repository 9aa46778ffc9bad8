import assert from "node:assert/strict";
import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { emitNeighborGroup } from "../../../../kernels/spmm/neighbor_group/code_x86.ts";
import { emitPartialSums } from "../../../../kernels/spmm/neighbor_group/sum_x86.ts";
import { neighborGroupWasm } from "../../../../kernels/spmm/neighbor_group/wasm.ts";
import { neighborGroupX86 } from "../../../../kernels/spmm/neighbor_group/x86.ts";
import { UsageError } from "../../../../platform/errors.ts";
import { testOnX86, testThreadsAgree } from "../../../hardware/cpu/threads.ts";
import { assertRight } from "../cpu_checks.ts";
import { productOf, testGroupKernel } from "./group_checks_x86.ts";
import { randomProblem } from "../spmm_problem.ts";

const ISAS: readonly InstructionSet[] = ["avx2", "avx512"];

testGroupKernel(neighborGroupX86);

testOnX86("groups in machine code have the facts of those in WebAssembly", async (device) => {
  const entries = (row: number) => [0, 4, 5, 12][row];
  const problem = randomProblem({ rows: 4, cols: 20, width: 7, entries });
  const { facts } = await productOf(device, neighborGroupX86, problem, { groupSize: 4 });
  const wasm = await productOf(device, neighborGroupWasm, problem, { groupSize: 4 });
  const { code_bytes, ...others } = facts!;
  assert.ok(code_bytes > 100);
  assert.deepEqual(others, wasm.facts);
  for (const groupSize of [0, 1025, 2.5]) {
    await assert.rejects(() => productOf(device, neighborGroupX86, problem, { groupSize }), UsageError);
  }
}, [1]);

testOnX86(
  "partial rows of more than 8 MiB are summed in waves, including rows in two waves",
  async (device) => {
    const entries = (row: number) => row === 40 ? 20_000 : row % 400 === 7 ? 0 : 200;
    const problem = randomProblem({ rows: 200, cols: 20_000, width: 300, entries });
    const { facts } = await productOf(device, neighborGroupX86, problem, { groupSize: 1 });
    assert.ok(facts!.waves > 6 && facts!.partial_bytes <= 8 * 2 ** 20, JSON.stringify(facts));
    await assertRight(device, neighborGroupX86, problem, { groupSize: 1 });
  },
  [1, 3],
);

testOnX86("groups have the bits of WebAssembly where a column has one accumulator", async (device) => {
  // At these widths panels are too wide for accumulators of several entries, on AVX2 and AVX-512.
  for (const width of [128, 256]) {
    for (const weighted of [true, false]) {
      const entries = (row: number) => (row * 37) % 400;
      const problem = randomProblem({ rows: 120, cols: 900, width, weighted, entries });
      for (const groupSize of [1, 3, 32]) {
        const x86 = await productOf(device, neighborGroupX86, problem, { groupSize });
        const wasm = await productOf(device, neighborGroupWasm, problem, { groupSize });
        assert.deepEqual(new Uint32Array(x86.y.buffer), new Uint32Array(wasm.y.buffer));
      }
    }
  }
}, [1, 3]);

testThreadsAgree("x86", "two phases give the same bits, whatever the number of threads", async (device) => {
  const problem = randomProblem({ rows: 300, cols: 5000, width: 33, entries: (row) => (row * 37) % 900 });
  const runs: Uint32Array[] = [];
  for (let run = 0; run < 3; run++) {
    runs.push(new Uint32Array((await productOf(device, neighborGroupX86, problem)).y.buffer));
  }
  for (const run of runs) assert.deepEqual(run, runs[0]);
  return runs;
});

testOnX86(
  "a number that is not finite reaches the sums that it belongs to, and no others",
  async (device) => {
    const problem = randomProblem({ rows: 30, cols: 60, width: 13, entries: (row) => row * 2 });
    const { matrix: { rowPtr, colIdx }, width } = problem;
    problem.features[20 * width + 7] = NaN;
    problem.features[50 * width + 12] = Infinity;
    for (const groupSize of [1, 3, 32]) {
      const { y, stride } = await productOf(device, neighborGroupX86, problem, { groupSize });
      for (let row = 0; row < 30; row++) {
        const columns = colIdx.subarray(rowPtr[row], rowPtr[row + 1]);
        for (let column = 0; column < stride; column++) {
          const reached = column === 7 && columns.includes(20) || column === 12 && columns.includes(50);
          assert.equal(Number.isFinite(y[row * stride + column]), !reached, `row ${row}, column ${column}`);
        }
      }
    }
  },
  [2],
);

Deno.test("both phases are emitted for every width on each instruction set", () => {
  for (const isa of ISAS) {
    for (let columns = 4; columns <= 300; columns += 4) {
      for (const weighted of [true, false]) {
        assert.equal(emitNeighborGroup(isa, { columns, weighted }).needsAvx512, isa === "avx512");
      }
      assert.equal(emitPartialSums(isa, columns).needsAvx512, isa === "avx512");
    }
  }
});
