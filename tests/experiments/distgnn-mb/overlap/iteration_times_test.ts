/** Times and bytes of whole iterations of a rank. @module */
import assert from "node:assert/strict";
import { busyMs, elapsedMs, sentBytes } from "../../../../experiments/distgnn-mb/overlap/iteration_times.ts";
import { meanMiniBatch } from "../../../../experiments/distgnn-mb/ranks/epoch_facts.ts";
import { iteration, layer } from "./iterations.ts";

const SAMPLING = { requested: 5, sentBytes: 700, receivedBytes: 300, waitMs: 1.5 };

Deno.test("a rank that waits for others while it samples is not busy", () => {
  const own = iteration([layer(4, 100, { waitMs: 3 })]), across = { ...own, sampling: SAMPLING };
  assert.equal(elapsedMs(across), elapsedMs(own));
  assert.equal(busyMs(own), 2 + 4 + own.updateMs);
  assert.equal(busyMs(across), 0.5 + 4 + own.updateMs);
});

Deno.test("requests and replies of sampling across ranks are sent bytes, of a mean mini-batch, too", () => {
  const own = iteration([layer(4, 100), layer(4, 50)]), across = { ...own, sampling: SAMPLING };
  assert.deepEqual([own, across].map(sentBytes), [150, 850]);
  const idle = { ...own, active: false };
  assert.equal(meanMiniBatch([{ record: own }, { record: across }, { record: idle }]).sent_bytes, 500);
});

Deno.test("a mean mini-batch counts the edges of all layers, and dropped ones of all that there would be", () => {
  const layers = [{ ...layer(1, 100), edges: 30, droppedEdges: 6 }, {
    ...layer(1, 20),
    edges: 10,
    droppedEdges: 0,
  }];
  const full = iteration(layers), less = iteration([{ ...layer(1, 0), edges: 20, droppedEdges: 14 }]);
  const idle = { ...full, active: false };
  assert.deepEqual(meanMiniBatch([full, less, idle].map((record) => ({ record }))), {
    measured_batches: 2,
    edges: 30,
    dropped_edges: 100 * 20 / 80,
    sent_bytes: 60,
  });
});
