import assert from "node:assert/strict";
import { poisonMatrix, readMatrix, writeMatrix } from "../../../../hardware/dense.ts";
import { checkOutput } from "../../../../kernels/checks/check_output.ts";
import { type Kernel, prepareKernel } from "../../../../kernels/kernel.ts";
import { spmm } from "../../../../kernels/spmm/mod.ts";
import { emitNeighborGroupFixed, emitUnfix } from "../../../../kernels/spmm/neighbor_group_fixed/code_x86.ts";
import { emitLargestMagnitude } from "../../../../kernels/spmm/neighbor_group_fixed/largest_magnitude_x86.ts";
import { neighborGroupFixedWasm } from "../../../../kernels/spmm/neighbor_group_fixed/wasm.ts";
import { neighborGroupFixedX86 } from "../../../../kernels/spmm/neighbor_group_fixed/x86.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../../../../kernels/spmm/spmm.ts";
import { MissingError } from "../../../../platform/errors.ts";
import { randomProblem } from "../spmm_problem.ts";
import { testOnX86, testThreadsAgree } from "../../../hardware/cpu/threads.ts";
import { assertRight } from "../cpu_checks.ts";
import { productOf, testGroupKernel } from "./group_checks_x86.ts";

testGroupKernel(neighborGroupFixedX86);

testOnX86("fixed point in machine code has the bits and facts of WebAssembly", async (device) => {
  // At these widths panels are too wide for accumulators of several entries, on AVX2 and AVX-512.
  for (const width of [128, 256]) {
    for (const weighted of [true, false]) {
      const entries = (row: number) => (row * 37) % 400;
      const problem = randomProblem({ rows: 120, cols: 900, width, weighted, entries });
      for (const groupSize of [1, 3, 32]) {
        const x86 = await productOf(device, neighborGroupFixedX86, problem, { groupSize });
        const wasm = await productOf(device, neighborGroupFixedWasm, problem, { groupSize });
        assert.deepEqual(new Uint32Array(x86.y.buffer), new Uint32Array(wasm.y.buffer));
        const { code_bytes, ...facts } = x86.facts!;
        assert.ok(code_bytes > 100);
        assert.deepEqual(facts, wasm.facts);
      }
    }
  }
}, [1, 3]);

testThreadsAgree(
  "x86",
  "fixed point gives the same bits, whatever the number of threads and their order",
  async (device) => {
    const problem = randomProblem({ rows: 300, cols: 5000, width: 33, entries: (row) => (row * 37) % 900 });
    const runs: Uint32Array[] = [];
    for (let run = 0; run < 3; run++) {
      runs.push(new Uint32Array((await productOf(device, neighborGroupFixedX86, problem)).y.buffer));
    }
    for (const run of runs) assert.deepEqual(run, runs[0]);
    return runs;
  },
);

testOnX86("fixed point in machine code follows the features over 60 orders of magnitude", async (device) => {
  const problem = randomProblem({ rows: 50, cols: 400, width: 10, entries: (row) => row * 8 });
  const operands = spmm.stage(device, problem) as SpmmOperandsOf["wasm"];
  const plan = await prepareKernel(neighborGroupFixedX86, device, operands, problem.width);
  for (const scale of [1, 1e-12, 1e30, 1e-30, 1e35]) {
    const features = problem.features.map((x) => x * scale);
    writeMatrix(device, operands.x, features);
    poisonMatrix(device, operands.y);
    plan.run();
    const result = await readMatrix(device, operands.y);
    const report = checkOutput(spmm, { ...problem, features }, result, { seed: 1 });
    assert.ok(report.ok, `${scale}: ${JSON.stringify(report)}`);
  }
  plan.destroy();
  spmm.release(device, operands);
}, [2]);

testOnX86("the largest sums of a row do not overflow in machine code", async (device) => {
  for (const value of [1, 0.999_999_94, 1.000_000_1, 2, 3, 1e20]) {
    const problem = randomProblem({ rows: 2, cols: 4096, width: 5, entries: () => 4096, weighted: false });
    problem.features.fill(value);
    for (const groupSize of [1, 32, 1000]) {
      await assertRight(device, neighborGroupFixedX86, problem, { groupSize });
    }
  }
}, [2]);

testOnX86("no integer addition is lost where threads add to one row at the same time", async (device) => {
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
  for (let run = 0; run < 10; run++) {
    const { y } = await productOf(device, neighborGroupFixedX86, problem, { groupSize: 1 });
    assert.deepEqual([...y], Array(4).fill(entries));
  }
}, [2, 4]);

testOnX86("fixed point in machine code refuses what it refuses in WebAssembly", async (device) => {
  const problem = randomProblem({ rows: 3, cols: 100, width: 4, entries: (row) => row * 40 });
  const uneven: SpmmProblem = {
    matrix: { ...problem.matrix, cols: 101 },
    features: Float32Array.of(...problem.features, 0, 1e6, 0, 0),
    width: 4,
  };
  const notFinite = { ...problem, features: problem.features.with(7, NaN) };
  const refusal = (kernel: Kernel<SpmmOperandsOf>, refused: SpmmProblem) =>
    productOf(device, kernel, refused).then(() => "none", (error) => {
      assert.ok(error instanceof MissingError);
      return error.message;
    });
  for (
    const [refused, reason] of [[uneven, /2 rows/], [notFinite, /NaN in row 1, column 3 of X/]] as const
  ) {
    const message = await refusal(neighborGroupFixedX86, refused);
    assert.match(message, reason);
    assert.equal(message, await refusal(neighborGroupFixedWasm, refused));
  }
  // Where no row has several groups, no sums are added in fixed point.
  await assertRight(device, neighborGroupFixedX86, uneven, { groupSize: 80 });
}, [2]);

testOnX86(
  "a column that is not finite becomes NaN in fixed point of machine code, and no other",
  async (device) => {
    for (const bad of [NaN, Infinity, -Infinity]) {
      const problem = randomProblem({ rows: 3, cols: 100, width: 4, entries: () => 90 });
      const operands = spmm.stage(device, problem) as SpmmOperandsOf["wasm"];
      const plan = await prepareKernel(neighborGroupFixedX86, device, operands, problem.width);
      // If `prepare` had seen this number, it would have refused.
      writeMatrix(device, operands.x, problem.features.with(2, bad));
      plan.run();
      const broken = (await readMatrix(device, operands.y)).map((y) => Number.isNaN(y) ? 1 : 0);
      assert.deepEqual([...broken], [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
      plan.destroy();
      spmm.release(device, operands);
    }
  },
  [1],
);

Deno.test("all phases of fixed point are emitted for every width on each instruction set", () => {
  for (const isa of ["avx2", "avx512"] as const) {
    const needsAvx512 = isa === "avx512";
    for (let width = 1; width <= 300; width++) {
      const columns = Math.ceil(width / 4) * 4;
      const code = emitNeighborGroupFixed(isa, { columns, width, weighted: width % 2 === 0 });
      assert.equal(code.needsAvx512, needsAvx512);
      assert.equal(emitUnfix(isa, columns).needsAvx512, needsAvx512);
      assert.equal(emitLargestMagnitude(isa, columns).needsAvx512, needsAvx512);
    }
  }
});
