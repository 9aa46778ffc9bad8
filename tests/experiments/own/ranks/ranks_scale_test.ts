import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { RankPartitionBuilder } from "../../../../distributed/partition/rank_partition_builder.ts";
import { runInLockStep } from "../../../../distributed/training/lock_step.ts";
import { PartitionBook } from "../../../../distributed/training/partition_book.ts";
import type { RankTransport } from "../../../../distributed/training/rank_transport.ts";
import { papersForecast } from "../../../../experiments/own/ranks/papers_forecast.ts";
import { rankBytes, rankCounts } from "../../../../experiments/own/ranks/rank_bytes.ts";
import { ranksScale } from "../../../../experiments/own/ranks/ranks_scale.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { partitionGraph } from "../../../../graph/partitions/mod.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import { medianOf, type Row } from "../../../../results/row.ts";
import { graphOf } from "../../../graph/graph_fixture.ts";
import { runComparison, testLab } from "../../lab.ts";

Deno.test("the bytes of a rank are its arrays, its halo's features and the messages of its start", () => {
  // Rank 0 owns 0 and 1, rank 1 owns 2; one edge is cut.
  const graph = graphOf(3, [[0, 1], [1, 2]], { symmetrise: true });
  const counts = rankCounts(graph, { parts: Uint32Array.of(0, 0, 1), count: 2 });
  assert.deepEqual(counts, [
    { solid: 2, halo: 1, copies: 1, entries: 3 },
    { solid: 1, halo: 1, copies: 1, entries: 1 },
  ]);
  // Words: 3 vertices, 1 owner, 4 row offsets, 3 columns, 3 offsets by rank, 1 copy, 2 in the lists of the
  // sets, 2 rows of 4 features, 2 labels. The start: 2 sizes of ranks and two words of the halo vertex.
  assert.deepEqual(rankBytes(counts[0], 2, { width: 4, classes: 3 }), {
    part: 4 * 27,
    halo: 4 * 4,
    sent: 4 * 4,
    start: 4 * 4,
  });
});

Deno.test("the bytes of a start are those that a partition book receives", async () => {
  const { graph } = await loadDataset("rmat@1/100000", { seed: 1 }), ranks = 4;
  const cut = partitionGraph(graph, ranks, { method: "fennel", entryImbalance: 0.1 });
  const builder = new RankPartitionBuilder(graph, cut);
  const received = await runInLockStep(ranks, async (transport) => {
    let words = 0;
    const counting: RankTransport = {
      rank: transport.rank,
      size: transport.size,
      now: () => transport.now(),
      progress: () => transport.progress(),
      allReduce: (payload) => transport.allReduce(payload),
      startExchange(outgoing) {
        const exchange = transport.startExchange(outgoing);
        return {
          async wait() {
            const arrays = await exchange.wait();
            words += sumOf(arrays, ({ length }) => length);
            return arrays;
          },
        };
      },
    };
    await PartitionBook.open(counting, builder.part(transport.rank, new Uint32Array()));
    return 4 * words;
  });
  const counted = rankCounts(graph, cut).map((each) =>
    rankBytes(each, ranks, { width: 1, classes: 2 }).start
  );
  assert.deepEqual(received, counted);
});

Deno.test("Papers100M has the shares of the fullest rank, over a link with its latency", () => {
  const rank = { solid: 20, halo: 30, copies: 25, entries: 400 };
  const forecast = papersForecast(Array.from({ length: 64 }, () => rank), {
    vertices: 1280,
    entries: 25_600,
  });
  const vertices = 111_059_956, solid = Math.round(vertices / 64), halo = Math.round(vertices * 30 / 1280);
  const entries = Math.round(3_231_371_744 / 64), copies = Math.round(vertices * 25 / 1280);
  const words = 2 * (solid + halo) + 1 + halo + entries + 65 + copies + solid + 128 * solid + solid;
  assert.equal(forecast.part, 4 * words);
  assert.equal(forecast.halo, 4 * 128 * halo);
  const bytes = 4 * (words + 64 + 2 * halo);
  assert.ok(Math.abs(forecast.seconds["10g"] - (64 * 20e-6 + bytes / 1.25e9)) < 1e-9);
});

Deno.test("parts shrink with the ranks, entries are balanced at each, and sentences say both", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const rows: Row[] = [], lab = testLab(device);
    for (const workload of ranksScale.workloads(PROFILES.smoke)) {
      const { rows: own } = await runComparison(lab, { suite: ranksScale, workload });
      rows.push(...own.map((row) => ({ ...row, schema: 3, session: "s", attempt: 1 })));
    }
    const value = (workload: string, contender: string, metric: string) =>
      medianOf(
        rows.find((row) => row.cell === `own/ranks-scale:${workload}:${contender}` && row.metric === metric)!,
      );
    const rmat = (ranks: number, metric: string, contender = "fennel") =>
      value(`rmat@1/100000:${ranks}`, contender, metric);
    assert.ok(rmat(64, "largest_part") < rmat(2, "largest_part") / 4);
    for (const ranks of [2, 4, 8, 16]) {
      assert.ok(rmat(ranks, "entry_imbalance") <= 1.1, `${ranks} ranks`);
      assert.ok(rmat(ranks, "entry_imbalance", "fennel:vertices") > rmat(ranks, "entry_imbalance"));
    }
    assert.equal(rows.find(({ metric }) => metric === "papers_part")?.source, "modelled");
    const answers = ranksScale.answers!(rows).join("\n");
    assert.match(answers, /^On rmat@1\/100000, from 2 to 64 ranks, .*largest part \u2212?-?0\.\d+/m);
    assert.match(answers, /^On rmat@1\/100000 in 4 parts, Fennel by vertices: entries [\d.]+/m);
    assert.match(answers, /^Papers100M on 64 ranks, modelled by the shares of rmat@1\/100000: .* GB/m);
    assert.match(answers, /^On cora in 64 parts, /m);
    assert.deepEqual(ranksScale.answers!([]), []);
  } finally {
    device.close();
  }
});
