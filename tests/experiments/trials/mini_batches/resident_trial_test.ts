/**
 * Tests of the trial of an epoch that stays on a GPU: its check, its waits and the length of its samples.
 *
 * @module
 */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { miniBatchTrial } from "../../../../experiments/trials/mini_batches/mini_batch_trial.ts";
import { residentTrial } from "../../../../experiments/trials/mini_batches/resident_trial.ts";
import type { CsrMatrix } from "../../../../graph/csr.ts";
import { miniBatches, sampleBatch, sampledEdges, uniformNeighbors } from "../../../../graph/sampling/mod.ts";
import { refuseEmulated } from "../../../../hardware/emulated.ts";
import { shortestSample } from "../../../../hardware/measuring/sample_length.ts";
import { type IdMapOperandsOf, idMaps } from "../../../../kernels/id_map/mod.ts";
import type { KernelOn } from "../../../../kernels/kernel.ts";
import { MissingError } from "../../../../platform/errors.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import { type MiniBatchData, miniBatchData } from "../../../../training/mini_batch/mod.ts";
import { graphSage } from "../../../../training/models/graph_sage.ts";
import { vertexData } from "../../../../training/vertex_data.ts";
import { testOnAdapter } from "../../../hardware/webgpu/any_adapter.ts";
import { testLab } from "../../lab.ts";

/**
 * Asserts what launches were for: whole numbers, at least those of the largest batch of the epoch as the host
 * samples it, at most those that fan-outs allow.
 */
async function assertLaunched(
  facts: Readonly<Record<string, number>>,
  { graph, data, fanouts, batchSize, seed }: {
    readonly graph: CsrMatrix;
    readonly data: MiniBatchData;
    readonly fanouts: readonly [number, number];
    readonly batchSize: number;
    readonly seed: number;
  },
): Promise<void> {
  const draw = uniformNeighbors(graph, { fanouts, seed });
  const batches = miniBatches(data.training, { batchSize, seed, epoch: 0 });
  const sampled = await Promise.all(batches.map((batch) => sampleBatch(draw, batch)));
  const rows = batchSize * (1 + fanouts[1]);
  const counts = {
    launched_vertices: { of: sampled.map(({ blocks }) => blocks[0].matrix.cols), most: graph.rows },
    launched_edges: { of: sampled.map(sampledEdges), most: batchSize * fanouts[1] + rows * fanouts[0] },
  };
  for (const [metric, { of, most }] of Object.entries(counts)) {
    const launched = facts[metric] * sumOf(of) / of.length;
    assert.ok(Math.abs(launched - Math.round(launched)) < 1e-6, `${metric}: ${launched} a batch`);
    assert.ok(
      Math.round(launched) >= Math.max(...of) && Math.round(launched) <= most,
      `${metric}: ${launched}`,
    );
  }
}

/** Small training whose batches stay on a GPU. */
async function smallTraining() {
  const dataset = await loadDataset("reddit@1/2048"), { graph } = dataset;
  const data = miniBatchData(await vertexData(dataset, { seed: 1, randomWidth: 8 }));
  const layers = graphSage({ classes: data.classes, hidden: 8 });
  const sampling = { fanouts: [3, 4] as const, batchSize: 16 };
  return { graph, data, layers, aggregation: "mean" as const, ...sampling };
}

testOnAdapter(
  "an epoch on a GPU is checked, waits once, and its samples are long beside a wait",
  async (device) => {
    const options = await smallTraining();
    const { graph: { rowPtr, colIdx }, data: { features: { values } } } = options;
    const lab = testLab(device), trial = await miniBatchTrial(lab, options);
    assert.equal(trial.clock, "wall");
    assert.equal(trial.bytes, rowPtr.byteLength + colIdx.byteLength + values.byteLength);
    const prepared = await trial.prepare();
    try {
      const report = await prepared.check();
      assert.ok(report.ok && report.checkedRows > 0, JSON.stringify(report));
      await prepared.recheck(7);
      const { times, facts } = await prepared.breakdown!();
      const { waits, wait_time: waitMs } = facts as Record<string, number>;
      assert.equal(waits, 1);
      assert.equal(shortestSample(device, prepared), Math.max(20, 50 * waitMs));
      assert.ok(Object.values(times).every((ms) => ms![0] > 0));
      await assertLaunched(facts as Record<string, number>, { ...options, seed: lab.seed });
      const before = device.waits;
      assert.ok(prepared.time);
      assert.ok(await prepared.time(3) > 0);
      assert.equal(device.waits - before, 1);
    } finally {
      prepared.destroy();
    }
    assert.equal(device.ledger.live, 0);
  },
);

testOnAdapter("an epoch on a GPU whose samples have edges of another graph is wrong", async (device) => {
  const options = await smallTraining();
  const graph = { ...options.graph, colIdx: options.graph.colIdx.slice() };
  const map = idMaps.find(({ id, backend }) => id === "fused-map" && backend === "webgpu") as KernelOn<
    "webgpu",
    IdMapOperandsOf
  >;
  const idMap: typeof map = {
    ...map,
    prepare(device, operands, parameters) {
      // The GPU has the graph by then, and draws from it; the check reads another one.
      graph.colIdx.fill(0);
      return map.prepare(device, operands, parameters);
    },
  };
  const work = { multiplyAdds: 1, compulsoryBytes: 1, bytesWithoutReuse: 1 };
  const trial = residentTrial(testLab(device), device, {
    ...options,
    graph,
    work,
    idMap,
  });
  const prepared = await trial.prepare();
  graph.colIdx.set(options.graph.colIdx);
  try {
    const { ok, worst } = await prepared.check();
    assert.deepEqual([ok, worst?.wanted], [false, NaN]);
  } finally {
    prepared.destroy();
  }
});

Deno.test("an emulated GPU is timed where the user allows it, and hardware always", () => {
  const on = (adapterKind: "software" | "hardware", allowSoftware: boolean) => () =>
    refuseEmulated({ device: { adapterKind }, allowSoftware }, "time epochs");
  assert.throws(on("software", false), MissingError);
  for (const allowed of [on("software", true), on("hardware", false)]) assert.doesNotThrow(allowed);
});
