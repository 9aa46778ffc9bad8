import assert from "node:assert/strict";
import { rankPartitions } from "../../../distributed/partition/rank_partitions.ts";
import { ParameterScorer } from "../../../training/mini_batch/parameter_scorer.ts";
import { rankData } from "../../../distributed/training/rank_data.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { RandomStream } from "../../../platform/random.ts";
import { communityData, plantedGraph } from "../../training/mini_batch/community_task.ts";
import { optionsWith, simulate } from "./rank_trainings.ts";

const COMMUNITY = { vertices: 1600, classes: 5 };

Deno.test("what ranks learn is better the more of the halo there is; fetching across ranks learns as one rank", async () => {
  const graph = plantedGraph(COMMUNITY), whole = communityData(COMMUNITY);
  // With few training vertices and weak features, a vertex needs its neighbours. A random cut gives most of
  // them to other ranks.
  const data = {
    ...whole,
    features: { ...whole.features, values: whole.features.values.map((value) => value / 2) },
    training: whole.training.filter((v) => v % 9 < 3 && v % 9 !== 1),
  };
  const test = Uint32Array.from({ length: graph.rows / 3 | 0 }, (_, i) => 3 * i + 2);
  const stream = new RandomStream(3, "random cut");
  const random = Uint32Array.from({ length: graph.rows }, () => stream.below(8));
  const { layers, aggregation } = optionsWith(),
    device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 27 });
  const scorer = await ParameterScorer.open(device, { layers, aggregation, graph, data });
  const train = async (ranks: number, options: Parameters<typeof simulate>[1]) => {
    const parts = ranks === 1 ? new Uint32Array(graph.rows) : random;
    const own = rankPartitions(graph, { parts, count: ranks }, data.training)
      .map((part) => rankData(part, data));
    const [{ parameters, cacheCounts }] = await simulate(own, {
      epochs: 16,
      batchSize: 64 / ranks,
      ...options,
    });
    return { ...await scorer.score(parameters, test), cacheCounts };
  };
  try {
    const single = await train(1, {}), distdgl = await train(8, { policy: "distdgl" });
    const drop = await train(8, { policy: "drop" }), exact = await train(8, { policy: "exact" });
    const aep = await train(8, { policy: "aep", push: { cache: { lifeSpanUnit: "epoch" } } });
    const told = JSON.stringify({ single, distdgl, drop, exact, aep });
    assert.ok(single.accuracy > 0.9, told);
    assert.ok(Math.abs(distdgl.accuracy - single.accuracy) < 0.03, told);
    assert.ok(drop.accuracy + 0.05 < aep.accuracy && aep.accuracy + 0.05 < distdgl.accuracy, told);
    assert.ok(drop.accuracy + 0.05 < exact.accuracy && exact.accuracy + 0.05 < distdgl.accuracy, told);
    const [first, second, third] = aep.cacheCounts.map(({ hits, searched }) => hits / searched);
    assert.ok(first > second && second > third && third > 0, told);
    await assert.rejects(scorer.score(new Map(), test), /Cannot score parameters/);
  } finally {
    scorer.close();
    device.close();
  }
});
