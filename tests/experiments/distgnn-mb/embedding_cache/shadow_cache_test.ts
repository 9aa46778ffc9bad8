/** The plain cache that the real one is compared with: it must itself be right. @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { HistoricalEmbeddingCache, MISS } from "../../../../distributed/embedding_cache/mod.ts";
import { ShadowCache } from "../../../../experiments/distgnn-mb/embedding_cache/shadow_cache.ts";

const SETTING = { capacity: 2, lifeSpan: 1, lifeSpanUnit: "iteration" } as const;

Deno.test("a full cache replaces the line that was stored first, and storing again makes a line new", () => {
  const cache = new ShadowCache(SETTING);
  cache.store(Uint32Array.of(1, 2, 1, 3));
  assert.deepEqual([1, 2, 3].map((id) => cache.age(id)), [0, undefined, 0]);
  assert.deepEqual([cache.size, cache.evictions], [2, 1]);
});

Deno.test("a line lives for its life span of the unit that counts, and not longer", () => {
  const cache = new ShadowCache(SETTING);
  cache.store(Uint32Array.of(7));
  cache.tick("epoch");
  cache.tick("iteration");
  assert.equal(cache.age(7), 1);
  cache.tick("iteration");
  assert.equal(cache.age(7), undefined);
});

Deno.test("the plain cache and the real one answer alike, whatever is stored", () => {
  const step = fc.oneof(
    fc.record({ store: fc.uint32Array({ max: 12, maxLength: 8 }) }),
    fc.record({ tick: fc.constantFrom("iteration" as const, "epoch" as const) }),
  );
  const setting = fc.record({
    capacity: fc.integer({ min: 0, max: 6 }),
    lifeSpan: fc.integer({ min: 0, max: 3 }),
    lifeSpanUnit: fc.constantFrom("iteration" as const, "epoch" as const),
  });
  fc.assert(fc.property(setting, fc.array(step, { maxLength: 30, size: "max" }), (options, steps) => {
    const plain = new ShadowCache(options), real = new HistoricalEmbeddingCache({ ...options, width: 0 });
    for (const each of steps) {
      if ("store" in each) {
        plain.store(each.store);
        real.store(each.store, new Float32Array());
      } else {
        plain.tick(each.tick);
        real.tick(each.tick);
      }
      const lines = real.search(Uint32Array.from({ length: 13 }, (_, id) => id));
      lines.forEach((line, id) => assert.equal(line !== MISS, plain.age(id) !== undefined));
      assert.deepEqual([real.size, real.counts.evicted], [plain.size, plain.evictions]);
    }
  }));
});
