/**
 * Tests of training that stays on an adapter: its losses, its waits, and its errors.
 *
 * @module
 */
import assert from "node:assert/strict";
import { neighborDraw } from "../../../../graph/sampling/neighbor_sampling.ts";
import { uniformNeighbors } from "../../../../graph/sampling/uniform.ts";
import { firstDifference } from "../../../../hardware/dense.ts";
import type { Device } from "../../../../hardware/device.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { WebGpuDevice } from "../../../../hardware/webgpu/device.ts";
import { UsageError } from "../../../../platform/errors.ts";
import { DivergenceError } from "../../../../training/divergence.ts";
import { checkSteps } from "../../../../training/executors/step_check.ts";
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
import { MiniBatchEpochs } from "../../../../training/runs/mini_batch_epochs.ts";
import { ResidentEpochs } from "../../../../training/runs/resident_epochs.ts";
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

testOnAdapter(
  "batches that do not fit are trained again with more room",
  async (device) => {
    const records = await onCpu(18, residentOptions());
    const wanted = records.map(({ loss }) => loss!);
    for (
      const room of [
        [{ entries: 300, cols: 120 }, { entries: 100, cols: 60 }],
        [{ entries: 900, cols: 300 }, { entries: 400, cols: 150 }],
      ]
    ) {
      await withTrainer(device, residentOptions({ room }), async (trainer) => {
        const waits: number[] = [], losses: number[] = [];
        for (let epoch = 0; epoch < 3; epoch++) {
          const before = device.waits;
          losses.push(...lossesOf(await trainer.train()));
          waits.push(device.waits - before);
        }
        assertNear(losses, wanted, 1e-4);
        assert(waits[0] > 1 && waits[2] === 1, `waits of ${waits}`);
      });
    }
    await withTrainer(
      device,
      residentOptions({ room: Array(2).fill({ entries: 200, cols: 90 }) }),
      async (trainer) => {
        assert(Object.values(await trainer.timePhases()).every((ms) => ms > 0));
        assertNear(lossesOf(await trainer.train()), wanted.slice(6, 12), 1e-4);
      },
    );
  },
);

testOnAdapter("blocks have the memory of sampled batches, not what fan-outs allow", async (device) => {
  const options = residentOptions({ batchSize: 24, sampling: { fanouts: [3, 3], seed: 1 } });
  await withTrainer(device, options, async (trainer) => {
    const [iterations] = await trainer.train();
    const { rows } = trainer.executor.program.tensors.find(({ label }) => label === "features")!;
    const most = Math.max(...iterations.map(({ vertices }) => vertices));
    const edges = Math.max(...iterations.map((each) => each.edges));
    // A share of 2 / sqrt(24 seeds) more than a batch of the epoch, in each of two layers.
    const margin = 1 + 2 / Math.sqrt(24);
    assert(most <= rows && rows <= margin * most + 2, `${rows} rows for at most ${most}`);
    assert(rows < 24 * 4 * 4, "less than the fan-outs allow");
    assert.equal(trainer.bounds.vertices, rows);
    assert(edges <= trainer.bounds.edges && trainer.bounds.edges <= margin * edges + 4, `${edges} edges`);
  });
});

testOnAdapter("every step within the bounds is its oracle's on the batch that was drawn", async (device) => {
  const sampler = hostSampler(uniformNeighbors(GRAPH, { fanouts: FANOUTS, seed: 1 }));
  await withTrainer(device, residentOptions(), async (trainer) => {
    await assert.rejects(trainer.inspect(), UsageError);
    await trainer.train();
    const { sampled, features } = await trainer.inspect();
    const { seeds, blocks } = (await sampler.sample(sampled)).sampled;
    assert.deepEqual([sampled.batch, sampled.seeds, sampled.blocks], [5, seeds, blocks]);
    const { width, values } = DATA.features;
    const rows = [...blocks[0].sources].flatMap((v) => [...values.subarray(v * width, (v + 1) * width)]);
    assert.equal(await firstDifference(device, features, Float32Array.from(rows)), undefined);
    const report = await checkSteps(trainer.executor, { seed: 1 });
    assert(report.ok, JSON.stringify(report));
    assert.equal(report.steps, trainer.executor.trainPlans.length);
  });
});

