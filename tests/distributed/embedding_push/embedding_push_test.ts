import assert from "node:assert/strict";
import fc from "fast-check";
import { HistoricalEmbeddingCache } from "../../../distributed/embedding_cache/historical_embedding_cache.ts";
import { choosePush } from "../../../distributed/embedding_push/embedding_push.ts";
import { AscendingIds } from "../../../distributed/embedding_push/ascending_ids.ts";
import { mapVertices, pushMap } from "../../../distributed/embedding_push/push_map.ts";
import { pushMessages, readPush } from "../../../distributed/embedding_push/push_message.ts";
import { WeightedSampler } from "../../../distributed/embedding_push/weighted_sample.ts";
import { haloSources } from "../../../distributed/local_batch/local_batch.ts";
import { withoutMisses } from "../../../distributed/local_batch/missed_sources.ts";
import { haloVertices } from "../../../distributed/partition/rank_partition.ts";
import { rankPartitions } from "../../../distributed/partition/rank_partitions.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { batchOf, graph, ranksOf } from "../ranked_graph.ts";

const DRAW = { seed: 1, iteration: 3, layer: 0 };

Deno.test("both Maps find the solid vertices that each rank has as halo, with 70 ranks too", () => {
  const parts = Uint32Array.from({ length: graph.rows }, (_, v) => v % 70);
  for (
    const ranks of [ranksOf(4), ranksOf(1), rankPartitions(graph, { parts, count: 70 }, new Uint32Array())]
  ) {
    for (const part of ranks) {
      const map = pushMap(part),
        vertices = Uint32Array.from({ length: part.solid }, (_, p) => part.solid - 1 - p);
      const byVertex = mapVertices(map, vertices, "vertex"), byRank = mapVertices(map, vertices, "rank");
      assert.deepEqual(byVertex.places.map((list) => [...list]), byRank.places.map((list) => [...list]));
      assert.equal(byRank.lookUps, (ranks.length - 1) * part.solid);
      assert.equal(byVertex.lookUps, part.solid);
      ranks.forEach((other, j) => {
        const halo = new Set(haloVertices(other));
        const wanted = [...vertices.keys()].filter((i) =>
          j !== part.rank && halo.has(part.vertices[vertices[i]])
        );
        assert.deepEqual([...byRank.places[j]], wanted);
      });
    }
  }
  const [part] = ranksOf(4);
  assert.throws(() => mapVertices(pushMap(part), Uint32Array.of(part.solid)), UsageError);
});

Deno.test("an id is found among ascending ones, however they lie below the bound", () => {
  const stream = new RandomStream(3, "ascending ids");
  const random = Uint32Array.from({ length: 300 }, () => stream.below(5000));
  const cases: [readonly number[], number][] = [
    [[], 0],
    [[], 7],
    [[0], 1],
    [[4_000_000_000], 4_294_967_295],
    [Array.from({ length: 64 }, (_, i) => i), 64],
    [Array.from({ length: 100 }, (_, i) => 900 + i), 1000],
    [[...new Set(random)].sort((a, b) => a - b), 5000],
  ];
  for (const [list, bound] of cases) {
    const ids = new AscendingIds(Uint32Array.from(list), bound);
    assert.ok(ids.bytes > 4 * list.length && ids.bytes <= 4 * (2 * list.length + 2));
    for (const asked of [...list, ...list.flatMap((id) => [id - 1, id + 1]), 0, bound - 1]) {
      if (asked >= 0 && asked < bound) assert.equal(ids.placeOf(asked), list.indexOf(asked));
    }
  }
});

