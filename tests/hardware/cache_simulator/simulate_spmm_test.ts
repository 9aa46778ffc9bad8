import fc from "fast-check";
import assert from "node:assert/strict";
import type { CacheGeometry } from "../../../hardware/cache_simulator/cache_geometry.ts";
import {
  type KernelModel,
  NAIVE_REGISTER,
  NAIVE_RMW,
  ROW_SPLIT,
} from "../../../hardware/cache_simulator/kernel_model.ts";
import {
  type CacheCounts,
  simulateSpmm,
  type SpmmSimulation,
} from "../../../hardware/cache_simulator/simulate_spmm.ts";
import { PUBLISHED_CARDS } from "../../../hardware/models/published_cards.ts";
import { UsageError } from "../../../platform/errors.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";
import { byLine, type PlainProduct, requests, simulatePlainly } from "./plain_simulator.ts";

/** A card of few lines, so that little graphs overflow it. */
function card(changes: Partial<CacheGeometry> = {}): CacheGeometry {
  return {
    sms: 1,
    residentWarps: 1,
    l1Bytes: 8 * 128,
    l1Ways: 8,
    l2Bytes: 32 * 128,
    l2Ways: 4,
    ...changes,
  };
}

const rowLists = fc.array(fc.uniqueArray(fc.nat(40), { maxLength: 36, size: "max" }), {
  minLength: 1,
  maxLength: 14,
  size: "max",
});

function csr(rows: readonly (readonly number[])[]): { rowPtr: Uint32Array; colIdx: Uint32Array } {
  const rowPtr = new Uint32Array(rows.length + 1);
  for (const [row, columns] of rows.entries()) rowPtr[row + 1] = rowPtr[row] + columns.length;
  return { rowPtr, colIdx: Uint32Array.from(rows.flatMap((columns) => [...columns].sort((a, b) => a - b))) };
}

const kernelModels: fc.Arbitrary<KernelModel> = fc.record({
  id: fc.constant("any"),
  panelColumns: fc.constantFrom(4, 32, 40, 128),
  order: fc.constantFrom("panel-major", "row-major"),
  indexLoads: fc.constantFrom("staged", "broadcast"),
  partialSums: fc.constantFrom("register", "global"),
  blockWarps: fc.integer({ min: 1, max: 5 }),
});

const cards: fc.Arbitrary<CacheGeometry> = fc.record({
  sms: fc.integer({ min: 1, max: 4 }),
  residentWarps: fc.integer({ min: 1, max: 5 }),
  l1Bytes: fc.integer({ min: 1, max: 12 }).map((lines) => 128 * lines),
  l1Ways: fc.integer({ min: 1, max: 9 }),
  l2Bytes: fc.integer({ min: 1, max: 60 }).map((lines) => 128 * lines),
  l2Ways: fc.integer({ min: 1, max: 17 }),
});

Deno.test("counts every stream of any kernel on any card as the plain simulator does", async () => {
  let misses = 0, writeBacks = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        rows: rowLists,
        width: fc.integer({ min: 1, max: 150 }),
        kernelModel: kernelModels,
        geometry: cards,
        cacheScale: fc.constantFrom(1, 1 / 2, 1 / 7),
      }),
      async ({ rows, width, kernelModel, geometry, cacheScale }) => {
        const product = { ...csr(rows), width, kernelModel };
        const got = await simulateSpmm({ ...product, card: geometry, cacheScale });
        const wanted = simulatePlainly(product, got.geometry);
        const missed = wanted.loads - wanted.l1Hits;
        assert.equal(got.accesses, wanted.loads + wanted.stores);
        assert.deepEqual([got.l1.sectors, got.l1.hits], [wanted.loads, wanted.l1Hits]);
        assert.deepEqual([got.l2Reads.sectors, got.l2Reads.hits], [missed, missed - wanted.dramReads]);
        assert.equal(got.l2.sectors, missed + wanted.stores);
        assert.equal(got.l2.hits, missed + wanted.stores - wanted.dramReads);
        assert.equal(got.dramReadBytes, 32 * wanted.dramReads);
        assert.equal(got.dramWriteBytes, 32 * wanted.dramWrites);
        assert.equal(got.dramBytes, 32 * (wanted.dramReads + wanted.dramWrites));
        misses += wanted.dramReads;
        writeBacks += wanted.dramWrites;
      },
    ),
    { numRuns: 150, seed: 1 },
  );
  assert.ok(misses > 10_000 && writeBacks > 1_000, `${misses} misses and ${writeBacks} write-backs`);
});

/**
 * Hits of fully associative caches of all sizes at once (Mattson et al. 1970): a load of a sector hits a
 * cache of C lines if, from the sector's last load on, no use of its line was C or more different lines after
 * the one before.
 */
