/**
 * Full-batch training over ranks against one device that has the whole graph.
 *
 * @module
 */
import assert from "node:assert/strict";
import { rankPartitions } from "../../../distributed/partition/rank_partitions.ts";
import { FullBatchRank } from "../../../distributed/runs/full_batch_rank.ts";
import { runInLockStep } from "../../../distributed/training/lock_step.ts";
import { rankData } from "../../../distributed/training/rank_data.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { indices } from "../../../platform/indices.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { aggregationMatrix } from "../../../training/mini_batch/aggregation.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { jointScores } from "../../../training/metrics.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { FullBatchEpochs } from "../../../training/runs/full_batch_epochs.ts";
import { MODEL_NAMES } from "../../../training/runs/model_settings.ts";
import { namedModel } from "../../../training/runs/named_model.ts";
import { COMMUNITY, cut, DATA, dataOf, GRAPH } from "../training/rank_trainings.ts";

// The last rank has no vertex.
const RANKS = 4, EPOCHS = 5;
const HALF = 40;
const test = Uint32Array.from({ length: GRAPH.rows / 3 | 0 }, (_, i) => 3 * i + 2);
const none = new Uint32Array();

for (const model of MODEL_NAMES) {
  Deno.test(`${model}: ranks have the losses and scores of one device, and go on from their state`, async () => {
    const { layers, aggregation } = namedModel({ model, hidden: 8, layers: 2 }, COMMUNITY.classes);
    const options = { layers, aggregation, optimizer: adam({ learningRate: 0.05 }), seed: 3 };
    const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 27 });
    try {
      const { values, width } = DATA.features, { truth, classes, training } = DATA;
      const whole = await FullBatchEpochs.open(device, {
        adjacency: aggregationMatrix({ matrix: GRAPH, sources: none }, aggregation),
        symmetric: false,
        features: { kind: "dense", width, values },
        truth,
        classes,
        split: { train: training, validation: none, test },
        drawn: [],
      }, options);
      const losses: number[] = [];
      for (let i = 0; i < EPOCHS; i++) losses.push((await whole.train()).loss / training.length);
      const wanted = jointScores([(await whole.score()).test])!;
      whole.close();

      const data = dataOf({ parts: cut(RANKS - 1).parts, count: RANKS });
      assert.equal(data[RANKS - 1].part.vertices.length, 0);
      const ranks = await runInLockStep(RANKS, async (transport) => {
        const { part } = data[transport.rank];
        const places = new Map([...part.vertices.subarray(0, part.solid)].map((v, p) => [v, p]));
        const own = Uint32Array.from(test).filter((v) => places.has(v)).map((v) => places.get(v)!);
        const task = {
          data: data[transport.rank],
          sets: { train: part.training, validation: none, test: own },
        };
        const first = await FullBatchRank.open(device, transport, { task, options });
        const losses: number[] = [];
        for (let i = 0; i < 2; i++) losses.push((await first.train()).loss);
        const state = structuredClone(await first.state());
        first.close();
        const second = await FullBatchRank.open(device, transport, { task, options });
        second.restore(state);
        for (let i = 2; i < EPOCHS; i++) losses.push((await second.train()).loss);
        const tally = (await second.score()).test;
        second.close();
        return { losses, tally };
      });
      for (const [i, loss] of losses.entries()) {
        const sum = sumOf(ranks, (own) => own.losses[i]) / training.length;
        assert.ok(Math.abs(sum - loss) < 1e-5, `epoch ${i + 1}: ${sum} and ${loss}`);
      }
      const scores = jointScores(ranks.map(({ tally }) => tally))!;
      assert.ok(
        Math.abs(scores.loss - wanted.loss) < 1e-4 && Math.abs(scores.accuracy - wanted.accuracy) < 0.01,
      );
      assert.ok(losses[EPOCHS - 1] < losses[0]);
      assert.equal(device.ledger.live, 0);
    } finally {
      device.close();
    }
  });
}

Deno.test("ranks drop entries by masks of their own", async () => {
  // Two equal halves of one graph, one on each rank.
  const edges = indices(HALF - 1), shifted = edges.map((v) => v + HALF);
  const source = Uint32Array.of(...edges, ...shifted), vertices = 2 * HALF;
  const graph = csrFromEdges({ vertices, source, target: source.map((v) => v + 1), symmetrise: true });
  const half = Float32Array.from({ length: 8 * HALF }, (_, i) => Math.sin(i)),
    labels = indices(vertices).map((v) => v % HALF % 3);
  const data = {
    features: { rows: vertices, width: 8, values: Float32Array.of(...half, ...half) },
    truth: { labels },
    classes: 3,
  };
  const parts = indices(vertices).map((v) => Number(v >= HALF));
  const owned = rankPartitions(graph, { parts, count: 2 }, indices(vertices)).map((part) =>
    rankData(part, data)
  );
  const lossesWith = async (dropout: number) => {
    const device = openWasmDevice({ threads: 1 });
    const layers = gcn({ classes: 3, hidden: 16, dropout });
    const options = { layers, aggregation: "gcn" as const, optimizer: adam(), seed: 1 };
    const losses = await runInLockStep(2, async (transport) => {
      const own = owned[transport.rank], sets = { train: own.part.training, validation: none, test: none };
      const training = await FullBatchRank.open(device, transport, { task: { data: own, sets }, options });
      const { loss } = await training.train();
      training.close();
      return loss;
    });
    device.close();
    return losses;
  };
  const [plain, alike] = await lossesWith(0), [one, other] = await lossesWith(0.5);
  assert.equal(plain, alike);
  assert.notEqual(one, other);
});

Deno.test("ranks without a training vertex on any of them are refused", async () => {
  const device = openWasmDevice({ threads: 1 }), data = dataOf(cut(2), { ...DATA, training: none });
  const { layers, aggregation } = namedModel({ model: "gcn", hidden: 8, layers: 2 }, COMMUNITY.classes);
  const options = { layers, aggregation, optimizer: adam(), seed: 1 };
  const sets = { train: none, validation: none, test: none };
  const opened = runInLockStep(2, async (transport) => {
    const task = { data: data[transport.rank], sets };
    await FullBatchRank.open(device, transport, { task, options });
  });
  await assert.rejects(opened, UsageError);
  assert.equal(device.ledger.live, 0);
  device.close();
});