Deno.test("a map has the size of the halo copies, on however many solid vertices", () => {
  const vertices = Uint32Array.of(5, 900_000, 5, 17);
  const dbHalo = { rankPtr: Uint32Array.of(0, 0, 2, 4), vertices };
  const map = pushMap({ rank: 0, ranks: 3, solid: 1_000_000, dbHalo });
  assert.deepEqual([...map.boundary.ids], [5, 17, 900_000]);
  assert.ok(map.boundary.bytes + map.ptr.byteLength + map.copies.byteLength <= 12 * 4 + 4);
  const { places } = mapVertices(map, Uint32Array.of(17, 4, 5, 900_000, 6));
  assert.deepEqual(places.map((list) => [...list]), [[], [2, 3], [0, 2]]);
});

Deno.test("messages are bit by bit those of a map with a bit a vertex and rank", async () => {
  const width = 3, parts = Uint32Array.from({ length: graph.rows }, (_, v) => v % 70);
  const many = rankPartitions(graph, { parts, count: 70 }, Uint32Array.from(parts, (_, v) => v));
  for (const part of [...ranksOf(4), ...many.slice(0, 6)]) {
    const { local: { blocks } } = await batchOf(part), map = pushMap(part);
    const { rankPtr, vertices: copied } = part.dbHalo;
    const bits = Array.from({ length: part.ranks }, (_, j) => {
      const row = new Uint8Array(part.solid);
      for (let i = rankPtr[j]; i < rankPtr[j + 1]; i++) row[copied[i]] = 1;
      return row;
    });
    for (const [layer, block] of blocks.entries()) {
      const input = Float32Array.from({ length: block.solid * width }, (_, i) => i / 7);
      const own = block.sources.subarray(0, block.solid), ids = own.map((p) => part.vertices[p]);
      const weights = Float64Array.from(own, (p) => {
        return Math.max(1, part.graph.rowPtr[p + 1] - part.graph.rowPtr[p]);
      });
      const draw = { ...DRAW, layer }, limit = 4;
      const rows = bits.map((row, receiver) => {
        const candidates = Uint32Array.from([...own.keys()].filter((i) => row[own[i]] === 1));
        return new WeightedSampler({ ...draw, count: limit, ids, weights }).sample(receiver, candidates);
      });
      const wanted = rows.map((chosen) => {
        const floats = Float32Array.from(
          [...chosen].flatMap((row) => [...input.subarray(row * width, (row + 1) * width)]),
        );
        return [...chosen].map((row) => ids[row]).concat([...new Uint32Array(floats.buffer)]);
      });
      for (const mapOrder of ["rank", "vertex"] as const) {
        const push = choosePush(block, { part, map }, { ...draw, limit, mapOrder });
        assert.deepEqual(pushMessages(push, input, width).map((words) => [...words]), wanted);
      }
    }
    assert.ok(bits.some((row) => row.includes(1)));
  }
});

Deno.test("a push has at most the limit of vertices a rank, the same again for the same draw", async () => {
  const ranks = ranksOf(4);
  for (const part of ranks) {
    const { local: { blocks: [block] } } = await batchOf(part), context = { part, map: pushMap(part) };
    const all = choosePush(block, context, DRAW);
    assert.equal(all.mapped, sumOf(all.rows, (rows) => rows.length));
    for (const limit of [0, 1, 5, 10_000]) {
      const push = choosePush(block, context, { ...DRAW, limit });
      assert.deepEqual(push, choosePush(block, context, { ...DRAW, limit, mapOrder: "vertex" }));
      assert.equal(push.mapped, all.mapped);
      push.rows.forEach((rows, j) => {
        assert.equal(rows.length, Math.min(limit, all.rows[j].length));
        assert.ok(rows.every((row, i) => row < block.solid && (i === 0 || row > rows[i - 1])));
        const halo = new Set(haloVertices(ranks[j]));
        assert.ok(push.ids[j].every((id) => halo.has(id)));
        assert.deepEqual([...push.ids[j]], [...rows].map((row) => part.vertices[block.sources[row]]));
      });
    }
    const again = choosePush(block, context, { ...DRAW, iteration: 4, limit: 5 });
    assert.notDeepEqual(again.rows, choosePush(block, context, { ...DRAW, limit: 5 }).rows);
    for (const limit of [-1, 0.5, NaN]) {
      assert.throws(() => choosePush(block, context, { ...DRAW, limit }), UsageError);
    }
  }
});

