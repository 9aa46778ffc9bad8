/** Training losses of fastgl's Figure 16. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../../datasets/load.ts";
import {
  CONVERGING_MODELS,
  convergingLayers,
  finalLoss,
  HYPERPARAMETERS,
  lossCurve,
} from "../../../../../experiments/fastgl/training/convergence/loss_curves.ts";
import { sampledGraph } from "../../../../../experiments/fastgl/sampling_graphs.ts";
import { PROFILES } from "../../../../../experiments/profiles.ts";
import { openWasmDevice } from "../../../../../hardware/cpu/device.ts";
import { UsageError } from "../../../../../platform/errors.ts";
import { smallestProgram } from "../../../../../training/mini_batch/batch_program.ts";
import { adam } from "../../../../../training/optimizers/adam.ts";
import { testLab } from "../../../lab.ts";

Deno.test("the final loss is the mean over the vertices of the last epochs, not over their mini-batches", () => {
  const curve = { losses: [9, 9, 9, 1, 1, 4], seeds: [4, 4, 2, 4, 4, 2], epochLength: 3 };
  assert.equal(finalLoss(curve, 1), (4 + 4 + 8) / 10);
  assert.equal(finalLoss(curve, 2), (90 + 16) / 20);
  assert.throws(() => finalLoss(curve, 3), UsageError);
  assert.throws(() => finalLoss({ ...curve, losses: curve.losses.slice(1) }, 1), UsageError);
});

Deno.test("equal seeds give equal losses, another order gives others from the second mini-batch on, and losses fall", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    // Mini-batches that do not reach the whole graph, so that another order can be better.
    const lab = testLab(device), graph = { ...sampledGraph(PROFILES.smoke, "ogbn-products"), batch: 10 };
    const dataset = await loadDataset("ogbn-products@1/1024");
    const train = (window: number, iterations: number, seed = 1) =>
      lossCurve(lab, dataset, { graph, model: "GCN", window, iterations, seed });
    const plain = await train(1, 60), again = await train(1, 4), ordered = await train(8, 4);
    assert.deepEqual(again.losses, plain.losses.slice(0, 4));
    assert.equal(ordered.losses[0], plain.losses[0]);
    assert.notDeepEqual(ordered.losses.slice(1), again.losses.slice(1));
    assert.notDeepEqual((await train(1, 4, 2)).losses, again.losses);
    const mean = (losses: readonly number[]) => losses.reduce((sum, loss) => sum + loss) / losses.length;
    assert.ok(mean(plain.losses.slice(-10)) < 0.9 * mean(plain.losses.slice(0, 10)));
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

Deno.test("all parameters of both models decay, as in the public code", () => {
  for (const model of CONVERGING_MODELS) {
    const { train } = smallestProgram({
      ...convergingLayers(model, 5),
      optimizer: adam({ weightDecay: HYPERPARAMETERS.weightDecay }),
      ...{ seed: 1, classes: 5, featureWidth: 8, labels: "single" },
    });
    const decays = train.flatMap((step) => step.op === "adam" ? [step.constants.weightDecay] : []);
    assert.ok(decays.length >= 3 && decays.every((decay) => decay === 5e-4), `${model}: ${decays}`);
  }
});

Deno.test("the inputs of the second and the third layer are dropped, and features are not", () => {
  for (const model of CONVERGING_MODELS) {
    const { train } = smallestProgram({
      ...convergingLayers(model, 5),
      optimizer: adam(),
      ...{ seed: 1, classes: 5, featureWidth: 8, labels: "single" },
    });
    const drops = train.filter((step) => JSON.stringify(step).includes(`"rate":${HYPERPARAMETERS.dropout}`));
    assert.deepEqual([...new Set(drops.map(({ layer }) => layer))].sort(), ["layer 1", "layer 2"], model);
  }
});
