/**
 * Tests of training that stays on an adapter: its losses, its waits, and its errors.
 *
 * @module
 */
import assert from "node:assert/strict";
import { uniformNeighbors } from "../../../../graph/sampling/uniform.ts";
import type { Device } from "../../../../hardware/device.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { WebGpuDevice } from "../../../../hardware/webgpu/device.ts";
import { UsageError } from "../../../../platform/errors.ts";
import { DivergenceError } from "../../../../training/divergence.ts";
import { hostSampler } from "../../../../training/mini_batch/host_sampler.ts";
import type { MiniBatchData } from "../../../../training/mini_batch/mini_batch_data.ts";
import {
  type ResidentIteration,
  ResidentTrainer,
  type ResidentTrainingOptions,
} from "../../../../training/mini_batch/resident/mod.ts";
import { gcn } from "../../../../training/models/gcn.ts";
import { gin } from "../../../../training/models/gin.ts";
import { graphSage } from "../../../../training/models/graph_sage.ts";
import { adam } from "../../../../training/optimizers/adam.ts";
import { testOnAdapter } from "../../../hardware/webgpu/any_adapter.ts";
import { communityData } from "../community_task.ts";
import { assertNear, COMMUNITY, DATA, GRAPH, train } from "../trainings.ts";

const FANOUTS = [5, 20];
const SHAPE = { classes: COMMUNITY.classes, hidden: 12 };

function residentOptions(options: Partial<ResidentTrainingOptions> = {}): ResidentTrainingOptions {
  return {
    graph: GRAPH,
    sampling: { fanouts: FANOUTS, seed: 1 },
    layers: graphSage(SHAPE),
    aggregation: "mean",
    optimizer: adam(),
    batchSize: 48,
    seed: 1,
    ...options,
  };
}

/** Trains with a trainer that is closed at the end, and asserts that its memory is freed. */
async function withTrainer<T>(
  device: WebGpuDevice,
  options: ResidentTrainingOptions,
  work: (trainer: ResidentTrainer) => Promise<T>,
  data: MiniBatchData = DATA,
): Promise<T> {
  const trainer = await ResidentTrainer.open(device, data, options);
  try {
    return await work(trainer);
  } finally {
    trainer.close();
    assert.equal(device.ledger.live, 0, "memory that a training kept");
  }
}

const lossesOf = (epochs: readonly (readonly ResidentIteration[])[]) => epochs.flat().map(({ loss }) => loss);

/** Iterations of the same training on CPU threads, whose batches the host prepares. */
async function onCpu(
  iterations: number,
  { layers, aggregation, sampling }: ResidentTrainingOptions,
  data: MiniBatchData = DATA,
) {
  const device: Device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 26 });
  try {
    const sampler = hostSampler(uniformNeighbors(GRAPH, { fanouts: FANOUTS, seed: sampling.seed }));
    return (await train(device, iterations, { layers, aggregation, sampler }, data)).records;
  } finally {
    device.close();
  }
}

const MODELS: Readonly<Record<string, Partial<ResidentTrainingOptions>>> = {
  "GraphSAGE": {},
  "GCN": { layers: gcn(SHAPE), aggregation: "gcn" },
  "GIN": { layers: gin({ ...SHAPE, layers: 2 }), aggregation: "sum" },
};

for (const [model, options] of Object.entries(MODELS)) {
  testOnAdapter(
    `two epochs of ${model} on an adapter alone have the losses of CPU threads`,
    async (device) => {
      const own = residentOptions(options), records = await onCpu(12, own);
      await withTrainer(device, own, async (trainer) => {
        assert.equal(trainer.epochLength, 6);
        const epochs = await trainer.train(2);
        assert.deepEqual(epochs.map(({ length }) => length), [6, 6]);
        assertNear(lossesOf(epochs), records.map(({ loss }) => loss!), 1e-4);
        for (const key of ["iteration", "seeds", "vertices", "edges"] as const) {
          assert.deepEqual(epochs.flat().map((each) => each[key]), records.map((each) => each[key]), key);
        }
      });
    },
  );
}

testOnAdapter("an epoch waits once, at its end, and so do many epochs together", async (device) => {
  await withTrainer(device, residentOptions(), async (trainer) => {
    for (const epochs of [1, 4]) {
      const before = device.waits;
      await trainer.train(epochs);
      assert.equal(device.waits - before, 1);
    }
  });
});