Deno.test("vertices are drawn in proportion to their weight, whichever others are candidates", () => {
  const weights = Float64Array.of(1, 2, 3, 4), ids = Uint32Array.of(9, 5, 7, 1);
  const all = Uint32Array.of(0, 1, 2, 3), of = { layer: 0, ids, weights };
  const drawn = [0, 0, 0, 0], trials = 20_000;
  for (let iteration = 0; iteration < trials; iteration++) {
    const sample = new WeightedSampler({ ...of, seed: 1, iteration, count: 1 }).sample(1, all);
    drawn[sample[0]]++;
  }
  drawn.forEach((times, i) => {
    const share = weights[i] / 10, error = Math.sqrt(share * (1 - share) / trials);
    assert.ok(Math.abs(times / trials - share) < 4 * error, `${times} of ${trials} for weight ${weights[i]}`);
  });
  // The second of two is drawn among those that are left: probabilities by the definition of successive
  // draws.
  const both = [0, 0, 0, 0];
  for (let iteration = 0; iteration < trials; iteration++) {
    for (const i of new WeightedSampler({ ...of, seed: 2, iteration, count: 2 }).sample(1, all)) {
      both[i]++;
    }
  }
  both.forEach((times, i) => {
    let share = weights[i] / 10;
    weights.forEach((first, j) => share += j === i ? 0 : first / 10 * weights[i] / (10 - first));
    const error = Math.sqrt(share * (1 - share) / trials);
    assert.ok(Math.abs(times / trials - share) < 4 * error, `${times} of ${trials} for weight ${weights[i]}`);
  });
});

Deno.test("a sample is the candidates with the smallest keys, also out of thousands", () => {
  const size = 5000, ids = Uint32Array.from({ length: size }, (_, i) => 7 * i);
  const weights = Float64Array.from({ length: size }, (_, i) => 1 + i % 13);
  const candidates = Uint32Array.from({ length: size }, (_, i) => i);
  const draw = { ...DRAW, ids, weights };
  let before = new Set<number>();
  for (const count of [0, 1, 2, 100, 2000, 4999, 5000, 6000]) {
    const sample = new WeightedSampler({ ...draw, count }).sample(2, candidates);
    assert.equal(sample.length, Math.min(count, size));
    assert.ok(sample.every((place, i) => place < size && (i === 0 || place > sample[i - 1])));
    const now = new Set(sample);
    assert.ok([...before].every((place) => now.has(place)), "a larger sample holds the smaller");
    before = now;
  }
});

Deno.test("of equal keys the first candidates are drawn, behind all smaller keys and before all larger ones", () => {
  const weightOf = (id: number) => 1 + id % 3;
  const drawn = (ids: readonly number[], count: number) => {
    const of = { ids: Uint32Array.from(ids), weights: Float64Array.from(ids, weightOf) };
    return [...new WeightedSampler({ ...DRAW, ...of, count }).sample(2, Uint32Array.from(ids.keys()))];
  };
  // Samples of some vertices hold the smaller ones, so that they tell the order of the keys.
  const distinct = [0, 1, 2, 3, 4, 5, 6], ranks = new Map<number, number>();
  for (const count of [1, 2, 3, 4, 5, 6, 7]) {
    for (const id of drawn(distinct, count)) if (!ranks.has(id)) ranks.set(id, count);
  }
  fc.assert(
    fc.property(fc.array(fc.nat(6), { maxLength: 60, size: "max" }), fc.nat(60), (ids, count) => {
      const byKey = [...ids.keys()].toSorted((a, b) => ranks.get(ids[a])! - ranks.get(ids[b])! || a - b);
      assert.deepEqual(drawn(ids, count), byKey.slice(0, count).toSorted((a, b) => a - b));
    }),
    { numRuns: 300 },
  );
});

