/**
 * Trainings epoch by epoch against the trainers that they stand on, interrupted and not.
 *
 * @module
 */
import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { Device } from "../../../hardware/device.ts";
import { UsageError } from "../../../platform/errors.ts";
import { DivergenceError } from "../../../training/divergence.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { trainFullBatch } from "../../../training/full_batch.ts";
import { hostSampler } from "../../../training/mini_batch/host_sampler.ts";
import { miniBatchData } from "../../../training/mini_batch/mini_batch_data.ts";
import { MiniBatchTrainer } from "../../../training/mini_batch/trainer.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { Checkpoints } from "../../../training/runs/checkpoints.ts";
import type { EpochTraining } from "../../../training/runs/epoch_training.ts";
import { FullBatchEpochs } from "../../../training/runs/full_batch_epochs.ts";
import { MiniBatchEpochs } from "../../../training/runs/mini_batch_epochs.ts";
import { namedModel } from "../../../training/runs/named_model.ts";
import { trainEpochs } from "../../../training/runs/train_epochs.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { bindVertexData, vertexData, vertexTaskShape } from "../../../training/vertex_data.ts";

const dataset = await loadDataset("reddit@1/1024", { seed: 1 });
const prepared = await vertexData(dataset, { seed: 1, randomWidth: 8, trainingShare: 0.5 });
const raw = await vertexData(dataset, {
  seed: 1,
  randomWidth: 8,
  trainingShare: 0.5,
  normalise: (matrix: CsrMatrix) => matrix,
});
const { split, truth, classes } = prepared, { graph } = dataset;
const model = namedModel({ model: "gcn", hidden: 8, layers: 2 }, classes);
const sampler = () => hostSampler(uniformNeighbors(graph, { fanouts: [3, 4], seed: 1 }));
const batches = () => ({ ...model, optimizer: adam(), batchSize: 16, seed: 1, sampler: sampler() });

/** Trainings of both kinds, opened anew at each call. */
const TRAININGS: Readonly<Record<string, (device: Device) => Promise<EpochTraining<unknown>>>> = {
  "full batches": (device) =>
    FullBatchEpochs.open(device, prepared, { layers: model.layers, optimizer: adam(), seed: 1 }),
  // deno-lint-ignore require-await
  "mini-batches": async (device) =>
    new MiniBatchEpochs(device, { graph, data: miniBatchData(raw), split }, batches()),
};

async function withTraining<T>(
  name: string,
  body: (training: EpochTraining<unknown>) => Promise<T>,
): Promise<T> {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 27 });
  try {
    const training = await TRAININGS[name](device);
    try {
      return await body(training);
    } finally {
      training.close();
      assert.equal(device.ledger.live, 0, "memory that the training kept");
    }
  } finally {
    device.close();
  }
}

Deno.test("losses and scores are those of the trainers that know no epochs' records", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 27 });
  const task = vertexClassification(vertexTaskShape(prepared), { ...model, optimizer: adam(), seed: 1 });
  const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, prepared));
  initialise(executor, task.program, { seed: 1 });
  const { validation, test } = split;
  const full = await trainFullBatch(executor, task.program, { epochs: 4, sets: { truth, validation, test } });
  const trainer = new MiniBatchTrainer(device, miniBatchData(raw), { ...batches(), readLosses: true });
  const miniLosses: number[] = [];
  while (miniLosses.length < 4) {
    let loss = 0, seeds = 0;
    for (let i = 0; i < trainer.epochLength; i++) {
      const record = await trainer.next();
      loss += record.loss! * record.seeds;
      seeds += record.seeds;
    }
    miniLosses.push(loss / seeds);
  }
  trainer.close();
  executor.close();
  device.close();
  const fullRecords = await withTraining("full batches", (training) => trainEpochs(training, { epochs: 4 }));
  for (const [i, { loss, scores }] of fullRecords.entries()) {
    const wanted = full.epochs[i];
    assert.ok(Math.abs(loss - wanted.loss) < 1e-9, `${loss} and ${wanted.loss}`);
    assert.deepEqual([scores?.validation, scores?.test], [wanted.validation, wanted.test]);
  }
  const miniRecords = await withTraining("mini-batches", (training) => trainEpochs(training, { epochs: 4 }));
  assert.deepEqual(miniRecords.map(({ loss }) => loss), miniLosses);
});

