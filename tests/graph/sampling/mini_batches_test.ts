import assert from "node:assert/strict";
import { miniBatches } from "../../../graph/sampling/mod.ts";
import { UsageError } from "../../../platform/errors.ts";

const training = Uint32Array.from({ length: 23 }, (_, i) => 5 * i);

Deno.test("an epoch has each training vertex once, in another order each time", () => {
  const orders = [0, 1, 0].map((epoch) => {
    const batches = miniBatches(training, { batchSize: 5, epoch, seed: 1 });
    assert.deepEqual(batches.map(({ seeds }) => seeds.length), [5, 5, 5, 5, 3]);
    assert.deepEqual(batches.map(({ batch }) => batch), [0, 1, 2, 3, 4].map((i) => 5 * epoch + i));
    return batches.flatMap(({ seeds }) => [...seeds]);
  });
  assert.deepEqual(orders[0].toSorted((a, b) => a - b), [...training]);
  assert.notDeepEqual(orders[1], orders[0]);
  assert.deepEqual(orders[2], orders[0]);
  assert.deepEqual([...training.subarray(0, 3)], [0, 5, 10], "the training set itself keeps its order");
});

Deno.test("a batch larger than the training set is all of it, one of 1 a vertex; of an empty set there is none", () => {
  const [only, ...others] = miniBatches(training, { batchSize: 8000, epoch: 3, seed: 1 });
  assert.deepEqual(only.seeds.toSorted(), training);
  assert.deepEqual([only.batch, others.length], [3, 0]);
  assert.deepEqual(miniBatches(new Uint32Array(), { batchSize: 4, epoch: 0, seed: 1 }), []);
  const ones = miniBatches(training, { batchSize: 1, epoch: 2, seed: 1 });
  assert.deepEqual(ones.map(({ seeds }) => seeds.length), Array(23).fill(1));
  assert.deepEqual(ones.map(({ batch }) => batch), Array.from({ length: 23 }, (_, i) => 46 + i));
  for (const batchSize of [0, -1, 2.5, NaN]) {
    assert.throws(() => miniBatches(training, { batchSize, epoch: 0, seed: 1 }), UsageError);
  }
});
