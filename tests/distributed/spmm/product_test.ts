/**
 * Tests of partitioned products.
 *
 * @module
 */
import assert from "node:assert/strict";
import {
  OneProcess,
  PartitionedExecutor,
  productProgram,
  productTraffic,
  rankShare,
  type RowExchange,
  rowPartition,
  shareBytes,
  spmmSchedule,
} from "../../../distributed/spmm/mod.ts";
import { nnz } from "../../../graph/csr.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { blockOffsets } from "../../../graph/orderings/block_wise.ts";
import { submatrix } from "../../../graph/submatrix.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { ProgramBuilder } from "../../../training/program/program_builder.ts";
import { runFunction, testEngines } from "../communicator/engines.ts";
import { SCHEMES, smallProduct, smallProductProgram } from "./problems.ts";

function largestDifference(a: Float32Array, b: Float32Array): number {
  assert.equal(a.length, b.length);
  return a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - b[i])), 0);
}

async function inOneProcess(
  scheme: (typeof SCHEMES)[number],
  { kernel = "row-split", exchange = "broadcast" }: { kernel?: string; exchange?: RowExchange } = {},
) {
  const device = openWasmDevice({ threads: 2 });
  try {
    const set = new OneProcess(scheme.ranks), whole = smallProductProgram();
    const kernels = { spmm: { id: kernel } };
    const run = await PartitionedExecutor.openWhole(device, { ...whole, scheme, exchange, kernels }, set);
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
      const { product, received, times } = await inOneProcess(scheme, { kernel });
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

/** Bytes that each rank receives where only the rows that its entries read are sent, counted by hand. */
function neededBytes({ ranks, replication }: (typeof SCHEMES)[number]): number[] {
  const { matrix: { rows, rowPtr, colIdx }, width } = smallProduct(), groups = ranks / replication;
  const offsets = [...blockOffsets(rows, groups)];
  const groupOf = (v: number) => offsets.findLastIndex((offset) => offset <= v);
  return Array.from({ length: ranks }, (_, rank) => {
    const group = Math.floor(rank / replication), needed = new Set<number>();
    for (let entry = rowPtr[offsets[group]]; entry < rowPtr[offsets[group + 1]]; entry++) {
      const column = groupOf(colIdx[entry]);
      if (column !== group && column % replication === rank % replication) needed.add(colIdx[entry]);
    }
    return 4 * width * needed.size;
  });
}

Deno.test("rows that are sent ahead, or alone where entries read them, give the product of broadcasts", async () => {
  const problem = smallProduct(), shape = { vertices: problem.matrix.rows, width: problem.width };
  for (const scheme of SCHEMES) {
    const { product } = await inOneProcess(scheme);
    const ahead = await inOneProcess(scheme, { exchange: "ahead" });
    assert.deepEqual(ahead.product, product);
    assert.deepEqual(ahead.received, productTraffic(spmmSchedule(scheme), shape).broadcastBytes);
    for (const kernel of ["row-split", "block-sparse"]) {
      const halo = await inOneProcess(scheme, { exchange: "halo", kernel });
      assert.ok(checkOutput(spmm, problem, halo.product, { seed: 1 }).ok);
      assert.ok(largestDifference(halo.product, product) < 1e-5);
      assert.deepEqual(halo.received, neededBytes(scheme));
    }
  }
  const wanted = neededBytes({ ranks: 8, replication: 1 });
  const all = productTraffic(spmmSchedule({ ranks: 8, replication: 1 }), shape).broadcastBytes;
  assert.ok(wanted.filter((bytes, rank) => bytes < all[rank]).length > 2, "needs less, or proves nothing");
});

Deno.test("a block without entries costs one row, and its product is 0", async () => {
  const source = Uint32Array.of(0, 1, 6, 7), target = Uint32Array.of(1, 0, 7, 6), width = 3;
  const matrix = gcnNormalise(csrFromEdges({ vertices: 8, source, target }));
  const features = Float32Array.from({ length: 8 * width }, (_, i) => i - 7);
  const device = openWasmDevice({ threads: 1 }), set = new OneProcess(2);
  try {
    const whole = productProgram({ matrix, features, width }), scheme = { ranks: 2, replication: 1 };
    const run = await PartitionedExecutor.openWhole(device, { ...whole, scheme, exchange: "halo" }, set);
    await run.evaluate();
    const product = await run.read(whole.program.scores);
    assert.ok(checkOutput(spmm, { matrix, features, width }, product, { seed: 1 }).ok);
    assert.deepEqual(set.receivedBytes, [4 * width, 4 * width]);
    run.close();
  } finally {
    device.close();
  }
});

Deno.test("ranges of rows may differ in length, and others than ranges are refused", async () => {
  const problem = smallProduct(), device = openWasmDevice({ threads: 1 }), whole = smallProductProgram();
  const create = (offsets: readonly number[], exchange: RowExchange) =>
    PartitionedExecutor.openWhole(device, {
      ...whole,
      scheme: { ranks: 3, replication: 1 },
      offsets: Uint32Array.from(offsets),
      exchange,
    }, new OneProcess(3));
  try {
    for (const exchange of ["broadcast", "ahead", "halo"] as const) {
      const run = await create([0, 150, 151, 203], exchange);
      await run.evaluate();
      const product = await run.read(whole.program.scores);
      assert.ok(checkOutput(spmm, problem, product, { seed: 1 }).ok, exchange);
      run.close();
    }
    for (const offsets of [[0, 100, 203], [0, 100, 100, 203], [1, 100, 150, 203], [0, 100, 150, 200]]) {
      await assert.rejects(create(offsets, "halo"), UsageError);
    }
  } finally {
    device.close();
  }
});

testEngines("a product over a communicator is that in one process, bit for bit", async (engine) => {
  for (const exchange of ["broadcast", "ahead", "halo"] as const) {
    const least = exchange === "broadcast" ? 1 : 4;
    for (const scheme of SCHEMES.filter(({ ranks }) => ranks >= least && ranks <= 4)) {
      const { product, received } = await inOneProcess(scheme, { exchange });
      const outputs = await runFunction<{ product: Float32Array; receivedBytes: number; listBytes: number }>({
        engine,
        ranks: scheme.ranks,
        entry: "multiply",
        input: { scheme, exchange },
        module: new URL("./rank_functions.ts", import.meta.url),
      });
      for (const output of outputs) assert.deepEqual(output.product, product);
      assert.deepEqual(outputs.map(({ receivedBytes }) => receivedBytes), received);
      // An id for every row that will be sent, from the rank that needs it.
      const lists = sumOf(outputs, ({ listBytes }) => listBytes), { width } = smallProduct();
      const rows = sumOf(received) / (4 * width);
      assert.equal(lists, exchange === "halo" ? 4 * rows : 0);
    }
  }
});

Deno.test("a rank's share is the submatrices of its rows, and no array in it is as long as the graph", () => {
  const { matrix, width } = smallProduct(),
    whole = smallProductProgram(),
    scheme = { ranks: 8, replication: 2 };
  const offsets = blockOffsets(matrix.rows, 4), range = (i: number) => [offsets[i], offsets[i + 1]] as const;
  let entries = 0;
  for (let rank = 0; rank < 8; rank++) {
    const share = rankShare({ ...whole, scheme }, rank), group = Math.floor(rank / 2);
    const [blocks] = share.blocks.values(), [rows] = share.inputs.values();
    assert.deepEqual([...blocks.keys()], [rank % 2, 2 + rank % 2]);
    for (const [column, block] of blocks) {
      assert.deepEqual(block, submatrix(matrix, { rows: range(group), cols: range(column) }));
      assert.ok(block.rowPtr.length < matrix.rows / 3);
      entries += nnz(block);
    }
    assert.equal(rows.length, width * (offsets[group + 1] - offsets[group]));
    const held = [...blocks.values()].reduce(
      (sum, { rowPtr, colIdx }) => sum + rowPtr.length + 2 * colIdx.length,
      0,
    );
    assert.equal(shareBytes(share), 4 * (held + rows.length));
  }
  assert.equal(entries, nnz(matrix), "every entry is on one rank");
});

Deno.test("fewer rows than groups, and steps that are not cut by rows, are refused", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const product = productProgram(smallProduct(3));
    const scheme = { ranks: 4, replication: 1 };
    await assert.rejects(
      PartitionedExecutor.openWhole(device, { ...product, scheme }, new OneProcess(4)),
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
