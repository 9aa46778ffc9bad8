/**
 * Test of training on one device: on CPU threads its batches are sampled by threads and its features stay in
 * place, and the losses are those of the host's sampler and of copied features.
 *
 * @module
 */
import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { trainAlone } from "../../../experiments/train/alone.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { hostSampler, miniBatchData } from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { MiniBatchEpochs } from "../../../training/runs/mini_batch_epochs.ts";
import { namedModel } from "../../../training/runs/named_model.ts";
import { trainEpochs } from "../../../training/runs/train_epochs.ts";
import { vertexData } from "../../../training/vertex_data.ts";

Deno.test("mini-batches on one CPU device have the bits of the host's sampler, and leave nothing", async () => {
  const dataset = await loadDataset("reddit@1/512"), { graph } = dataset;
  const sampling = { fanouts: [3, 4], seed: 1 }, batchSize = 32, learningRate = 0.01;
  const settings = { model: "sage", hidden: 8, layers: 2, ...sampling, batchSize, learningRate } as const;
  const checkpoints = await Deno.makeTempDir(), device = openWasmDevice({ threads: 2 });
  try {
    const records = await trainAlone(
      device,
      { dataset, settings: { ...settings, method: "mini-batch" }, checkpoints },
      { epochs: 3 },
    );
    assert.equal(device.ledger.live, 0);

    const prepared = await vertexData(dataset, { seed: 1, normalise: (matrix) => matrix });
    const data = miniBatchData({
      ...prepared,
      split: { ...prepared.split, train: prepared.split.train.toSorted() },
    });
    const training = new MiniBatchEpochs(device, { graph, data, split: prepared.split }, {
      ...namedModel(settings, data.classes),
      optimizer: adam({ learningRate }),
      batchSize,
      seed: 1,
      sampler: hostSampler(uniformNeighbors(graph, sampling)),
    });
    const wanted = await trainEpochs(training, { epochs: 3 });
    training.close();
    assert.deepEqual(records.map(({ loss }) => loss), wanted.map(({ loss }) => loss));
    assert.ok(records[2].loss < records[0].loss);
  } finally {
    device.close();
    await Deno.remove(checkpoints, { recursive: true });
  }
});
