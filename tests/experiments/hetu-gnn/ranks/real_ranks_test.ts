/** Products and epochs on real ranks: smoke measurements of every contender and link. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { EvidenceMissing, SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure7Devices } from "../../../../experiments/hetu-gnn/convergence/figure_7_devices.ts";
import { RANK_CONTENDERS } from "../../../../experiments/hetu-gnn/ranks/rank_contenders.ts";
import { realRanks } from "../../../../experiments/hetu-gnn/ranks/real_ranks.ts";
import type { JointOutcome } from "../../../../experiments/measurement.ts";
import type { StatedValue } from "../../../../experiments/metrics.ts";
import { MissingError } from "../../../../platform/errors.ts";
import type { Row, Sample } from "../../../../results/row.ts";
import { sideOf } from "../../../../results/verdicts/timed.ts";
import { testRanks } from "../../rank_engines.ts";

const valueOf = (fact: unknown) => (fact as StatedValue).value as number;

testRanks(
  "every contender gives the oracle's product and one rank's losses, and needed rows are no more than all",
  async (lab) => {
    const { measurement, workloads } = realRanks;
    assert.ok(measurement.kind === "joint");
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
        RANK_CONTENDERS,
      );
      const contenders = RANK_CONTENDERS.filter(({ replication }) => replication === 1);
      for (const { id, replication } of RANK_CONTENDERS) {
        // 1.5D needs four ranks with a core each.
        if (replication > 1) assert.throws(() => outcomeOf(id), MissingError);
      }
      const held = new Map<string, number>();
      const bytes = contenders.map(({ id }) => {
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
  },
);

Deno.test("whether more devices converge faster is decided by epochs of the ranks that ran, not by a model", () => {
  const { reads, decide } = figure7Devices.claims[0];
  const sidesOf = (ms: Readonly<Record<string, number>>, ranks: number) => {
    const rows = Object.keys(ms).map((contender) => ({
      suite: realRanks.id,
      cell: `${realRanks.id}:reddit:epoch:machine:${contender}`,
      contender,
      metric: "epoch_time",
      unit: "ms",
      n: 15,
      median: ms[contender],
      ci_lo: ms[contender],
      ci_hi: ms[contender],
      status: "ok",
      source: "measured",
      dataset_kind: "stand-in",
      dataset: "reddit@1/32",
      ranks: contender === "1-rank" ? 1 : ranks,
    })) as unknown as Row[];
    const samples = rows.flatMap(({ cell, metric, median }) =>
      Array.from(
        { length: 15 },
        (_, round) => ({ cell, metric, preparation: 0, round, value: median }) as Sample,
      )
    );
    const evidence = new SuiteEvidence(figure7Devices.id, { rows, samples, ...(reads && { reads }) }, 1);
    const parts = decide(evidence);
    assert.ok(
      parts.every(({ source, text }) => source === "measured" && text.startsWith(`on ${ranks} real`)),
    );
    return parts.map((part) => sideOf(part).side);
  };
  assert.deepEqual(sidesOf({ "1-rank": 200, "broadcast": 110 }, 2), ["holds"]);
  assert.deepEqual(sidesOf({ "1-rank": 200, "broadcast": 230 }, 2), ["fails"]);
  assert.deepEqual(sidesOf({ "1-rank": 200, "broadcast": 60, "1.5d-broadcast": 240 }, 4), ["holds", "fails"]);
  assert.throws(() => sidesOf({}, 2), EvidenceMissing);
});
