/**
 * Tests of training on one device: on CPU threads its batches are sampled by threads and its features stay in
 * place, and the losses are those of the host's sampler and of copied features; the accuracies that are
 * printed for full batches are those of the saved parameters, in plain loops.
 *
 * @module
 */
import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { trainAlone } from "../../../experiments/train/alone.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { renderEpoch } from "../../../experiments/train/training_text.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { openX86Device } from "../../../hardware/cpu/x86/device.ts";
import { instructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { hostSampler, miniBatchData } from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { Checkpoints } from "../../../training/runs/checkpoints.ts";
import type { FullBatchState } from "../../../training/runs/full_batch_epochs.ts";
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

/** Logits of a GCN of two layers by its definition (Kipf and Welling, equation 9), in float64. */
function gcnLogits(
  { rows, rowPtr, colIdx }: CsrMatrix,
  { features, weights }: {
    readonly features: Features;
    readonly weights: readonly [Features, Features];
  },
): Features {
  const neighbours = Array.from(
    { length: rows },
    (_, v) => new Set([v, ...colIdx.subarray(rowPtr[v], rowPtr[v + 1])]),
  );
  const degree = new Float64Array(rows);
  for (const of of neighbours) for (const u of of) degree[u]++;
  const layer = (h: Features, { width, values }: Features): Features => {
    const y = new Float64Array(rows * width);
    for (const [v, of] of neighbours.entries()) {
      for (const u of of) {
        const share = 1 / Math.sqrt(of.size * degree[u]);
        for (let c = 0; c < width; c++) {
          for (let k = 0; k < h.width; k++) {
            y[v * width + c] += share * h.values[u * h.width + k] * values[k * width + c];
          }
        }
      }
    }
    return { width, values: y };
  };
  const hidden = layer(features, weights[0]);
  return layer({ ...hidden, values: Float64Array.from(hidden.values, (x) => Math.max(0, x)) }, weights[1]);
}

/** Dense rows. */
interface Features {
  readonly width: number;
  readonly values: ArrayLike<number>;
}

/** CPU devices here. */
const DEVICES = [
  () => openWasmDevice({ threads: 2 }),
  ...instructionSet().isa === "none" ? [] : [openX86Device],
];

for (const open of DEVICES) {
  const device = open();
  Deno.test(`full batches on ${device.backend} print the accuracies of the parameters that they save`, async () => {
    const dataset = await loadDataset("reddit@1/1024"), checkpoints = await Deno.makeTempDir(), epochs = 6;
    const settings = { model: "gcn", hidden: 8, layers: 2, seed: 1, learningRate: 0.03 } as const;
    const lines: string[] = [];
    try {
      const run = { dataset, settings: { ...settings, method: "full-batch" }, checkpoints } as const;
      await trainAlone(device, run, {
        epochs,
        onEpoch: (records) => void lines.push(renderEpoch(records.at(-1)!, epochs)),
      });
      const { features, truth, split } = await vertexData(dataset, { seed: 1 });
      assert.ok(features.kind === "dense" && truth.labels);
      const printed = new Set<string>();
      for (const epoch of [epochs - 1, epochs]) {
        const { state: { numbers } } = await new Checkpoints<FullBatchState>(checkpoints, 0).read(epoch);
        const matrix = (label: string, rows: number): Features => {
          const values = numbers.get(label)!;
          return { width: values.length / rows, values };
        };
        const { width, values } = gcnLogits(dataset.graph, {
          features,
          weights: [matrix("layer 1 weight", features.width), matrix("layer 2 weight", settings.hidden)],
        });
        const isRight = (v: number): boolean => {
          const row = Array.from({ length: width }, (_, c) => values[v * width + c]);
          return row.indexOf(Math.max(...row)) === truth.labels[v];
        };
        const words = lines[epoch - 1].trim().split(/ +/);
        for (const [i, set] of (["train", "validation", "test"] as const).entries()) {
          const right = split[set].filter(isRight).length;
          assert.equal(
            words[3 + i],
            (100 * right / split[set].length).toFixed(1),
            `${set} of epoch ${epoch}`,
          );
          printed.add(words[3 + i]);
        }
      }
      assert.ok(printed.size > 2, "accuracies that are all alike prove nothing");
    } finally {
      device.close();
      await Deno.remove(checkpoints, { recursive: true });
    }
  });
}
