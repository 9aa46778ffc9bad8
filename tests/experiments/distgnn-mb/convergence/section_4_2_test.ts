/** Ranks with real messages: comparisons, measurements, and their turns. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import {
  delayedTrainings,
  DELAYS,
} from "../../../../experiments/distgnn-mb/convergence/delayed_trainings.ts";
import { RankTraining } from "../../../../experiments/distgnn-mb/ranks/rank_training.ts";
import { TURN } from "../../../../experiments/distgnn-mb/convergence/real_rank_training.ts";
import { section42 } from "../../../../experiments/distgnn-mb/convergence/section_4_2.ts";
import type { ModelledValue, StatedValue } from "../../../../experiments/metrics.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { testLab } from "../../lab.ts";
import { testRanks } from "../../rank_engines.ts";

testRanks(
  "trainings with both delays take turns, and have losses, hits and replicas of the same training in one process",
  async (lab) => {
    const { measurement, contenders } = section42;
    assert.ok(measurement.kind === "joint");
    const workloads = section42.workloads(lab.profile);
    const dataset = await loadDataset(workloads[0].dataset!, { seed: 1 });
    for (const workload of workloads) {
      const outcomeOf = await measurement.measure(lab, dataset, workload, contenders);
      for (const { id } of contenders) {
        const { times: { wait_time }, facts } = outcomeOf(id);
        assert.deepEqual(facts.replicas_apart, { value: 0, ranks: 2 });
        const { value: compared } = facts.compared_iterations as StatedValue;
        assert.equal(compared, 2 + TURN * lab.profile.rounds);
        const { ms, check, ranks } = wait_time!, { value } = facts.exposed_time as ModelledValue;
        const exposed = value as readonly number[];
        assert.ok(check.ok && check.checkedRows > 2 * compared && ranks === 2);
        assert.ok(ms.length > 0 && ms.length <= lab.profile.rounds && exposed.length === ms.length);
        assert.ok(
          ms.every((each) => each > 0),
          "the first iteration of an epoch waits for nothing, and is none",
        );
        if (workload.factors.d === 0) assert.ok(exposed.every((each) => each > 0));
      }
    }
  },
);

Deno.test("a loss that messages do not lead to makes the waiting wrong; only models that are asked for train", async () => {
  const device = openWasmDevice({ threads: 1 }), lab = testLab(device);
  const { prototype } = RankTraining, { train } = prototype;
  prototype.train = async function (iterations) {
    const trained = await train.call(this, iterations);
    const { record, components } = trained.at(-1)!.at(-1)!;
    trained.at(-1)![1] = { record: { ...record, meanLoss: record.meanLoss + 1e-6 }, components };
    return trained;
  };
  try {
    const [{ dataset: id }] = section42.workloads(lab.profile);
    const dataset = await loadDataset(id!, { seed: 1 });
    const trainings = await delayedTrainings(lab, dataset, { models: ["GraphSAGE"] });
    assert.deepEqual([...trainings.keys()], ["GraphSAGE"]);
    for (const delay of DELAYS) {
      const { check, apart } = trainings.get("GraphSAGE")!.get(delay)!;
      assert.deepEqual([check.ok, apart], [false, 0]);
    }
  } finally {
    prototype.train = train;
    device.close();
  }
});
