import assert from "node:assert/strict";
import { emitNeighborGroupCas } from "../../../../kernels/spmm/neighbor_group_cas/code_x86.ts";
import { neighborGroupCasWasm } from "../../../../kernels/spmm/neighbor_group_cas/wasm.ts";
import { neighborGroupCasX86 } from "../../../../kernels/spmm/neighbor_group_cas/x86.ts";
import { emitClearRows } from "../../../../kernels/spmm/plans/groups_x86/group_rows_x86.ts";
import type { SpmmProblem } from "../../../../kernels/spmm/spmm.ts";
import { testOnX86 } from "../../../hardware/cpu/threads.ts";
import { productOf, testGroupKernel } from "./group_checks_x86.ts";
import { randomProblem } from "../spmm_problem.ts";

testGroupKernel(neighborGroupCasX86);

testOnX86(
  "additions by compare-exchange in machine code have the facts of those in WebAssembly",
  async (device) => {
    const entries = (row: number) => [0, 4, 5, 12][row];
    const problem = randomProblem({ rows: 4, cols: 20, width: 7, entries });
    const { facts } = await productOf(device, neighborGroupCasX86, problem, { groupSize: 4 });
    const wasm = await productOf(device, neighborGroupCasWasm, problem, { groupSize: 4 });
    const { code_bytes, ...others } = facts!;
    assert.ok(code_bytes > 100);
    assert.deepEqual(others, wasm.facts);
    assert.equal(others.atomics, 5 * 7);
  },
  [1],
);

testOnX86("one thread that adds by compare-exchange gives the bits of WebAssembly", async (device) => {
  // At these widths panels are too wide for accumulators of several entries, on AVX2 and AVX-512.
  for (const width of [128, 256]) {
    for (const weighted of [true, false]) {
      const entries = (row: number) => (row * 37) % 400;
      const problem = randomProblem({ rows: 120, cols: 900, width, weighted, entries });
      for (const groupSize of [1, 3, 32]) {
        const x86 = await productOf(device, neighborGroupCasX86, problem, { groupSize });
        const wasm = await productOf(device, neighborGroupCasWasm, problem, { groupSize });
        assert.deepEqual(new Uint32Array(x86.y.buffer), new Uint32Array(wasm.y.buffer));
      }
    }
  }
}, [1]);

testOnX86("no addition is lost where threads add to one row at the same time", async (device) => {
  // Sums of ones are exact in any order, so that one lost addition shows.
  const entries = 1_000_000;
  const problem: SpmmProblem = {
    matrix: {
      rows: 1,
      cols: entries,
      rowPtr: Uint32Array.of(0, entries),
      colIdx: new Uint32Array(entries).map((_, at) => at),
    },
    features: new Float32Array(4 * entries).fill(1),
    width: 4,
  };
  for (let run = 0; run < 3; run++) {
    const { y } = await productOf(device, neighborGroupCasX86, problem, { groupSize: 1 });
    assert.deepEqual([...y], Array(4).fill(entries));
  }
}, [2, 4]);

testOnX86("a number that is not finite is added by compare-exchange to its own sums only", async (device) => {
  const problem = randomProblem({ rows: 3, cols: 100, width: 4, entries: () => 100 });
  problem.features[50 * 4 + 2] = NaN;
  const { y } = await productOf(device, neighborGroupCasX86, problem);
  assert.deepEqual(
    [...y].map(Number.isNaN),
    [2, 6, 10].reduce((is, at) => is.with(at, true), Array(12).fill(false)),
  );
}, [2]);

Deno.test("additions by compare-exchange are emitted for every width on each instruction set", () => {
  for (const isa of ["avx2", "avx512"] as const) {
    for (let width = 1; width <= 300; width++) {
      const columns = Math.ceil(width / 4) * 4;
      const code = emitNeighborGroupCas(isa, { columns, width, weighted: width % 2 === 0 });
      assert.equal(code.needsAvx512, isa === "avx512");
      assert.equal(emitClearRows(isa, columns).needsAvx512, isa === "avx512");
    }
  }
});
