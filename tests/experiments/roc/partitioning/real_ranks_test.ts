/** Strategies of partitioning on real ranks: a smoke measurement. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { realRanks } from "../../../../experiments/roc/partitioning/real_ranks.ts";
import type { StatedValue } from "../../../../experiments/metrics.ts";
import { testRanks } from "../../rank_engines.ts";

testRanks(
  "every cut has the losses of one rank, and bytes are those of the rows that parts read",
  async (lab) => {
    const { measurement, contenders, workloads } = realRanks;
    assert.ok(measurement.kind === "joint");
    const [workload] = workloads(lab.profile), dataset = await loadDataset(workload.dataset!, { seed: 1 });
    const outcomeOf = await measurement.measure(lab, dataset, workload, contenders);
    for (const { id } of contenders) {
      const { times: { epoch_time }, facts } = outcomeOf(id), { ms, check, ranks } = epoch_time!;
      assert.ok(check.ok && ms.length === lab.profile.contextRounds && ms.every((each) => each > 0));
      assert.equal(ranks, id.startsWith("1-rank") ? 1 : 2);
      assert.equal(facts.parallel_speedup !== undefined, id === "equal-vertices");
      const bytes = (facts.received_bytes as StatedValue | undefined)?.value as number;
      assert.equal(bytes > 0, !id.startsWith("1-rank"));
      if (id === "equal-vertices") {
        assert.equal((facts.strategy_speedup as StatedValue).value.toString(), "1,1");
      }
    }
  },
);
