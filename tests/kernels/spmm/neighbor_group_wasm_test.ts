import assert from "node:assert/strict";
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import { poisonMatrix, readMatrix, writeMatrix } from "../../../hardware/dense.ts";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { neighborGroupCasWasm } from "../../../kernels/spmm/neighbor_group_cas/wasm.ts";
import { neighborGroupFixedWasm } from "../../../kernels/spmm/neighbor_group_fixed/wasm.ts";
import { neighborGroupWasm } from "../../../kernels/spmm/neighbor_group/wasm.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../../../kernels/spmm/spmm.ts";
import { MissingError, UsageError } from "../../../platform/errors.ts";
import { randomProblem } from "./spmm_problem.ts";
import { testOnThreads, testThreadsAgree } from "../../hardware/cpu/threads.ts";
import { assertRight, factsOf, outputBytes, type SpmmOnCpu, testKernel } from "./cpu_checks.ts";

const KERNELS = [neighborGroupWasm, neighborGroupCasWasm, neighborGroupFixedWasm];

for (const kernel of KERNELS) {
  testKernel(kernel, [{}, { groupSize: 1 }, { groupSize: 3 }, { groupSize: 1024 }]);
}

testOnThreads(
  "facts count groups, the largest of them, and one atomic a column of each group that shares its row",
  async (device) => {
    // Rows of 0, 4, 5 and 12 entries in groups of 4 have 0, 1, 2 and 3 groups.
    const entries = (row: number) => [0, 4, 5, 12][row];
    const problem = randomProblem({ rows: 4, cols: 20, width: 7, entries });
    for (const kernel of KERNELS) {
      const facts = await factsOf(device, kernel, problem, { groupSize: 4 });
      assert.equal(facts?.groups, 6);
      assert.equal(facts?.largest_group, 4);
      assert.equal(facts?.atomics, kernel === neighborGroupWasm ? 0 : 5 * 7);
    }
  },
  [1],
);

testOnThreads("a group size other than a whole number from 1 to 1024 is refused", async (device) => {
  const problem = randomProblem({ rows: 4, cols: 4, width: 4, entries: () => 2 });
  for (const kernel of KERNELS) {
    for (const groupSize of [0, 1025, 2.5, NaN]) {
      await assert.rejects(() => factsOf(device, kernel, problem, { groupSize }), UsageError);
    }
  }
}, [1]);

testOnThreads(
  "partial rows of more than 8 MiB are summed in waves, including rows that lie in two waves",
  async (device) => {
    // 60,000 groups of one entry at 300 columns need 72 MB of partial rows; a hub alone needs more than one
    // wave.
    const entries = (row: number) => row === 40 ? 20_000 : row % 400 === 7 ? 0 : 200;
    const problem = randomProblem({ rows: 200, cols: 20_000, width: 300, entries });
    const facts = await factsOf(device, neighborGroupWasm, problem, { groupSize: 1 });
    assert.ok(facts!.waves > 6 && facts!.partial_bytes <= 8 * 2 ** 20, JSON.stringify(facts));
    await assertRight(device, neighborGroupWasm, problem, { groupSize: 1 });
  },
  [1, 3],
);

/** Bits of a kernel's three runs, which must agree. */
async function agreedBits(device: WasmDevice, kernel: SpmmOnCpu, problem: SpmmProblem) {
  const runs = await outputBytes(device, kernel, problem, { runs: 3 });
  for (const run of runs) assert.deepEqual(run, runs[0]);
  return runs[0];
}

testThreadsAgree(
  "wasm",
  "two phases and fixed point give the same bits, whatever the number of threads and their order",
  async (device) => {
    const problem = randomProblem({ rows: 300, cols: 5000, width: 33, entries: (row) => (row * 37) % 900 });
    return [
      await agreedBits(device, neighborGroupWasm, problem),
      await agreedBits(device, neighborGroupFixedWasm, problem),
    ];
  },
);

testOnThreads("one thread adds by compare-exchange in a fixed order", async (device) => {
  const problem = randomProblem({ rows: 100, cols: 500, width: 9, entries: (row) => row * 3 });
  await agreedBits(device, neighborGroupCasWasm, problem);
}, [1]);

testOnThreads(
  "fixed point follows the features from run to run, over 60 orders of magnitude",
  async (device) => {
    const problem = randomProblem({ rows: 50, cols: 400, width: 10, entries: (row) => row * 8 });
    const operands = spmm.stage(device, problem) as SpmmOperandsOf["wasm"];
    const plan = await prepareKernel(neighborGroupFixedWasm, device, operands, problem.width);
    for (const scale of [1, 1e-12, 1e30, 1e-30, 1e35]) {
      const features = problem.features.map((x) => x * scale);
      writeMatrix(device, operands.x, features);
      poisonMatrix(device, operands.y);
      plan.run();
      const report = checkOutput(spmm, { ...problem, features }, await readMatrix(device, operands.y), {
        seed: 1,
      });
      assert.ok(report.ok, `${scale}: ${JSON.stringify(report)}`);
    }
    plan.destroy();
    spmm.release(device, operands);
  },
  [2],
);

testOnThreads("the largest sums that a row can have do not overflow in fixed point", async (device) => {
  for (const value of [1, 0.999_999_94, 1.000_000_1, 2, 3, 1e20]) {
    const problem = randomProblem({ rows: 2, cols: 4096, width: 5, entries: () => 4096, weighted: false });
    problem.features.fill(value);
    for (const groupSize of [1, 32, 1000]) {
      await assertRight(device, neighborGroupFixedWasm, problem, { groupSize });
    }
  }
}, [2]);

testOnThreads("fixed point refuses sums that its quanta resolve too coarsely", async (device) => {
  const problem = randomProblem({ rows: 3, cols: 100, width: 4, entries: (row) => row * 40 });
  // A column's numbers may be much smaller than those of other columns.
  for (let row = 0; row < 100; row++) problem.features[row * 4 + 1] *= 1e-6;
  await assertRight(device, neighborGroupFixedWasm, problem);
  // A further vertex, no other vertex's neighbour, has a feature a million times as large as all others of
  // its column.
  const uneven: SpmmProblem = {
    matrix: { ...problem.matrix, cols: 101 },
    features: Float32Array.of(...problem.features, 0, 1, 0, 0),
    width: 4,
  };
  await assert.rejects(
    () => factsOf(device, neighborGroupFixedWasm, uneven),
    (error) => error instanceof MissingError && /2 rows/.test(error.message),
  );
  // Where no row has several groups, no sums are added in fixed point.
  await assertRight(device, neighborGroupFixedWasm, uneven, { groupSize: 80 });
  await assertRight(device, neighborGroupCasWasm, uneven);
}, [2]);

testOnThreads("a column that is not finite becomes NaN in fixed point, and no other", async (device) => {
  for (const bad of [NaN, Infinity]) {
    const problem = randomProblem({ rows: 3, cols: 100, width: 4, entries: () => 90 });
    const operands = spmm.stage(device, problem) as SpmmOperandsOf["wasm"];
    const plan = await prepareKernel(neighborGroupFixedWasm, device, operands, problem.width);
    // If `prepare` had seen this number, it would have refused.
    writeMatrix(device, operands.x, problem.features.with(2, bad));
    plan.run();
    const broken = (await readMatrix(device, operands.y)).map((y) => Number.isNaN(y) ? 1 : 0);
    assert.deepEqual([...broken], [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
    plan.destroy();
    spmm.release(device, operands);
  }
}, [1]);
