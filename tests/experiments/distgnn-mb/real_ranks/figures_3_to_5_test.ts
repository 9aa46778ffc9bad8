/** Epochs on real ranks: a smoke training of one and two, and a number that no machine of two cores has. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { figures3To5 } from "../../../../experiments/distgnn-mb/real_ranks/figures_3_to_5.ts";
import type { JointOutcome } from "../../../../experiments/measurement.ts";
import type { StatedValue } from "../../../../experiments/metrics.ts";
import { MissingError } from "../../../../platform/errors.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import { testRanks } from "../../rank_engines.ts";

testRanks(
  "one and two ranks have the losses of one process, and more ranks than cores are not timed",
  async (lab) => {
    const { measurement, contenders } = figures3To5;
    assert.ok(measurement.kind === "joint");
    const [one, two, ...more] = figures3To5.workloads(lab.profile);
    const dataset = await loadDataset(one.dataset!, { seed: 1 });
    for (const workload of [one, two]) {
      const outcomeOf: (id: string) => JointOutcome = await measurement.measure(
        lab,
        dataset,
        workload,
        contenders,
      );
      for (const { id, policy } of contenders) {
        const { times, facts }: JointOutcome = outcomeOf(id), { ms, check, ranks } = times.epoch_time!;
        assert.ok(check.ok && ms.length > 0 && ranks === workload.factors.ranks);
        const parts = [times.mbc_time!, times.fwd_time!, times.bwd_time!, times.ared_time!];
        for (const round of ms.keys()) {
          const sum = sumOf(parts, (part) => part.ms[round]);
          assert.ok(sum > 0 && sum < ms[round], "parts leave out what only the harness does");
        }
        const { value } = facts.load_imbalance as StatedValue;
        assert.ok(
          (value as readonly number[]).every((percent) => ranks === 1 ? percent === 0 : percent >= 0),
        );
        const sent = (facts.sent_bytes as StatedValue).value as readonly number[];
        assert.ok(sent.every((bytes) => ranks === 1 ? bytes === 0 : bytes > 0), id);
        assert.equal(facts.rank_speedup !== undefined, ranks === 2);
        assert.equal(facts.epoch_speedup !== undefined, id === "graphsage", policy);
      }
    }
    for (const workload of more) {
      await assert.rejects(
        measurement.measure(lab, dataset, workload, contenders),
        (error) => error instanceof MissingError && error.message.includes(`${workload.factors.ranks} ranks`),
      );
    }
  },
);
