import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr, type CsrMatrix } from "../../../graph/csr.ts";
import { layerKey, VertexDraws } from "../../../graph/sampling/draws.ts";
import { compactIds, sampleBatch, sampledEdges, uniformNeighbors } from "../../../graph/sampling/mod.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { threefry2x32 } from "../../../platform/random.ts";
import { graphOf, graphs, SHAPES } from "../graph_fixture.ts";

/** In-neighbours of a vertex. */
const neighbors = ({ rowPtr, colIdx }: CsrMatrix, v: number) => colIdx.subarray(rowPtr[v], rowPtr[v + 1]);

const samplings = fc.record({
  graph: graphs.filter(({ rows }) => rows > 0),
  fanouts: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }),
  picks: fc.array(fc.nat(1000), { maxLength: 15, size: "max" }),
  batch: fc.nat(),
});

Deno.test("a row has min(fan-out, degree) different neighbours, and blocks chain from the seeds outward", async () => {
  await fc.assert(
    fc.asyncProperty(samplings, async ({ graph, fanouts, picks, batch }) => {
      const given = Uint32Array.from(picks, (pick) => pick % graph.rows);
      const draw = uniformNeighbors(graph, { fanouts, seed: 3 });
      const sampled = await sampleBatch(draw, { seeds: given, batch });
      assert.deepEqual(sampled.seeds, Uint32Array.from(new Set(given)));
      assert.deepEqual(Uint32Array.from(sampled.seedRows, (row) => sampled.seeds[row]), given);
      let destinations: Uint32Array = sampled.seeds;
      for (let layer = fanouts.length - 1; layer >= 0; layer--) {
        const { matrix, sources } = sampled.blocks[layer];
        assertCsr(matrix);
        assert.equal(matrix.cols, sources.length);
        assert.equal(new Set(sources).size, sources.length, "each source once");
        assert.deepEqual(sources.slice(0, matrix.rows), destinations);
        for (let row = 0; row < matrix.rows; row++) {
          const all = neighbors(graph, destinations[row]);
          const drawn = Uint32Array.from(neighbors(matrix, row), (col) => sources[col]);
          assert.equal(drawn.length, Math.min(fanouts[layer], all.length));
          assert.ok(drawn.every((u) => all.includes(u)));
        }
        destinations = sources;
      }
    }),
    { numRuns: 150, seed: 1 },
  );
});

Deno.test("words of a vertex are the halves of its Threefry blocks, and numbers are made of them in turn", () => {
  const of = { seed: 5, batch: 6, layer: 1 }, key = layerKey(of), block = new Uint32Array(2);
  const word = (vertex: number, i: number) => {
    threefry2x32(key[0], key[1], vertex, i >>> 1, block);
    return block[i & 1];
  };
  const draws = new VertexDraws(of);
  for (const vertex of [7, 2 ** 32 - 1, 0, 7]) {
    draws.start(vertex);
    for (let i = 0; i < 7; i++) assert.equal(draws.uint32(), word(vertex, i));
    draws.start(vertex);
    for (let i = 0; i < 6; i += 2) {
      assert.equal(draws.uint53(), (word(vertex, i) >>> 11) * 2 ** 32 + word(vertex, i + 1));
    }
    // A quarter of the words lies behind the last whole run of 3 * 2^30 numbers.
    for (const bound of [1, 10, 3 * 2 ** 30, 2 ** 32 - 1]) {
      const whole = Math.floor(2 ** 32 / bound) * bound;
      const kept = Array.from({ length: 80 }, (_, i) => word(vertex, i)).filter((each) => each < whole);
      draws.start(vertex);
      for (let i = 0; i < 30; i++) assert.equal(draws.below(bound), kept[i] % bound);
    }
  }
});

Deno.test("what is drawn for a vertex depends on no other vertex of the batch", () => {
  const draw = uniformNeighbors(SHAPES.clique, { fanouts: [4, 7], seed: 2 });
  const rowOf = (destinations: Uint32Array, v: number) => {
    const { rowPtr, neighbors } = draw.draw(destinations, { batch: 5, layer: 1 });
    const row = destinations.indexOf(v);
    return [...neighbors.subarray(rowPtr[row], rowPtr[row + 1])];
  };
  const alone = rowOf(Uint32Array.of(11), 11);
  assert.equal(alone.length, 7);
  assert.deepEqual(rowOf(Uint32Array.of(3, 30, 11, 7), 11), alone);
  assert.deepEqual(rowOf(Uint32Array.of(11, 2), 11), alone);
});

Deno.test("seed, batch and layer each draw anew, and the same ones the same", () => {
  const destinations = Uint32Array.of(0, 1, 2, 3, 4, 5);
  const drawn = (seed: number, batch: number, layer: number) =>
    uniformNeighbors(SHAPES.clique, { fanouts: [8, 8], seed })
      .draw(destinations, { batch, layer }).neighbors.join();
  const all = [[1, 0, 0], [2, 0, 0], [1, 1, 0], [1, 0, 1]].map(([s, b, l]) => drawn(s, b, l));
  assert.equal(new Set(all).size, all.length);
  assert.equal(drawn(1, 0, 0), all[0]);
});

