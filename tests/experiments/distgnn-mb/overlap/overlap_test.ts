/** Whole iterations over injected links: smoke training on real ranks. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { overlap } from "../../../../experiments/distgnn-mb/overlap/overlap.ts";
import type { ModelledValue, StatedValue } from "../../../../experiments/metrics.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { testLab } from "../../lab.ts";

Deno.test("over each link both delays have the losses of one process, and iterations that the link makes longer", async () => {
  const { measurement, contenders } = overlap;
  assert.ok(measurement.kind === "joint");
  const device = openWasmDevice({ threads: 1 }), lab = testLab(device);
  try {
    const workloads = overlap.workloads(lab.profile);
    assert.equal(workloads.length, 10);
    const dataset = await loadDataset(workloads[0].dataset!, { seed: 1 });
    for (const workload of workloads) {
      const outcomeOf = await measurement.measure(lab, dataset, workload, contenders);
      const { d, link } = workload.factors;
      for (const { id } of contenders) {
        const { times: { elapsed_time, wait_time }, facts } = outcomeOf(id);
        assert.ok(elapsed_time!.check.ok && elapsed_time!.ranks === 2);
        assert.ok(elapsed_time!.ms.every((ms, round) => ms > wait_time!.ms[round]));
        assert.ok((facts.sent_bytes as StatedValue).value as number > 0);
        assert.equal(facts.overlap_speedup !== undefined, d === 1);
        assert.equal(facts.predicted_time !== undefined, link !== "machine");
        if (link === "machine") continue;
        const { value: pushes } = facts.push_time as ModelledValue;
        // 20 us for each of three layers, one after the other.
        assert.ok((pushes as readonly number[]).every((ms) => ms > 0.06));
      }
    }
  } finally {
    device.close();
  }
});