for (const name of Object.keys(TRAININGS)) {
  Deno.test(`${name}: interrupted after any epoch and resumed, the losses, scores and parameters are the same bits`, async () => {
    const whole = await withTraining(name, async (training) => ({
      records: await trainEpochs(training, { epochs: 5, evaluateEvery: 2 }),
      state: await training.state(),
    }));
    for (const ends of [[1, 5], [4, 5], [2, 3, 5]]) {
      const folder = await Deno.makeTempDir();
      try {
        let end: typeof whole | undefined;
        const resumed: number[] = [];
        for (const epochs of ends) {
          end = await withTraining(name, async (training) => ({
            records: await trainEpochs(training, {
              epochs,
              evaluateEvery: 2,
              checkpoints: new Checkpoints(folder, 0),
              onResume: (after) => resumed.push(after),
            }),
            state: await training.state(),
          }));
        }
        assert.deepEqual(resumed, [0, ...ends.slice(0, -1)]);
        const learned = ({ records }: typeof whole) => records.map(({ loss, scores }) => ({ loss, scores }));
        assert.deepEqual(learned(end!), learned(whole));
        assert.deepEqual(end!.state, whole.state);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    }
  });

  Deno.test(`${name}: a signal ends the training, and the last whole epoch is on the disk`, async () => {
    const folder = await Deno.makeTempDir(), controller = new AbortController();
    try {
      const checkpoints = new Checkpoints<unknown>(folder, 0);
      await assert.rejects(
        withTraining(name, (training) =>
          trainEpochs(training, {
            epochs: 1_000_000,
            checkpoints,
            signal: controller.signal,
            onEpoch: (records) => {
              if (records.length === 2) controller.abort(new Error("told to end"));
            },
          })),
        /told to end/,
      );
      assert.ok(Math.max(...(await checkpoints.list()).epochs) >= 2);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

Deno.test("a training that has more epochs than are asked for is not trained again", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const checkpoints = new Checkpoints<unknown>(folder, 0);
    const four = await withTraining("full batches", (each) => trainEpochs(each, { epochs: 4, checkpoints }));
    const two = await withTraining("full batches", (each) => trainEpochs(each, { epochs: 2, checkpoints }));
    assert.deepEqual(two, four.slice(0, 2));
    for (const options of [{ epochs: 0 }, { epochs: 1.5 }, { epochs: 1, evaluateEvery: -1 }]) {
      await assert.rejects(withTraining("full batches", (each) => trainEpochs(each, options)), UsageError);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a full batch without a training vertex is refused", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 27 });
  try {
    const untrained = { ...prepared, split: { ...prepared.split, train: new Uint32Array() } };
    const options = { layers: model.layers, optimizer: adam(), seed: 1 };
    await assert.rejects(FullBatchEpochs.open(device, untrained, options), UsageError);
  } finally {
    device.close();
  }
});

Deno.test("parameters that the last step drove to NaN end the training, and are not saved", async () => {
  const folder = await Deno.makeTempDir(), device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 27 });
  try {
    const training = await FullBatchEpochs.open(device, prepared, {
      layers: model.layers,
      optimizer: adam({ learningRate: 1e38 }),
      seed: 1,
    });
    const checkpoints = new Checkpoints<unknown>(folder, 0);
    await assert.rejects(
      trainEpochs(training, { epochs: 1, checkpoints }),
      (error: unknown) =>
        error instanceof DivergenceError && error.place.epoch === 1 && error.place.tensor === "scores",
    );
    assert.deepEqual((await checkpoints.list()).epochs, []);
    training.close();
  } finally {
    device.close();
    await Deno.remove(folder, { recursive: true });
  }
});
