/** Ranks in one process without arithmetic: what is counted follows from the graph, and rules that are broken show. @module */
import assert from "node:assert/strict";
import { balancedPartition, rankPartitions } from "../../../../distributed/partition/mod.ts";
import { EmbeddingPushes } from "../../../../distributed/training/embedding_pushes.ts";
import type { RankTransport } from "../../../../distributed/training/mod.ts";
import {
  pushRounds,
  type PushSetting,
  sampleRanks,
} from "../../../../experiments/distgnn-mb/embedding_cache/push_rounds.ts";
import { csrFromEdges } from "../../../../graph/edges.ts";
import { RandomStream } from "../../../../platform/random.ts";

const VERTICES = 120, RANKS = 4;
const stream = new RandomStream(1, "push rounds test");
const ends = () => Uint32Array.from({ length: 600 }, () => stream.below(VERTICES));
const graph = csrFromEdges({ vertices: VERTICES, source: ends(), target: ends(), symmetrise: true });
const training = Uint32Array.from({ length: VERTICES }, (_, v) => v);
const ranks = rankPartitions(graph, balancedPartition(graph, training, { ranks: RANKS, seed: 1 }), training);
const sampled = await sampleRanks(ranks, { batchSize: 5, epochs: 2, seed: 1 });

const SETTING: PushSetting & { readonly seed: number } = {
  ...{ capacity: 1000, pushLimit: 1000, lifeSpan: 2, lifeSpanUnit: "iteration", delay: 1, seed: 1 },
};

Deno.test("no rule of Algorithm 2 is broken, whatever the setting", async () => {
  const changes: Partial<PushSetting>[] = [
    ...[{}, { capacity: 3 }, { pushLimit: 1 }, { lifeSpan: 0 }, { lifeSpanUnit: "epoch" as const }],
    ...[{ delay: 0 }, { delay: 3 }, { delay: 99 }, { capacity: 0 }],
  ];
  for (const change of changes) {
    const setting = { ...SETTING, ...change }, label = JSON.stringify(change);
    const rounds = await pushRounds(ranks, sampled, setting);
    const broken = [rounds.requested, rounds.outOfStep, rounds.otherAnswers, rounds.otherSizes];
    assert.deepEqual([...broken, rounds.otherEvictions, rounds.otherEdges], [0, 0, 0, 0, 0, 0], label);
    assert.deepEqual([rounds.sends, rounds.waits], [rounds.wantedSends, rounds.wantedSends], label);
    assert.ok(rounds.largestPush <= setting.pushLimit && rounds.largestCache <= setting.capacity, label);
    assert.ok(rounds.oldestHit <= setting.lifeSpan, label);
  }
});

Deno.test("a cache that is off, or a delay longer than the epoch, drops every halo vertex", async () => {
  for (const change of [{ capacity: 0 }, { delay: 99 }]) {
    const { layers } = await pushRounds(ranks, sampled, { ...SETTING, ...change });
    for (const { halo, hits, droppedEdges } of layers) {
      assert.ok(halo > 0 && droppedEdges > 0);
      assert.equal(hits, 0);
    }
  }
});

Deno.test("lines that live longer are found more often, and a limit is used up by vertices of high degree", async () => {
  const hits = async (change: Partial<PushSetting>) =>
    (await pushRounds(ranks, sampled, { ...SETTING, ...change })).layers[0].hits;
  assert.ok(await hits({ lifeSpan: 0 }) < await hits({ lifeSpan: 4 }));
  const { candidates, limitedPushed } = await pushRounds(ranks, sampled, { ...SETTING, pushLimit: 1 });
  assert.ok(limitedPushed > 0 && limitedPushed < candidates);
});

Deno.test("a policy that asks for embeddings is found out, whatever it says of itself", async () => {
  const { prototype } = EmbeddingPushes, { receive, idle } = prototype;
  const ask = async (policy: EmbeddingPushes) => {
    const { parts: { transport } } = policy as unknown as { parts: { transport: RankTransport } };
    await transport.startExchange(Array.from({ length: RANKS }, () => Uint32Array.of(1, 2))).wait();
  };
  prototype.receive = async function (...given) {
    const received = await receive.apply(this, given);
    await ask(this);
    return received;
  };
  prototype.idle = async function (...given) {
    const traffic = await idle.apply(this, given);
    await ask(this);
    return traffic;
  };
  try {
    const { requested, sends, waits, wantedSends, outOfStep } = await pushRounds(ranks, sampled, SETTING);
    assert.ok(requested > 0 && sends > wantedSends && waits > wantedSends && outOfStep > 0);
  } finally {
    Object.assign(prototype, { receive, idle });
  }
});