function stackHits(product: PlainProduct, capacities: readonly number[]): number[] {
  const stack: number[] = [];
  const widest = new Map<number, number>();
  const hits = capacities.map(() => 0);
  for (const [, request] of requests(product, { sms: 1, residentWarps: 1 })) {
    if (request.store) continue;
    for (const [line, sectors] of byLine(request)) {
      const distance = stack.indexOf(line);
      if (distance >= 0) stack.splice(distance, 1);
      stack.unshift(line);
      for (let sector = 4 * line; sector < 4 * line + 4; sector++) {
        const known = widest.get(sector);
        if (known === undefined) continue;
        widest.set(sector, Math.max(known, distance));
      }
      for (const sector of sectors) {
        const worst = widest.get(sector);
        capacities.forEach((capacity, i) => hits[i] += worst !== undefined && worst < capacity ? 1 : 0);
        widest.set(sector, 0);
      }
    }
  }
  return hits;
}

Deno.test("a fully associative L1 hits exactly where the stack distance is below its lines", async () => {
  const capacities = [1, 2, 3, 5, 8, 13, 21, 34, 55];
  const stream = new RandomStream(1, "stack distances");
  const rows = Array.from({ length: 60 }, () => {
    const columns = Array.from({ length: stream.below(40) }, () => stream.below(30 + 50 * stream.below(2)));
    return [...new Set(columns)];
  });
  for (const [width, kernelModel] of [[32, ROW_SPLIT], [48, NAIVE_REGISTER], [20, NAIVE_RMW]] as const) {
    const product = { ...csr(rows), width, kernelModel };
    const wanted = stackHits(product, capacities);
    for (const [i, lines] of capacities.entries()) {
      const got = await simulateSpmm({ ...product, card: card({ l1Bytes: 128 * lines, l1Ways: lines }) });
      assert.equal(got.l1.hits, wanted[i], `${kernelModel.id}, ${lines} lines`);
    }
    assert.ok(wanted[0] < wanted[4] && wanted[4] < wanted[8], `no spread in ${wanted}`);
  }
});

Deno.test("counts a product small enough for paper and pencil", async () => {
  // One row, columns 0 and 2, 32 features. Loads: rowPtr 1 + 1, colIdx 1, values 1, two rows of x 4 + 4
  // sectors.
  const product = { rowPtr: Uint32Array.of(0, 2), colIdx: Uint32Array.of(0, 2), width: 32, card: card() };
  const staged = await simulateSpmm({ ...product, kernelModel: ROW_SPLIT });
  assert.deepEqual([staged.l1.sectors, staged.l1.hits], [12, 1], "rowPtr[1] lies in the sector of rowPtr[0]");
  assert.deepEqual([staged.l2.sectors, staged.l2.hits], [15, 4], "11 missed loads, 4 stored sectors of y");
  assert.deepEqual([staged.dramReadBytes, staged.dramWriteBytes], [11 * 32, 4 * 32]);
  // The column id and the value of the second entry are loads of their own, and hit.
  const broadcast = await simulateSpmm({ ...product, kernelModel: NAIVE_REGISTER });
  assert.deepEqual([broadcast.l1.sectors, broadcast.l1.hits, broadcast.dramBytes], [14, 3, 15 * 32]);
  // y is stored after both entries and loaded before the second: from the L2, as stores have no place in the
  // L1.
  const rmw = await simulateSpmm({ ...product, kernelModel: NAIVE_RMW });
  assert.deepEqual([rmw.l1.sectors, rmw.l1.hits, rmw.accesses], [18, 3, 26]);
  assert.deepEqual([rmw.l2Reads.sectors, rmw.l2Reads.hits, rmw.dramBytes], [15, 4, 15 * 32]);
});

/** Communities of 32 vertices that know only each other, under a numbering. */
function communities(perm: Uint32Array): { rowPtr: Uint32Array; colIdx: Uint32Array } {
  const rows: number[][] = Array.from({ length: perm.length }, () => []);
  for (let v = 0; v < perm.length; v++) {
    for (let i = 0; i < 32; i++) rows[perm[v]].push(perm[32 * Math.floor(v / 32) + i]);
  }
  return csr(rows);
}

function simulateCommunities(perm: Uint32Array, cacheScale = 1 / 64): Promise<CacheCounts> {
  const kernelModel = ROW_SPLIT;
  return simulateSpmm({
    ...communities(perm),
    width: 64,
    card: PUBLISHED_CARDS["titan-rtx"],
    kernelModel,
    cacheScale,
  });
}

Deno.test("sees that communities numbered together fit the L2 and scattered ones do not, twice alike", async () => {
  const vertices = 16_384;
  const together = await simulateCommunities(Uint32Array.from({ length: vertices }, (_, v) => v));
  const scattered = randomPermutation(vertices, new RandomStream(1, "scatter"));
  const apart = await simulateCommunities(scattered);
  assert.equal(together.accesses, apart.accesses);
  assert.ok(together.l2Reads.hitRate > 0.6, `together ${together.l2Reads.hitRate}`);
  assert.ok(apart.l2Reads.hitRate < 0.3, `apart ${apart.l2Reads.hitRate}`);
  assert.deepEqual(await simulateCommunities(scattered), apart);
});

