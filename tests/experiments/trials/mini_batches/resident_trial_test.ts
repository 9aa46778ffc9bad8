/**
 * Tests of the trial of an epoch that stays on a GPU: its check, its waits and the length of its samples.
 *
 * @module
 */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { miniBatchTrial } from "../../../../experiments/trials/mini_batches/mini_batch_trial.ts";
import { refuseEmulated } from "../../../../hardware/emulated.ts";
import { shortestSample } from "../../../../hardware/sample_length.ts";
import { MissingError } from "../../../../platform/errors.ts";
import { miniBatchData } from "../../../../training/mini_batch/mod.ts";
import { graphSage } from "../../../../training/models/graph_sage.ts";
import { vertexData } from "../../../../training/vertex_data.ts";
import { testOnAdapter } from "../../../hardware/webgpu/any_adapter.ts";
import { testLab } from "../../lab.ts";

testOnAdapter(
  "an epoch on a GPU is checked, waits once, and its samples are long beside a wait",
  async (device) => {
    const dataset = await loadDataset("reddit@1/2048"), { graph } = dataset;
    const data = miniBatchData(await vertexData(dataset, { seed: 1, randomWidth: 8 }));
    const layers = graphSage({ classes: data.classes, hidden: 8 });
    const options = { graph, data, layers, aggregation: "mean" as const, fanouts: [3, 4], batchSize: 16 };
    const trial = await miniBatchTrial(testLab(device), options);
    assert.equal(trial.clock, "wall");
    const prepared = await trial.prepare();
    try {
      const report = await prepared.check();
      assert.ok(report.ok && report.checkedRows > 0, JSON.stringify(report));
      await prepared.recheck(7);
      const { times, facts } = await prepared.breakdown!();
      const { waits, wait_time: waitMs } = facts as Record<string, number>;
      assert.equal(waits, 1);
      assert.equal(shortestSample(device, prepared), Math.max(20, 50 * waitMs));
      assert.ok(Object.values(times).every((ms) => ms![0] > 0));
      const before = device.waits;
      assert.ok(await prepared.time!(3) > 0);
      assert.equal(device.waits - before, 1);
    } finally {
      prepared.destroy();
    }
    assert.equal(device.ledger.live, 0);
  },
);

Deno.test("an emulated GPU is timed where the user allows it, and hardware always", () => {
  const on = (adapterKind: "software" | "hardware", allowSoftware: boolean) => () =>
    refuseEmulated({ device: { adapterKind }, allowSoftware }, "time epochs");
  assert.throws(on("software", false), MissingError);
  for (const allowed of [on("software", true), on("hardware", false)]) assert.doesNotThrow(allowed);
});
