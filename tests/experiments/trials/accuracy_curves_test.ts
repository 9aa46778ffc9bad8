import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { type AccuracyTraining, trainCurve } from "../../../experiments/roc/accuracy/accuracy_training.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
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
