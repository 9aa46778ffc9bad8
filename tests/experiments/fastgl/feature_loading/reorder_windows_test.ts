/** Exact checks of Figure 6: orders of windows, and what loading copies. @module */
import assert from "node:assert/strict";
import { loadEpoch } from "../../../../experiments/fastgl/feature_loading/loaded_epoch.ts";
import {
  isPermutation,
  notGreedy,
  reorderWindows,
} from "../../../../experiments/fastgl/feature_loading/reorder_windows.ts";
import { matchDegrees } from "../../../../graph/sampling/match.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";

const LISTS = [[0, 1, 2], [7, 8, 9], [0, 1, 3], [7, 8, 4], [5, 6]].map((list) => Uint32Array.from(list));
const MATCHES = { lists: LISTS, degrees: matchDegrees(LISTS, 10) };

Deno.test("windows cover an epoch, and their orders are permutations that are greedy", () => {
  const windows = reorderWindows(MATCHES, 4);
  assert.deepEqual(windows.map(({ first, order }) => [first, order.length]), [[0, 4], [4, 1]]);
  assert.deepEqual(windows[0].order, [0, 2, 1, 3]);
  assert.deepEqual(reorderWindows(MATCHES, Infinity).map(({ order }) => order.length), [5]);
  for (const window of windows) assert.deepEqual([isPermutation(window), notGreedy(window)], [true, 0]);
});

Deno.test("an order that repeats, leaves out, begins elsewhere or is not greedy is told", () => {
  const [window] = reorderWindows(MATCHES, 4);
  const wrong = [[0, 2, 2, 3], [0, 2, 1], [2, 0, 1, 3], [0, 2, 1, 4]];
  for (const order of wrong) assert.equal(isPermutation({ ...window, order }), false, `${order}`);
  assert.equal(notGreedy({ ...window, order: [0, 1, 2, 3] }), 2);
});

Deno.test("an epoch that is loaded in disorder or with other bits is counted", async () => {
  const device = openWasmDevice({ threads: 1 });
  const values = Float32Array.from({ length: 40 }, (_, i) => i + 1);
  const features = { rows: 10, width: 4, values };
  try {
    const right = await loadEpoch({ device }, features, { batches: LISTS, match: true });
    assert.deepEqual(right, { loaded: 14, reused: 0, wrongLoads: 0, otherNumbers: 0 });
    const ordered = [0, 2, 1, 3, 4].map((batch) => LISTS[batch]);
    const kept = await loadEpoch({ device }, features, { batches: ordered, match: true });
    assert.deepEqual([kept.loaded, kept.reused, kept.wrongLoads], [10, 4, 0]);
    const write = device.write.bind(device);
    device.write = (buffer, data, byteOffset) => {
      const bits = new Uint32Array(data.buffer, data.byteOffset, data.length).map((word) => word ^ 1);
      write(buffer, bits, byteOffset);
    };
    const flipped = await loadEpoch({ device }, features, { batches: LISTS, match: false });
    assert.equal(flipped.otherNumbers, 14 * 4);
  } finally {
    device.close();
  }
});
