/** Loading by several policies in turns: what is counted, what is checked, what a round is. @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  checkOrder,
  copiedRows,
  loadingOrder,
} from "../../../../experiments/fastgl/feature_loading/loading_order.ts";
import { loadingRounds } from "../../../../experiments/fastgl/feature_loading/memory_io.ts";
import { memoryIoCounts } from "../../../../experiments/fastgl/feature_loading/memory_io_metrics.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { UsageError } from "../../../../platform/errors.ts";
import { RandomStream } from "../../../../platform/random.ts";
import { openFeatureLoader } from "../../../../training/feature_loading/mod.ts";
import { testLab } from "../../lab.ts";

const VERTICES = 60;

/** Distinct vertices of some mini-batches. */
function randomLists(count: number, seed: number): Uint32Array[] {
  const stream = new RandomStream(seed, "lists");
  return Array.from({ length: count }, () => {
    const all = stream.shuffle(Uint32Array.from({ length: VERTICES }, (_, vertex) => vertex));
    return all.slice(0, 1 + stream.below(VERTICES - 1));
  });
}

function wideFeatures(width: number) {
  return { rows: VERTICES, width, values: Float32Array.from({ length: VERTICES * width }, (_, i) => i / 7) };
}

Deno.test("what a policy copies is what its mini-batches lack, counted set by set", () => {
  fc.assert(fc.property(fc.nat(), fc.integer({ min: 0, max: VERTICES }), (seed, cachedVertices) => {
    const lists = randomLists(6, seed);
    const cached = Uint32Array.from({ length: cachedVertices }, (_, vertex) => vertex);
    const isCached = new Set(cached);
    let all = 0, lacking = 0, before = new Set<number>();
    for (const list of lists) {
      const needed = [...list].filter((vertex) => !isCached.has(vertex));
      all += needed.length;
      lacking += needed.filter((vertex) => !before.has(vertex)).length;
      before = new Set(list);
    }
    assert.equal(copiedRows(lists, { match: false, window: 1, cached }, VERTICES), all);
    assert.equal(copiedRows(lists, { match: true, window: 1, cached }, VERTICES), lacking);
  }));
});

Deno.test("reordering changes what is copied as the loader itself finds it", async () => {
  const overlapping = [[0, 1, 2], [7, 8, 9], [0, 1, 3], [7, 8, 4]].map((list) => Uint32Array.from(list));
  const copied = (window: number) => copiedRows(overlapping, { match: true, window }, VERTICES);
  assert.deepEqual([1, 2, 4, Infinity].map(copied), [12, 12, 8, 8]);
  const device = openWasmDevice({ threads: 2 });
  try {
    const loader = await openFeatureLoader(device, wideFeatures(5), { loading: { match: true }, maxRows: 3 });
    let loaded = 0;
    for (const batch of [0, 2, 1, 3]) loaded += (await loader.load(overlapping[batch])).counts.loaded;
    loader.close();
    assert.equal(loaded, copied(4));
  } finally {
    device.close();
  }
});

Deno.test("every policy has a time for each round, its counts are scaled to an epoch, and no memory stays", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const features = wideFeatures(30_000), lists = randomLists(24, 1);
    const cached = Uint32Array.from({ length: 20 }, (_, vertex) => 3 * vertex);
    const policies = [
      { id: "all", match: false, window: 1 },
      { id: "both", match: true, window: 4, cached },
    ];
    const lab = testLab(device, { rounds: 2 });
    const loadingBy = await loadingRounds(lab, { features, epochs: [lists], epochLength: 48 }, policies);
    for (const policy of policies) {
      const { loaded, ms, parts } = loadingBy(policy.id);
      assert.equal(loaded, 2 * copiedRows(lists, policy, VERTICES), policy.id);
      assert.deepEqual([ms.length, parts.copyMs.length], [2, 2]);
      assert.ok(ms.every((each) => each > 0));
    }
    const [all, both] = [loadingBy("all"), loadingBy("both")];
    assert.ok(both.loaded < all.loaded);
    assert.deepEqual([all.check.ok, both.check.ok, both.reorderCheck.ok], [true, true, true]);
    assert.equal(memoryIoCounts(all, features).traffic, all.loaded * 30_000 * 4 / 1e6);
    assert.equal(device.ledger.live, 0);
    const few = { features, epochs: [lists.slice(0, 3)], epochLength: 3 };
    await assert.rejects(loadingRounds(lab, few, policies), UsageError);
  } finally {
    device.close();
  }
});

/** A device that flips the lowest bit of every number it is sent, from its nth write on. */
function flippingDevice(from: number) {
  const device = openWasmDevice({ threads: 1 });
  const write = device.write.bind(device);
  let writes = 0;
  device.write = (buffer, data, byteOffset) => {
    const flip = ++writes >= from ? 1 : 0;
    const bits = new Uint32Array(data.buffer, data.byteOffset, data.length).map((word) => word ^ flip);
    write(buffer, bits, byteOffset);
  };
  return device;
}

for (const [text, from] of [["from the start", 1], ["in the last round alone", 3]] as const) {
  Deno.test(`features that do not arrive as they are on the host, ${text}, fail their check`, async () => {
    const device = flippingDevice(from);
    try {
      const policies = [{ id: "all", match: false, window: 1 }];
      // A mini-batch of 8 MB a round.
      const features = wideFeatures(60_000);
      const lists = randomLists(3, 1).map((_, i) => Uint32Array.from({ length: 40 }, (_, v) => v + i));
      const loaded = { features, epochs: [lists], epochLength: 3 };
      const loadingBy = await loadingRounds(testLab(device, { rounds: 2 }), loaded, policies);
      const { ok, worst } = loadingBy("all").check;
      assert.equal(ok, false);
      assert.equal(worst!.wanted, from === 1 ? 0 : features.values[2 * 60_000]);
      assert.equal(device.ledger.live, 0);
    } finally {
      device.close();
    }
  });
}

Deno.test("an order that drops, repeats or moves a mini-batch out of its window fails its check", () => {
  const epochs = [randomLists(5, 1), randomLists(3, 2)];
  for (const window of [1, 2, 4, Infinity]) {
    const order = loadingOrder(epochs, window, VERTICES), { lists } = order;
    assert.deepEqual(checkOrder(order, epochs, window), {
      ...{ ok: true, relErr: 0, tolerance: 0, checkedRows: 8 },
    });
    const check = (changed: readonly Uint32Array[]) =>
      checkOrder({ lists: changed, ms: 0 }, epochs, window).ok;
    assert.deepEqual(
      [lists.slice(0, -1), [...lists, lists[0]], lists.with(1, lists[0]), lists.toReversed()].map(check),
      [false, false, false, false],
      `${window}`,
    );
  }
});
