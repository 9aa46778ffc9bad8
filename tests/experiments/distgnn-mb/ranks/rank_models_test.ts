/** Models that distgnn-mb's ranks train. @module */
import assert from "node:assert/strict";
import { DROPOUT_RATE, MODEL_IDS, rankModel } from "../../../../experiments/distgnn-mb/rank_models.ts";
import { smallestProgram } from "../../../../training/mini_batch/batch_program.ts";
import { adam } from "../../../../training/optimizers/adam.ts";

Deno.test("results of the two hidden layers are dropped, and features are not", () => {
  for (const model of MODEL_IDS) {
    const { train } = smallestProgram({
      ...rankModel(model, { classes: 5, hidden: 16 }),
      optimizer: adam(),
      ...{ seed: 1, classes: 5, featureWidth: 8, labels: "single" },
    });
    const drops = train.filter((step) => JSON.stringify(step).includes(`"rate":${DROPOUT_RATE}`));
    assert.deepEqual([...new Set(drops.map(({ layer }) => layer))].sort(), ["layer 1", "layer 2"], model);
  }
});