testOnAdapter("several labels a vertex, in panels, have the losses of CPU threads", async (device) => {
  const classes = 200, several = { ...COMMUNITY, classes, several: true };
  const data = communityData(several), layers = graphSage({ ...SHAPE, classes });
  const options = residentOptions({ layers }), records = await onCpu(6, options, data);
  await withTrainer(device, options, async (trainer) => {
    assert(trainer.executor.matrix(trainer.executor.program.scores).panels.length > 1);
    assertNear(lossesOf(await trainer.train()), records.map(({ loss }) => loss!), 1e-4);
  }, data);
}, { bindingBytes: 24 * 1024 });

testOnAdapter("a training goes on from a state with the same bits, phases timed or not", async (device) => {
  const options = residentOptions();
  const whole = await withTrainer(device, options, async (trainer) => lossesOf(await trainer.train(3)));
  assert.equal(whole.length, 18);
  const state = await withTrainer(device, options, async (trainer) => {
    assert.deepEqual(lossesOf(await trainer.train()), whole.slice(0, 6));
    const times = await trainer.timePhases();
    assert(Object.values(times).every((ms) => ms > 0) && Object.keys(times).length === 3);
    return await trainer.state();
  });
  assert.equal(state.epochs, 2);
  await withTrainer(device, options, async (trainer) => {
    trainer.restore(state);
    assert.deepEqual(lossesOf(await trainer.train()), whole.slice(12));
  });
});

testOnAdapter(
  "an epoch's record has the loss and the scores of the epochs that the host prepares",
  async (device) => {
    const { graph, ...model } = residentOptions();
    const every = Uint32Array.from({ length: graph.rows }, (_, v) => v);
    const split = { train: DATA.training, validation: every.filter((v) => v % 3 === 2), test: every };
    const task = { graph, data: DATA, split };
    const sampler = hostSampler(neighborDraw(graph, model.sampling));
    const host = new MiniBatchEpochs(device, task, { ...model, sampler });
    const resident = await ResidentEpochs.open(device, task, model);
    for (let epoch = 0; epoch < 2; epoch++) {
      const wanted = await host.train(), before = device.waits, got = await resident.train();
      assert.equal(got.counts.waits, 1);
      assert.equal(device.waits - before, 1);
      assertNear([got.loss], [wanted.loss], 1e-4);
      assert.deepEqual({ ...got.counts, waits: 0 }, { ...wanted.counts, waits: 0 });
      assert.deepEqual([got.seeds, got.iterations], [wanted.seeds, wanted.iterations]);
    }
    const [wanted, got] = [await host.score(), await resident.score()];
    assertNear([got.validation.loss], [wanted.validation.loss], 1e-3);
    // Either goes on where the other ended: states are the same.
    host.restore(await resident.state());
    assertNear([(await host.train()).loss], [(await resident.train()).loss], 1e-4);
    for (const each of [host, resident]) each.close();
    assert.equal(device.ledger.live, 0);
  },
);

testOnAdapter("a training that explodes ends typed, with its epoch and iteration", async (device) => {
  const options = residentOptions({ optimizer: adam({ learningRate: 1e30 }) });
  await withTrainer(device, options, async (trainer) => {
    await assert.rejects(trainer.train(), (error: DivergenceError) => {
      assert(error instanceof DivergenceError, String(error));
      assert.deepEqual([error.place.epoch, error.place.iteration], [1, 2]);
      return true;
    });
  });
});

testOnAdapter(
  "unsuitable options, data and kernels are refused, with nothing left allocated",
  async (device) => {
    const open = (options: Partial<ResidentTrainingOptions>, data: MiniBatchData = DATA) =>
      assert.rejects(
        () => withTrainer(device, residentOptions(options), () => Promise.resolve(), data),
        UsageError,
      );
    await open({ aggregation: "attention" });
    await open({ aggregation: "sampled" });
    await open({ sampling: { fanouts: [5], seed: 1 } });
    await open({ kernels: { spmm: { id: "neighbor-group" } } });
    await open({}, { ...DATA, training: new Uint32Array() });
    await open({}, { ...DATA, classes: 4 });
    assert.equal(device.ledger.live, 0);
  },
);
