/** Ranks with real messages: what is compared, what is measured, and in which turns. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { TURN } from "../../../experiments/distgnn-mb/real_rank_training.ts";
import { section42 } from "../../../experiments/distgnn-mb/section_4_2.ts";
import type { Fact } from "../../../experiments/metrics.ts";
import { openWasmDevice } from "../../../hardware/wasm/device.ts";
import { testLab } from "../lab.ts";

Deno.test("trainings with both delays take turns, and their replicas are compared after every iteration", async () => {
  const { measurement } = section42;
  assert.ok(measurement.kind === "counted");
  const device = openWasmDevice({ threads: 1 }), lab = testLab(device);
  try {
    const workloads = section42.workloads(lab.profile);
    const dataset = await loadDataset(workloads[0].dataset!, { seed: 1 });
    for (const workload of workloads) {
      for (const contender of section42.contenders) {
        const facts: readonly Fact[] = await measurement.count(lab, dataset, workload, contender);
        const of = (wanted: string) => facts.find(({ metric }) => metric === wanted)!.value;
        assert.equal(of("replicas_apart"), 0);
        assert.equal(of("compared_iterations"), 2 + TURN * lab.profile.rounds);
        const waits = of("wait_time") as readonly number[], exposed = of("exposed_time") as readonly number[];
        assert.ok(waits.length > 0 && waits.length <= lab.profile.rounds && exposed.length === waits.length);
        assert.ok(
          waits.every((ms) => ms > 0),
          "the first iteration of an epoch waits for nothing, and is none",
        );
        if (workload.factors.d === "0") assert.ok(exposed.every((ms) => ms > 0));
      }
    }
  } finally {
    device.close();
  }
});
