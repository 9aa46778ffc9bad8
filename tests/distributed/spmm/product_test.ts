/**
 * Tests of partitioned products.
 *
 * @module
 */
import assert from "node:assert/strict";
import {
  blockEntries,
  OneProcess,
  PartitionedExecutor,
  productProgram,
  productTraffic,
  rowPartition,
  spmmSchedule,
} from "../../../distributed/spmm/mod.ts";
import { nnz } from "../../../graph/csr.ts";
import { blockOffsets } from "../../../graph/orderings/block_wise.ts";
import { submatrix } from "../../../graph/submatrix.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { checkOutput } from "../../../kernels/check.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { UsageError } from "../../../platform/errors.ts";
import { ProgramBuilder } from "../../../training/program/program_builder.ts";
import { runFunction, testEngines } from "../communicator/engines.ts";
import { SCHEMES, smallProduct, smallProductProgram } from "./problems.ts";

function largestDifference(a: Float32Array, b: Float32Array): number {
  assert.equal(a.length, b.length);
  return a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - b[i])), 0);
}

async function inOneProcess(scheme: (typeof SCHEMES)[number], kernel = "row-split") {
  const device = openWasmDevice({ threads: 2 });
  try {
    const set = new OneProcess(scheme.ranks), whole = smallProductProgram();
    const kernels = { spmm: { id: kernel } };
    const run = await PartitionedExecutor.create(device, { ...whole, scheme, kernels }, set);
    await run.evaluate();
    const product = await run.read(whole.program.scores);
    const times = await run.timeSteps("evaluate", ({ op }) => op === "spmm");
    run.close();
    assert.equal(device.ledger.live, 0, "nothing stays on the device");
    return { product, received: set.receivedBytes, times };
  } finally {
    device.close();
  }
}

Deno.test("a product over ranks in one process is that of one rank, and the oracle's", async () => {
  const problem = smallProduct();
  const { product: single } = await inOneProcess(SCHEMES[0]);
  for (const scheme of SCHEMES) {
    for (const kernel of ["row-split", "block-sparse"]) {
      const { product, received, times } = await inOneProcess(scheme, kernel);
      const check = checkOutput(spmm, problem, product, { seed: 1 });
      assert.ok(check.ok, `${scheme.ranks}, ${scheme.replication}: ${check.relErr}`);
      assert.ok(largestDifference(product, single) < 1e-5);
      const shape = { vertices: problem.matrix.rows, width: problem.width };
      assert.deepEqual(received, productTraffic(spmmSchedule(scheme), shape).broadcastBytes);
      const blocks = (scheme.ranks / scheme.replication) ** 2;
      assert.equal(times.length, blocks, "a time for each block");
      assert.ok(times.every(({ ms }) => ms >= 0));
    }
  }
});

testEngines("a product over a communicator is that in one process, bit for bit", async (engine) => {
  for (const scheme of SCHEMES.filter(({ ranks }) => ranks <= 4)) {
    const { product } = await inOneProcess(scheme);
    const outputs = await runFunction<Float32Array>({
      engine,
      ranks: scheme.ranks,
      entry: "multiply",
      input: scheme,
      module: new URL("./rank_functions.ts", import.meta.url),
    });
    for (const output of outputs) assert.deepEqual(output, product);
  }
});

Deno.test("entries of blocks are those of the submatrices", () => {
  const { matrix } = smallProduct();
  const { bindings: { sparse } } = smallProductProgram();
  const [counts] = blockEntries(sparse, 5).values();
  const offsets = blockOffsets(matrix.rows, 5);
  const range = (i: number) => [offsets[i], offsets[i + 1]] as const;
  for (let i = 0; i < 5; i++) {
    for (let j = 0; j < 5; j++) {
      assert.equal(counts[i][j], nnz(submatrix(matrix, { rows: range(i), cols: range(j) })));
    }
  }
  assert.equal(counts.flat().reduce((sum, count) => sum + count, 0), nnz(matrix));
});

Deno.test("fewer rows than groups, and steps that are not cut by rows, are refused", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const product = productProgram(smallProduct(3));
    const scheme = { ranks: 4, replication: 1 };
    await assert.rejects(
      PartitionedExecutor.create(device, { ...product, scheme }, new OneProcess(4)),
      (error) => error instanceof UsageError && /3 rows for 4 groups/.test(error.message),
    );
  } finally {
    device.close();
  }
  const builder = new ProgramBuilder({ seed: 1 });
  const x = builder.tensor("input", "x", { rows: 6, cols: 2 });
  const y = builder.steps("evaluate", { layer: "pooling", pass: "forward" })
    .emit("y", { op: "gather-rows", index: builder.index("some", 2), x });
  assert.throws(() => rowPartition(builder.buildInference(y), 6), UsageError);
});
