/** Phases of a rank's epoch. @module */
import assert from "node:assert/strict";
import { phasesOf } from "../../../distributed/runs/rank_epochs.ts";
import { emptyLayer, noTraffic, type RankIteration } from "../../../distributed/training/rank_iteration.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";

Deno.test("a rank that waits for neighbours that others draw waits, and does not sample", () => {
  const layer = { ...emptyLayer({ ...noTraffic(), waitMs: 2 }), topologyMs: 3, computeMs: 5 };
  const record: RankIteration = {
    iteration: 1,
    epoch: 1,
    position: 0,
    active: true,
    activeRanks: 2,
    seeds: 4,
    meanLoss: 1,
    layers: [layer],
    sampling: { requested: 9, sentBytes: 36, receivedBytes: 36, waitMs: 7 },
    sampleMs: 10,
    gradientMs: 1,
    allReduceMs: 1,
    allReduceBytes: 4,
    updateMs: 1,
  };
  const phases = phasesOf([record, record]);
  assert.deepEqual([phases.sample, phases.wait], [2 * (10 - 7 + 3), 2 * (2 + 7)]);
  const whole = sumOf(Object.values(phases));
  assert.equal(whole, 2 * (10 + 2 + 3 + 5 + 1 + 1 + 1));
});
