/** Whole iterations over injected links: smoke training on real ranks. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { overlap } from "../../../../experiments/distgnn-mb/overlap/overlap.ts";
import type { ModelledValue, StatedValue } from "../../../../experiments/metrics.ts";
import { testRanks } from "../../rank_engines.ts";

testRanks(
  "over each link both delays have the losses of one process, and iterations that the link makes longer",
  async (lab) => {
    const { measurement, contenders } = overlap;
    assert.ok(measurement.kind === "joint");
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
        if (d === 1) {
          // Replayed from the same iterations, hiding cannot lose but by what ranks begin apart.
          const { value: factors } = facts.predicted_speedup as ModelledValue;
          assert.ok((factors as readonly number[]).every((factor) => factor > 0.95));
        }
        const { value: pushes } = facts.push_time as ModelledValue;
        // 20 us for each of three layers, one after the other; one of four iterations may end an epoch and push
        // nothing.
        assert.ok((pushes as readonly number[]).every((ms) => ms > 0.06 * 3 / 4));
      }
    }
  },
);