Deno.test("the first panels alone are those of a narrower product, and only of kernels that take panels in turn", async () => {
  const stream = new RandomStream(5, "panels");
  const { rowPtr, colIdx } = csr(
    Array.from({ length: 300 }, () => [...new Set(Array.from({ length: 9 }, () => stream.below(300)))]),
  );
  const product = { rowPtr, colIdx, width: 128, card: card({ l2Bytes: 64 * 128 }), kernelModel: ROW_SPLIT };
  const [all, four, one] = await Promise.all(
    [product, { ...product, panels: 4 }, { ...product, panels: 1 }].map((each) => simulateSpmm(each)),
  );
  assert.deepEqual(four, all);
  assert.deepEqual(await simulateSpmm({ ...product, panels: 9 }), all);
  assert.equal(4 * one.accesses, all.accesses);
  const rowMajor = { ...product, kernelModel: NAIVE_REGISTER, panels: 1 };
  await assert.rejects(simulateSpmm(rowMajor), UsageError);
  await assert.rejects(simulateSpmm({ ...product, panels: 0 }), UsageError);
});

Deno.test("a cache that holds everything fetches every sector once and writes each result once", async () => {
  const vertices = 2048, width = 64;
  const { l1, dramReadBytes, dramWriteBytes } = await simulateCommunities(
    randomPermutation(vertices, new RandomStream(1, "all")),
    1,
  );
  const entries = 32 * vertices;
  assert.equal(dramReadBytes, 32 * Math.ceil((vertices + 1) / 8) + 4 * entries * 2 + 4 * width * vertices);
  assert.equal(dramWriteBytes, 4 * width * vertices);
  assert.ok(l1.hits > 0);
});

Deno.test("shrinks both caches and the resident warps by the scale, never below one", async () => {
  const simulate = async (cacheScale: number) =>
    (await simulateSpmm({
      rowPtr: Uint32Array.of(0),
      colIdx: new Uint32Array(0),
      width: 1,
      kernelModel: ROW_SPLIT,
      card: PUBLISHED_CARDS["titan-rtx"],
      cacheScale,
    })).geometry;
  assert.deepEqual(await simulate(1), {
    sms: 72,
    residentWarps: 32,
    l1: { sets: 4, ways: 128 },
    l2: { sets: 3072, ways: 16 },
  });
  assert.deepEqual(await simulate(1 / 16), {
    sms: 72,
    residentWarps: 2,
    l1: { sets: 1, ways: 32 },
    l2: { sets: 192, ways: 16 },
  });
  assert.deepEqual(await simulate(1e-9), {
    sms: 72,
    residentWarps: 1,
    l1: { sets: 1, ways: 1 },
    l2: { sets: 1, ways: 1 },
  });
});

Deno.test("a product without entries counts what it stores and has no rate of nothing", async () => {
  const empty = await simulateSpmm({
    rowPtr: new Uint32Array(1),
    colIdx: new Uint32Array(0),
    width: 8,
    card: card(),
    kernelModel: ROW_SPLIT,
  });
  assert.deepEqual([empty.accesses, empty.l1.hitRate, empty.l2.hitRate, empty.dramBytes], [0, 0, 0, 0]);
  const rows = await simulateSpmm({
    rowPtr: new Uint32Array(4),
    colIdx: new Uint32Array(0),
    width: 8,
    card: card(),
    kernelModel: ROW_SPLIT,
  });
  assert.deepEqual([rows.l2.sectors, rows.l2.hits, rows.dramWriteBytes], [4, 3, 96]);
});

Deno.test("refuses what is no CSR matrix, no size, or too large a card's memory", async () => {
  const good: SpmmSimulation = {
    rowPtr: Uint32Array.of(0, 1),
    colIdx: Uint32Array.of(0),
    width: 8,
    card: card(),
    kernelModel: ROW_SPLIT,
  };
  const bad: readonly [Partial<SpmmSimulation>, RegExp][] = [
    [{ rowPtr: new Uint32Array(0) }, /0 as the first/],
    [{ rowPtr: Uint32Array.of(1, 1) }, /0 as the first/],
    [{ rowPtr: Uint32Array.of(0, 2, 1) }, /row 1 with a negative length/],
    [{ rowPtr: Uint32Array.of(0, 2) }, /1 entry.*2/],
    [{ width: 0 }, /width 0/],
    [{ width: 1.5 }, /width 1.5/],
    [{ kernelModel: { ...ROW_SPLIT, panelColumns: 0 } }, /panelColumns 0/],
    [{ kernelModel: { ...ROW_SPLIT, blockWarps: NaN } }, /blockWarps NaN/],
    [{ cacheScale: 0 }, /scale 0 of/],
    [{ cacheScale: 2 }, /scale 2 of/],
    [{ card: card({ sms: 0 }) }, /of 0, 1/],
    [{ card: card({ l2Ways: 2 ** 16 + 1 }) }, /at most 65536 ways/],
    [{ width: 2 ** 20, colIdx: Uint32Array.of(2 ** 20) }, /of operands.*256 GiB/],
  ];
  for (const [change, message] of bad) {
    await assert.rejects(
      () => simulateSpmm({ ...good, ...change }),
      (error) => error instanceof UsageError && message.test(error.message),
      JSON.stringify(change),
    );
  }
});
