/** Products and epochs on real ranks: smoke measurements of every way and link. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { EXCHANGE_WAYS } from "../../../../experiments/hetu-gnn/ranks/exchange_ways.ts";
import { realRanks } from "../../../../experiments/hetu-gnn/ranks/real_ranks.ts";
import type { JointOutcome } from "../../../../experiments/measurement.ts";
import type { StatedValue } from "../../../../experiments/metrics.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { testLab } from "../../lab.ts";

Deno.test("every way gives the oracle's product and one rank's losses, and needed rows are no more than all", async () => {
  const { measurement, workloads } = realRanks;
  assert.ok(measurement.kind === "joint");
  const device = openWasmDevice({ threads: 1 }), lab = testLab(device);
  try {
    const wanted = workloads(lab.profile).filter(({ graph, factors: { part } }) =>
      graph === "ogbn-products" || part === "epoch"
    );
    assert.equal(wanted.length, 4);
    for (const workload of wanted) {
      const dataset = await loadDataset(workload.dataset!, { seed: 1 });
      const outcomeOf: (id: string) => JointOutcome = await measurement.measure(
        lab,
        dataset,
        workload,
        EXCHANGE_WAYS,
      );
      const bytes = EXCHANGE_WAYS.map(({ id }) => {
        const { times, facts }: JointOutcome = outcomeOf(id);
        const { check, ms, ranks } = (times.product_time ?? times.epoch_time)!;
        assert.ok(check.ok && ms.length === lab.profile.contextRounds && ms.every((each) => each > 0));
        assert.equal(ranks, id === "1-rank" ? 1 : 2);
        return (facts.received_bytes as StatedValue | undefined)?.value as number;
      });
      const [none, broadcast, ahead, halo] = bytes;
      assert.ok(none === undefined && broadcast > 0 && ahead === broadcast && halo > 0 && halo <= broadcast);
      if (workload.factors.part === "product") {
        // Half of the rows to each of two ranks.
        assert.equal(broadcast, 4 * 128 * dataset.graph.rows);
      }
    }
  } finally {
    device.close();
  }
});
