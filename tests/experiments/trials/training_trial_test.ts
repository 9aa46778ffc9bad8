/** Parts of an epoch of training, from the times of its operations. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { partTimes, trainingTrial } from "../../../experiments/trials/training_trial.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexData } from "../../../training/vertex_data.ts";
import { testLab } from "../lab.ts";

Deno.test("a training has the time of the preprocessing that it was given, and none where there was none", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const data = await vertexData(await loadDataset("reddit@1/2048"), { seed: 1, randomWidth: 8 });
    const model = { layers: gcn({ classes: data.classes, hidden: 8 }), optimizer: adam() };
    const trial = (preprocessMs: { preprocessMs?: number }) =>
      trainingTrial(testLab(device), { data, model, ...preprocessMs });
    assert.deepEqual([7, 0].map((preprocessMs) => trial({ preprocessMs }).preprocessMs), [7, 0]);
    assert.ok(!("preprocessMs" in trial({})));
  } finally {
    device.close();
  }
});

Deno.test("the gradient of the loss is a part of the loss, and none of backward propagation", () => {
  const parts = [
    ...[["layer 1", "aggregation", "forward", 3], ["layer 1", "combination", "forward", 5]] as const,
    ...[["loss", "loss", "forward", 7], ["loss", "loss", "backward", 11]] as const,
    ...[["layer 1", "combination", "backward", 13], ["layer 1", "aggregation", "backward", 17]] as const,
    ["adam", "update", "update", 19] as const,
  ].map(([layer, phase, pass, ms]) => ({ layer, phase, pass, ms }));
  assert.deepEqual(partTimes([{ parts }]), {
    aggregation_time: [20],
    combination_time: [18],
    loss_time: [18],
    update_time: [19],
    backward_time: [30],
    backward_aggregation_time: [17],
  });
});
