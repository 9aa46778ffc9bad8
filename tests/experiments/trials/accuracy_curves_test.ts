import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { accuracyData, HYPERPARAMETERS } from "../../../experiments/roc/accuracy/accuracy_data.ts";
import {
  accuracyLayers,
  type AccuracyTraining,
  trainCurve,
} from "../../../experiments/roc/accuracy/accuracy_training.ts";
import { CurveRecorder } from "../../../experiments/trials/accuracy_curves.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { scoreSet } from "../../../training/metrics.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { bindVertexData, vertexTaskShape } from "../../../training/vertex_data.ts";
import { underClock } from "../../under_clock.ts";
import { testLab } from "../lab.ts";

const SETTING = { model: "gcn", hidden: 8, dropout: 0.5, epochs: 3, seed: 1 } as const;
const TRAININGS: Readonly<Record<string, AccuracyTraining>> = {
  "full batches": SETTING,
  "sampled batches": { ...SETTING, sampled: { method: "graphsage", aggregation: "gcn", batch: 32 } },
};

for (const [batches, training] of Object.entries(TRAININGS)) {
  Deno.test(`a training on ${batches} that is scored late has the accuracies of one scored every epoch`, async () => {
    const device = openWasmDevice({ threads: 1 });
    try {
      const dataset = await loadDataset("reddit@1/1024", { seed: 1 }), lab = testLab(device);
      const every = await trainCurve(lab, dataset, training);
      const late = await trainCurve(lab, dataset, { ...training, scored: "last-third" });
      assert.equal(every.test.length, training.epochs);
      assert.ok(new Set(every.test).size > 1, "accuracies of one value would hide a difference");
      assert.deepEqual(late.test, every.test.slice(-2), "after two of three epochs, and after the last");
      assert.deepEqual(late.validation, every.validation.slice(-2));
      assert.deepEqual(late.bytes, every.bytes.slice(-2), "bytes are those of all epochs");
      assert.equal(late.seconds.length, 2);
      assert.ok(late.seconds[0] > 0);
    } finally {
      device.close();
    }
  });
}

Deno.test("full batches are trained as without checks and scores, and their epochs alone take time", async () => {
  const device = openWasmDevice({ threads: 1 }), { train } = DeviceExecutor.prototype;
  try {
    const dataset = await loadDataset("reddit@1/1024", { seed: 1 }), lab = testLab(device);
    const data = await accuracyData(lab, dataset, { aggregation: "gcn" });
    const layers = accuracyLayers(SETTING, data.classes), optimizer = adam(HYPERPARAMETERS);
    const task = vertexClassification(vertexTaskShape(data), { layers, seed: 1, optimizer });
    const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, data));
    initialise(executor, task.program, { seed: 1 });
    for (let epoch = 1; epoch <= SETTING.epochs; epoch++) executor.train(epoch);
    executor.evaluate();
    const scores = await executor.read(task.program.scores);
    executor.close();
    const { accuracy } = scoreSet({ scores, classes: data.classes, truth: data.truth }, data.split.test);

    const curve = await underClock((pass) => {
      DeviceExecutor.prototype.train = function (epoch) {
        train.call(this, epoch);
        pass(500);
      };
      return trainCurve(lab, dataset, SETTING);
    });
    assert.equal(curve.test.at(-1), 100 * accuracy);
    assert.deepEqual([curve.seconds, curve.preparationSeconds], [[0.5, 1, 1.5], 0]);
    assert.equal(new Set(curve.bytes).size, 1, "features are moved once");
    assert.equal(curve.bytes[0], 4 * dataset.graph.rows * 64);
  } finally {
    DeviceExecutor.prototype.train = train;
    device.close();
  }
});

Deno.test("a curve has the accuracies of its own vertices, and adds up seconds, waits, overhead and bytes", () => {
  // Scores of four vertices in two classes: 0, 1 and 2 are right after the first epoch, 3 alone after the second.
  const truth = { kind: "labels", labels: Uint32Array.of(0, 1, 0, 1) } as const;
  const right = [1, 0, 0, 1, 1, 0, 1, 0], last = [0, 1, 1, 0, 0, 1, 0, 1];
  const split = { train: new Uint32Array(), validation: Uint32Array.of(0, 1), test: Uint32Array.of(2, 3) };
  const recorder = new CurveRecorder(100);
  const mark = (scores: readonly number[], ms: number) =>
    recorder.mark({ scores: Float32Array.from(scores), classes: 2, truth }, split, {
      ms,
      waits: 2,
      overheadSeconds: ms / 100,
      bytes: 8,
    });
  mark(right, 500);
  mark(last, 1000);
  const check = { ok: true, relErr: 0, tolerance: 0, checkedRows: 0 };
  const { test, validation, seconds, waits, overheadSeconds, bytes, preparationSeconds } = recorder.curve({
    preparationSeconds: 3,
    check,
  });
  assert.deepEqual({ test, validation }, { test: [50, 50], validation: [100, 0] });
  assert.deepEqual({ seconds, waits, bytes }, { seconds: [0.5, 1.5], waits: [2, 4], bytes: [108, 116] });
  assert.deepEqual([overheadSeconds, preparationSeconds], [[5, 15], 3]);
});