Deno.test("seed, iteration, layer and receiver each change what is drawn, in every bit", () => {
  const size = 200, places = Uint32Array.from({ length: size }, (_, i) => i);
  const of = { count: 20, ids: places, weights: new Float64Array(size).fill(1) };
  const draws = [0, 1, 2, 3, 2 ** 31].flatMap((value) => [
    { seed: value },
    { iteration: value },
    { layer: value },
    { receiver: value },
  ]);
  const samples = draws.map(({ receiver = 7, ...draw }) =>
    new WeightedSampler({ ...of, seed: 7, iteration: 7, layer: 7, ...draw }).sample(receiver, places).join()
  );
  assert.equal(new Set(samples).size, draws.length);
});

Deno.test("who is drawn of some candidates does not depend on the places of the others", () => {
  const size = 3000, ids = Uint32Array.from({ length: size }, (_, i) => 7 * i);
  const weights = Float64Array.from({ length: size }, (_, i) => 1 + i % 13);
  const even = Uint32Array.from({ length: size / 2 }, (_, i) => 2 * i);
  const among = new WeightedSampler({ ...DRAW, count: 50, ids, weights }).sample(2, even);
  const alone = new WeightedSampler({
    ...DRAW,
    count: 50,
    ids: even.map((place) => ids[place]),
    weights: Float64Array.from(even, (place) => weights[place]),
  }).sample(2, even.map((_, i) => i));
  assert.deepEqual([...among], [...alone].map((i) => even[i]));
});

Deno.test("messages carry ids and rows, stay below the bound, and fill the receivers' caches", async () => {
  const ranks = ranksOf(4), width = 6, limit = 8;
  const embedding = (id: number, c: number) => id + c / 8;
  const caches = ranks.map(() => new HistoricalEmbeddingCache({ width, capacity: 1000 }));
  for (const part of ranks) {
    const { local: { blocks: [block] } } = await batchOf(part);
    const input = new Float32Array(block.solid * width);
    for (let row = 0; row < block.solid; row++) {
      for (let c = 0; c < width; c++) {
        input[row * width + c] = embedding(part.vertices[block.sources[row]], c);
      }
    }
    const push = choosePush(block, { part, map: pushMap(part) }, { ...DRAW, limit });
    const messages = pushMessages(push, input, width);
    const bytes = sumOf(messages, (message) => message.byteLength);
    // As printed, (R - 1) * nc * (4 dim + 8): its ids have 8 bytes.
    assert.ok(bytes > 0 && bytes <= (4 - 1) * limit * (4 * width + 8));
    assert.equal(messages[part.rank].length, 0);
    messages.forEach((message, j) => {
      const { ids, embeddings } = readPush(structuredClone(message), width);
      assert.deepEqual(ids, push.ids[j].slice());
      caches[j].store(ids, embeddings);
    });
    assert.throws(() => pushMessages(push, new Float32Array(), width), UsageError);
    const most = Math.max(...push.rows.flatMap((rows) => [...rows]));
    assert.throws(() => pushMessages(push, new Float32Array((most + 1) * width - 1), width), UsageError);
  }
  for (const part of ranks) {
    const { local: { blocks: [block] } } = await batchOf(part), cache = caches[part.rank];
    const ids = haloSources(block, part), lines = cache.search(ids);
    const { block: received, hits } = withoutMisses(block, lines);
    const input = new Float32Array(received.sources.length * width);
    cache.load(hits, input, received.solid);
    assert.ok(hits.length > 0 && hits.length < ids.length);
    for (let row = received.solid; row < received.sources.length; row++) {
      const id = part.vertices[received.sources[row]];
      for (let c = 0; c < width; c++) assert.equal(input[row * width + c], Math.fround(embedding(id, c)));
    }
  }
  assert.throws(() => readPush(new Uint32Array(5), 3), UsageError);
});
