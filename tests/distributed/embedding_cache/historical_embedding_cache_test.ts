import assert from "node:assert/strict";
import fc from "fast-check";
import {
  HistoricalEmbeddingCache,
  type LifeSpanUnit,
  MISS,
} from "../../../distributed/embedding_cache/historical_embedding_cache.ts";
import { UsageError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";

/** Cache in the paper's words: every line has an age, and every operation visits all lines. */
class NaiveCache {
  readonly lines: { id: number; row: number[]; age: number; order: number }[] = [];
  searched = 0;
  hits = 0;
  stored = 0;
  overwritten = 0;
  evicted = 0;
  expired = 0;
  #order = 0;

  constructor(readonly capacity: number, readonly lifeSpan: number) {}

  store(id: number, row: number[]): void {
    this.stored++;
    const line = { id, row, age: 0, order: this.#order++ };
    const present = this.lines.findIndex((other) => other.id === id);
    if (present >= 0) {
      this.overwritten++;
      this.lines[present] = line;
      return;
    }
    if (this.capacity === 0) return;
    if (this.lines.length === this.capacity) {
      const age = Math.max(...this.lines.map((other) => other.age));
      const oldest = this.lines.filter((other) => other.age === age).toSorted((a, b) => a.order - b.order)[0];
      this.lines.splice(this.lines.indexOf(oldest), 1);
      this.evicted++;
    }
    this.lines.push(line);
  }

  search(id: number): number[] | undefined {
    this.searched++;
    const line = this.lines.find((other) => other.id === id && other.age <= this.lifeSpan);
    if (line) this.hits++;
    return line?.row;
  }

  tick(): void {
    for (const line of this.lines) line.age++;
    for (let i = this.lines.length - 1; i >= 0; i--) {
      if (this.lines[i].age <= this.lifeSpan) continue;
      this.lines.splice(i, 1);
      this.expired++;
    }
  }
}

const WIDTH = 3;

function agree(
  settings: { capacity: number; lifeSpan: number; unit: LifeSpanUnit; ids: number; seed: number },
  operations: number,
): void {
  const { capacity, lifeSpan, unit, ids, seed } = settings;
  const stream = new RandomStream(seed, "operations on a cache");
  const cache = new HistoricalEmbeddingCache({ width: WIDTH, capacity, lifeSpan, lifeSpanUnit: unit });
  const naive = new NaiveCache(capacity, lifeSpan);
  const someIds = () => Uint32Array.from({ length: stream.below(12) }, () => stream.below(ids) * 0x01000193);
  for (let i = 0; i < operations; i++) {
    const kind = stream.below(10);
    if (kind < 4) {
      const list = someIds();
      const rows = Float32Array.from({ length: list.length * WIDTH }, () => stream.uniform());
      cache.store(list, rows);
      list.forEach((id, at) => naive.store(id, [...rows.subarray(at * WIDTH, (at + 1) * WIDTH)]));
    } else if (kind < 8) {
      const list = someIds(), lines = cache.search(list);
      const wanted = [...list].map((id) => naive.search(id));
      assert.deepEqual([...lines].map((line) => line !== MISS), wanted.map((row) => row !== undefined));
      const into = new Float32Array((1 + list.length) * WIDTH);
      cache.load(lines.filter((line) => line !== MISS), into, 1);
      const found = wanted.filter((row) => row !== undefined).flat();
      assert.deepEqual([...into.subarray(WIDTH, WIDTH + found.length)], found);
    } else {
      const ended = kind === 8 ? "iteration" : "epoch";
      cache.tick(ended);
      if (ended === unit) naive.tick();
    }
    assert.equal(cache.size, naive.lines.length);
    assert.ok(cache.size <= capacity);
    const { searched, hits, stored, overwritten, evicted, expired } = naive;
    assert.deepEqual(cache.counts, { searched, hits, stored, overwritten, evicted, expired });
  }
}

Deno.test("capacity, life span, replacement and counts are those of a naive model over 10,000 operations", () => {
  for (const unit of ["iteration", "epoch"] as const) {
    agree({ capacity: 40, lifeSpan: 4, unit, ids: 90, seed: 1 }, 10_000);
  }
});

Deno.test("any small cache does what a naive model does", () => {
  const settings = fc.record({
    capacity: fc.nat({ max: 20 }),
    lifeSpan: fc.nat({ max: 6 }),
    unit: fc.constantFrom("iteration" as const, "epoch" as const),
    ids: fc.integer({ min: 1, max: 60 }),
    seed: fc.nat(),
  });
  fc.assert(fc.property(settings, (chosen) => agree(chosen, 100)), { seed: 1, numRuns: 200 });
});

Deno.test("a cache that grows through several sizes loses nothing", () => {
  const cache = new HistoricalEmbeddingCache({ width: 1, capacity: 20_000 });
  const ids = Uint32Array.from({ length: 20_000 }, (_, i) => 3 * i);
  for (let begin = 0; begin < ids.length; begin += 700) {
    const part = ids.subarray(begin, begin + 700);
    cache.store(part, Float32Array.from(part));
  }
  const all = new Float32Array(ids.length);
  cache.load(cache.search(ids), all);
  assert.deepEqual(all, Float32Array.from(ids));
  assert.equal(cache.counts.evicted, 0);
  assert.deepEqual(cache.content().ids, ids, "the order of storage");
  cache.store(Uint32Array.of(1, 2), Float32Array.of(1, 2));
  assert.deepEqual(cache.content().ids, Uint32Array.of(...ids.subarray(2), 1, 2), "the oldest are evicted");
});

Deno.test("rows keep to their vertices through hundreds of rounds of overwriting a full cache", () => {
  const stream = new RandomStream(3, "rounds"),
    cache = new HistoricalEmbeddingCache({ width: 2, capacity: 500 });
  const latest = new Map<number, number>();
  for (let round = 0; round < 300; round++) {
    const ids = stream.shuffle(Uint32Array.from({ length: 500 }, (_, i) => i)).slice(0, 200);
    const rows = Float32Array.from({ length: 400 }, (_, i) => round * 1000 + i);
    cache.store(ids, rows);
    ids.forEach((id, i) => latest.set(id, rows[2 * i]));
  }
  const ids = Uint32Array.from(latest.keys()), into = new Float32Array(2 * ids.length);
  cache.load(cache.search(ids), into);
  assert.deepEqual([...ids].map((_, i) => into[2 * i]), [...latest.values()]);
  assert.equal(cache.size, 500);
});

Deno.test("memory follows the vertices that are there, unless it is reserved", () => {
  const width = 256, few = new HistoricalEmbeddingCache({ width });
  assert.ok(few.bytes < 100);
  few.store(Uint32Array.of(1), new Float32Array(width));
  assert.ok(few.bytes < 8 * 2 ** 20, `${few.bytes} bytes for one vertex`);
  const reserved = new HistoricalEmbeddingCache({ width, capacity: 10_000, reserved: 10_000 }),
    { bytes } = reserved;
  assert.ok(bytes >= 4 * width * 10_000);
  reserved.store(Uint32Array.from({ length: 10_000 }, (_, i) => i), new Float32Array(width * 10_000));
  assert.equal(reserved.bytes, bytes);
});

Deno.test("a cache without columns counts as one with", () => {
  const cache = new HistoricalEmbeddingCache({ width: 0, capacity: 2, lifeSpan: 0 });
  cache.store(Uint32Array.of(1, 2, 3), new Float32Array());
  assert.deepEqual([...cache.search(Uint32Array.of(1, 2, 3))].map((line) => line !== MISS), [
    false,
    true,
    true,
  ]);
  cache.tick("iteration");
  assert.equal(cache.size, 0);
});

Deno.test("what cannot be is refused", () => {
  for (
    const wrong of [
      { capacity: -1 },
      { capacity: 1.5 },
      { lifeSpan: -1 },
      { width: NaN },
      { reserved: 11 },
    ]
  ) {
    assert.throws(() => new HistoricalEmbeddingCache({ width: 4, capacity: 10, ...wrong }), UsageError);
  }
  const cache = new HistoricalEmbeddingCache({ width: 2, capacity: 10 });
  assert.throws(() => cache.store(Uint32Array.of(1), new Float32Array(3)), UsageError);
  cache.store(Uint32Array.of(1), Float32Array.of(1, 2));
  const [line] = cache.search(Uint32Array.of(1));
  for (const lines of [[MISS], [line + 1], [2 ** 32 - 1]]) {
    assert.throws(() => cache.load(Uint32Array.from(lines), new Float32Array(2)), UsageError);
  }
  for (const firstRow of [1, -1, 0.5, NaN]) {
    assert.throws(() => cache.load(Uint32Array.of(line), new Float32Array(2), firstRow), UsageError);
  }
});