Deno.test("every set of neighbours is as likely as any other", () => {
  // 3 of 6: 20 sets; 6,000 draws give 300 each, with a standard deviation of 17.
  const star = graphOf(7, [1, 2, 3, 4, 5, 6].map((u) => [u, 0] as const));
  const draw = uniformNeighbors(star, { fanouts: [3], seed: 4 });
  const times = new Map<string, number>();
  for (let batch = 0; batch < 6000; batch++) {
    const set = draw.draw(Uint32Array.of(0), { batch, layer: 0 }).neighbors.toSorted().join();
    times.set(set, (times.get(set) ?? 0) + 1);
  }
  assert.equal(times.size, 20);
  const chiSquare = sumOf(times.values(), (n) => (n - 300) ** 2 / 300);
  // 19 degrees of freedom: above 43.8 once in a thousand seeds.
  assert.ok(chiSquare < 43.8, `chi-square ${chiSquare}`);
});

Deno.test("isolated seeds, fan-outs above the degree, no seeds", async () => {
  const isolated = uniformNeighbors(SHAPES["isolated vertices"], { fanouts: [5, 10], seed: 1 });
  const alone = await sampleBatch(isolated, { seeds: Uint32Array.of(4, 4, 8), batch: 0 });
  assert.equal(sampledEdges(alone), 0);
  assert.deepEqual([...alone.blocks[0].sources], [4, 8]);
  const whole = uniformNeighbors(SHAPES.star, { fanouts: [64], seed: 1 });
  const leaf = await sampleBatch(whole, { seeds: Uint32Array.of(7), batch: 0 });
  assert.deepEqual([...leaf.blocks[0].sources], [7, 0]);
  for (const graph of [SHAPES.empty, SHAPES.star]) {
    const draw = uniformNeighbors(graph, { fanouts: [2, 2], seed: 1 });
    const { blocks, seeds } = await sampleBatch(draw, { seeds: new Uint32Array(), batch: 0 });
    assert.equal(seeds.length, 0);
    for (const { matrix, sources } of blocks) {
      assertCsr(matrix);
      assert.deepEqual([matrix.rows, matrix.cols, sources.length], [0, 0, 0]);
    }
  }
});

Deno.test("another ID map gives the same edges under other labels", async () => {
  const draw = uniformNeighbors(SHAPES.clique, { fanouts: [3, 5], seed: 6 });
  const seeds = Uint32Array.of(9, 30, 2);
  const backwards = (ids: Uint32Array, kept: Uint32Array) => {
    const { unique } = compactIds(ids, kept);
    unique.subarray(kept.length).reverse();
    return Promise.resolve({ unique, local: ids.map((id) => unique.indexOf(id)) });
  };
  const plain = await sampleBatch(draw, { seeds, batch: 1 });
  const other = await sampleBatch(draw, { seeds, batch: 1 }, backwards);
  const edges = ({ matrix, sources }: typeof plain.blocks[number]) => {
    assertCsr(matrix);
    return Array.from(
      { length: matrix.rows },
      (_, row) =>
        [sources[row], ...Uint32Array.from(neighbors(matrix, row), (col) => sources[col]).sort()].join(),
    ).sort();
  };
  assert.notDeepEqual(other.blocks[0].sources, plain.blocks[0].sources);
  for (const layer of [0, 1]) assert.deepEqual(edges(other.blocks[layer]), edges(plain.blocks[layer]));
});

Deno.test("seeds that are no vertex, batches without a number and impossible fan-outs are refused", async () => {
  const draw = uniformNeighbors(SHAPES.path, { fanouts: [2], seed: 1 });
  await assert.rejects(
    () => sampleBatch(draw, { seeds: Uint32Array.of(1, 300), batch: 0 }),
    /300 at place 1/,
  );
  await assert.rejects(
    () => sampleBatch(draw, { seeds: Uint32Array.of(300, 1), batch: 0 }),
    /300 at place 0, wanted a vertex from 0 to 299/,
  );
  const { empty } = SHAPES, none = uniformNeighbors(empty, { fanouts: [2], seed: 1 });
  await assert.rejects(
    () => sampleBatch(none, { seeds: Uint32Array.of(0), batch: 0 }),
    /wanted no seed at all: the graph is empty/,
  );
  for (const batch of [-1, 0.5, 2 ** 32]) {
    await assert.rejects(() => sampleBatch(draw, { seeds: Uint32Array.of(1), batch }), UsageError);
  }
  for (const fanouts of [[], [0], [65], [3, 2.5]]) {
    assert.throws(() => uniformNeighbors(SHAPES.path, { fanouts, seed: 1 }), UsageError);
  }
});

Deno.test("compact ids are numbered by first occurrence, kept ones first", () => {
  const ids = fc.array(fc.oneof(fc.nat(20), fc.integer({ min: 2 ** 32 - 5, max: 2 ** 32 - 2 })), {
    maxLength: 60,
    size: "max",
  });
  fc.assert(
    fc.property(ids, fc.uniqueArray(fc.nat(20)), (values, kept) => {
      const { local, unique } = compactIds(Uint32Array.from(values), Uint32Array.from(kept));
      assert.deepEqual([...unique], [...new Set([...kept, ...values])]);
      assert.deepEqual(Array.from(local, (id) => unique[id]), values);
    }),
    { seed: 1 },
  );
});
