/** Products and epochs on real ranks: smoke measurements of every way and link. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { EXCHANGE_WAYS } from "../../../../experiments/hetu-gnn/ranks/exchange_ways.ts";
import { realRanks } from "../../../../experiments/hetu-gnn/ranks/real_ranks.ts";
import type { JointOutcome } from "../../../../experiments/measurement.ts";
import type { StatedValue } from "../../../../experiments/metrics.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { MissingError } from "../../../../platform/errors.ts";
import { testLab } from "../../lab.ts";

const valueOf = (fact: unknown) => (fact as StatedValue).value as number;

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
      const ways = EXCHANGE_WAYS.filter(({ replication }) => replication === 1);
      for (const { id, replication } of EXCHANGE_WAYS) {
        // 1.5D needs four ranks with a core each.
        if (replication > 1) assert.throws(() => outcomeOf(id), MissingError);
      }
      const held = new Map<string, number>();
      const bytes = ways.map(({ id }) => {
        const { times, facts }: JointOutcome = outcomeOf(id);
        const { check, ms, ranks } = (times.product_time ?? times.epoch_time)!;
        assert.ok(check.ok && ms.length === lab.profile.contextRounds && ms.every((each) => each > 0));
        assert.equal(ranks, id === "1-rank" ? 1 : 2);
        held.set(id, valueOf(facts.arrival_bytes));
        assert.equal(valueOf(facts.list_bytes) > 0, id === "halo");
        assert.equal(valueOf(facts.arrival_bytes) > 0, id !== "1-rank");
        return (facts.received_bytes as StatedValue | undefined)?.value as number;
      });
      const [none, broadcast, ahead, halo] = bytes;
      assert.ok(none === undefined && broadcast > 0 && ahead === broadcast && halo > 0 && halo <= broadcast);
      assert.ok(held.get("halo")! <= held.get("broadcast")!, "room for the rows that it reads alone");
      if (workload.factors.part === "product") {
        // Half of the rows to each of two ranks.
        assert.equal(broadcast, 4 * 128 * dataset.graph.rows);
      }
    }
  } finally {
    device.close();
  }
});
