import assert from "node:assert/strict";
import { greedyReorder, matchDegrees } from "../../../graph/sampling/match.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { UsageError } from "../../../platform/errors.ts";
import {
  BatchQueue,
  type BatchQueueOptions,
  type QueuedBatch,
} from "../../../training/mini_batch/batch_queue.ts";
import type { BatchSampler } from "../../../training/mini_batch/batch_sampler.ts";
import { hostSampler } from "../../../training/mini_batch/host_sampler.ts";
import { plantedGraph } from "./community_task.ts";

const VERTICES = 300;
const GRAPH = plantedGraph({ vertices: VERTICES, classes: 10 });
const TRAINING = Uint32Array.from({ length: 200 }, (_, i) => i + 50);

function queueOf(options: Partial<BatchQueueOptions> = {}): BatchQueue {
  const sampler = hostSampler(uniformNeighbors(GRAPH, { fanouts: [2, 2], seed: 1 }));
  return new BatchQueue({
    vertices: VERTICES,
    training: TRAINING,
    batchSize: 16,
    seed: 1,
    window: 1,
    sampler,
    ...options,
  });
}

async function take(queue: BatchQueue, count: number): Promise<QueuedBatch[]> {
  const batches: QueuedBatch[] = [];
  while (batches.length < count) batches.push(await queue.next());
  return batches;
}

const sourcesOf = ({ sampled }: QueuedBatch) => sampled.blocks[0].sources;
const numberOf = ({ sampled }: QueuedBatch) => sampled.batch;

Deno.test("every epoch has each training vertex once, epochs and places are counted, numbers run on", async () => {
  for (const window of [1, 4, "epoch"] as const) {
    const queue = queueOf({ window });
    assert.equal(queue.epochLength, 13);
    const batches = await take(queue, 26);
    for (const epoch of [1, 2]) {
      const own = batches.slice(13 * (epoch - 1), 13 * epoch);
      assert.deepEqual(own.map((batch) => batch.epoch), Array(13).fill(epoch));
      assert.deepEqual(own.map((batch) => batch.position), own.map((_, i) => i));
      const seeds = own.flatMap(({ sampled }) => [...sampled.seeds]).sort((a, b) => a - b);
      assert.deepEqual(seeds, [...TRAINING]);
      const numbers = own.map(numberOf).sort((a, b) => a - b);
      assert.deepEqual(numbers, own.map((_, i) => 13 * (epoch - 1) + i));
    }
  }
});

Deno.test("a window of 1 leaves batches in their order", async () => {
  const batches = await take(queueOf(), 26);
  assert.deepEqual(batches.map(numberOf), batches.map((_, i) => i));
});

Deno.test("each window is in the order of the greedy reorder, the same batches as without", async () => {
  const plain = await take(queueOf(), 13);
  for (const [window, size] of [[5, 5], ["epoch", 13], [100, 13]] as const) {
    const reordered = await take(queueOf({ window }), 13);
    for (let first = 0; first < 13; first += size) {
      const own = plain.slice(first, first + size);
      const order = greedyReorder(matchDegrees(own.map(sourcesOf), VERTICES)).map((at) => first + at);
      assert.deepEqual(reordered.slice(first, first + size).map(numberOf), order);
    }
    for (const batch of reordered) assert.deepEqual(batch.sampled, plain[numberOf(batch)].sampled);
    assert.notDeepEqual(reordered.map(numberOf), plain.map(numberOf));
  }
});

Deno.test("a window is sampled whole before its first batch leaves, and no further", async () => {
  let sampled = 0;
  const inner = hostSampler(uniformNeighbors(GRAPH, { fanouts: [2, 2], seed: 1 }));
  const sampler: BatchSampler = { ...inner, sample: (batch) => (sampled++, inner.sample(batch)) };
  const queue = queueOf({ window: 5, sampler });
  const counts: [number, number][] = [];
  for (let i = 0; i < 14; i++) {
    await queue.next();
    counts.push([sampled, queue.waiting.length]);
  }
  // Windows of 5, 5 and 3 batches, then the next epoch.
  assert.deepEqual(counts.slice(0, 6), [[5, 4], [5, 3], [5, 2], [5, 1], [5, 0], [10, 4]]);
  assert.deepEqual(counts.slice(10), [[13, 2], [13, 1], [13, 0], [18, 4]]);
});

Deno.test("a queue that skips to an epoch goes on as one that came there, whatever it had sampled", async () => {
  const plain = await take(queueOf({ window: 5 }), 39);
  const untimed = (batches: readonly QueuedBatch[]) =>
    batches.map(({ epoch, position, sampled }) => ({ epoch, position, sampled }));
  for (const [taken, epochs] of [[0, 1], [3, 1], [7, 2], [13, 0], [26, 1]]) {
    const queue = queueOf({ window: 5 });
    await take(queue, taken);
    queue.skipTo(epochs);
    assert.deepEqual(queue.waiting, []);
    const rest = plain.slice(13 * epochs);
    assert.deepEqual(untimed(await take(queue, rest.length)), untimed(rest));
  }
});

Deno.test("the time of a window's reordering is its first batch's, and within the time that it took to come", async () => {
  const queue = queueOf({ window: 5 });
  for (let position = 0; position < 13; position++) {
    const start = performance.now(), { reorderMs } = await queue.next(), ms = performance.now() - start;
    assert.ok(
      0 <= reorderMs && reorderMs <= (position % 5 === 0 ? ms : 0),
      `${reorderMs} of ${ms}`,
    );
  }
});

Deno.test("a batch larger than the training set is one batch of all; other sizes and windows are refused", async () => {
  const queue = queueOf({ batchSize: 1000, window: 8 });
  assert.equal(queue.epochLength, 1);
  assert.deepEqual([...(await queue.next()).sampled.seeds].sort((a, b) => a - b), [...TRAINING]);
  for (const window of [0, -1, 1.5, NaN]) assert.throws(() => queueOf({ window }), UsageError);
  for (const batchSize of [0, 1.5]) assert.throws(() => queueOf({ batchSize }), UsageError);
});
