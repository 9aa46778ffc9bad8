/** Parts of an epoch of training, from the times of its operations. @module */
import assert from "node:assert/strict";
import { partTimes } from "../../../experiments/trials/training_trial.ts";

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
