import assert from "node:assert/strict";
import fc from "fast-check";
import {
  HistoricalEmbeddingCache,
  MISS,
} from "../../../distributed/embedding_cache/historical_embedding_cache.ts";
import { UsageError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";

const WIDTH = 2;

/** Stores, ticks and searches; returns the rows found. */
function operate(cache: HistoricalEmbeddingCache, seed: number, count: number): number[][] {
  const stream = new RandomStream(seed, "operations on a cache"), found: number[][] = [];
  for (let i = 0; i < count; i++) {
    const ids = Uint32Array.from({ length: stream.below(9) }, () => stream.below(30) * 0x01000193);
    const rows = Float32Array.from({ length: ids.length * WIDTH }, () => stream.uniform());
    const kind = stream.below(3);
    if (kind === 0) cache.store(ids, rows);
    else if (kind === 1) cache.tick("iteration");
    else {
      const lines = cache.search(ids), hits = lines.filter((line) => line !== MISS);
      const into = new Float32Array(hits.length * WIDTH);
      cache.load(hits, into);
      found.push([...lines.map((line) => line === MISS ? 0 : 1), ...into]);
    }
  }
  return found;
}

Deno.test("a cache filled with the content of another finds, evicts and expires what the other does", () => {
  fc.assert(fc.property(
    fc.record({ capacity: fc.integer({ min: 0, max: 20 }), lifeSpan: fc.integer({ min: 0, max: 4 }) }),
    fc.nat({ max: 1000 }),
    (options, seed) => {
      const cache = new HistoricalEmbeddingCache({ width: WIDTH, ...options });
      operate(cache, seed, 60);
      const copy = new HistoricalEmbeddingCache({ width: WIDTH, ...options });
      const content = cache.content(), { stored } = copy.counts;
      copy.restore(content);
      assert.deepEqual(copy.content(), content);
      assert.equal(copy.counts.stored, stored);
      assert.deepEqual(operate(copy, seed + 1, 60), operate(cache, seed + 1, 60));
      assert.deepEqual(copy.content(), cache.content());
    },
  ));
});

Deno.test("the oldest vertex is the first of the content, with its age", () => {
  const cache = new HistoricalEmbeddingCache({ width: 1, lifeSpan: 9 });
  cache.store(Uint32Array.of(7, 8), Float32Array.of(0.5, 1.5));
  cache.tick("iteration");
  cache.store(Uint32Array.of(7), Float32Array.of(2.5));
  assert.deepEqual(cache.content(), {
    ids: Uint32Array.of(8, 7),
    ages: Uint32Array.of(1, 0),
    embeddings: Float32Array.of(1.5, 2.5),
  });
});

Deno.test("a restored cache expires each vertex at its own age", () => {
  const options = { width: 1, lifeSpan: 3 }, cache = new HistoricalEmbeddingCache(options);
  for (const id of [7, 8, 9]) {
    cache.store(Uint32Array.of(id), Float32Array.of(id));
    cache.tick("iteration");
  }
  const copy = new HistoricalEmbeddingCache(options), left: number[][] = [];
  copy.restore(cache.content());
  for (let tick = 0; tick < 4; tick++) {
    left.push([...copy.content().ids]);
    copy.tick("iteration");
  }
  assert.deepEqual(left, [[7, 8, 9], [8, 9], [9], []]);
});

Deno.test("content that does not fit, and a cache that holds something, are refused", () => {
  const content = { ids: Uint32Array.of(1, 2), ages: new Uint32Array(2), embeddings: new Float32Array(4) };
  for (const options of [{ width: 3 }, { width: 2, capacity: 1 }]) {
    assert.throws(() => new HistoricalEmbeddingCache(options).restore(content), UsageError);
  }
  const full = new HistoricalEmbeddingCache({ width: 2 });
  full.restore(content);
  assert.throws(() => full.restore(content), UsageError);
});
