import assert from "node:assert/strict";
import fc from "fast-check";
import { nnz } from "../../graph/csr.ts";
import { csrFromEdges } from "../../graph/edges.ts";
import { denseShare, denseTiles, fillHistogram, tileGrid, tileMatrix } from "../../graph/tiles.ts";
import { submatrix } from "../../graph/submatrix.ts";
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { RandomStream } from "../../platform/random.ts";
import { entriesOf, SHAPES, weightedGraphs } from "./graph_fixture.ts";

/** Graphs on 0 to 150 vertices: several tiles a side, the last ones cut. */
const manyTiles = fc.tuple(fc.integer({ min: 1, max: 150 }), fc.nat({ max: 900 }), fc.nat()).map(
  ([vertices, edges, seed]) => {
    const stream = new RandomStream(seed, "tiles");
    const draw = () => Uint32Array.from({ length: edges }, () => stream.below(vertices));
    return csrFromEdges({ vertices, source: draw(), target: draw() });
  },
);

Deno.test("tiles hold every entry with its value, row by row, tiles ascending and none empty", () => {
  fc.assert(fc.property(fc.oneof(manyTiles, weightedGraphs), (matrix) => {
    const tiled = tileMatrix(matrix);
    const found = new Map<string, number>();
    for (let i = 0; i < tiled.tileRows; i++) {
      for (let t = tiled.tilePtr[i]; t < tiled.tilePtr[i + 1]; t++) {
        assert.ok(t === tiled.tilePtr[i] || tiled.tileCol[t] > tiled.tileCol[t - 1]);
        assert.ok(tiled.tileCol[t] < tiled.tileCols && tiled.entryPtr[t + 1] > tiled.entryPtr[t]);
        for (let e = tiled.entryPtr[t], last = -1; e < tiled.entryPtr[t + 1]; e++) {
          const place = tiled.entryRow[e] * 32 + tiled.entryCol[e];
          assert.ok(place > last);
          last = place;
          const row = 32 * i + tiled.entryRow[e], col = 32 * tiled.tileCol[t] + tiled.entryCol[e];
          found.set(`${row},${col}`, tiled.values[e]);
        }
      }
    }
    assert.equal(tiled.tilePtr[tiled.tileRows], tiled.tileCol.length);
    assert.deepEqual(found, entriesOf(matrix));
  }));
});

Deno.test("a rectangular matrix is tiled by its own two sides", () => {
  const { tileRows, tileCols, tilePtr, entryPtr } = tileGrid(submatrix(SHAPES.path, { rows: [0, 33] }));
  assert.deepEqual([tileRows, tileCols], [2, 10]);
  assert.deepEqual([...tilePtr], [0, 2, 4]);
  assert.equal(entryPtr.at(-1), 65);
});

Deno.test("5 % of a tile begins at 52 entries", () => {
  // Tile (0, 0) has 51 entries, tile (0, 1) has 52.
  const places = [...Array(51).keys(), ...Array.from({ length: 52 }, (_, k) => 1024 + k)];
  const grid = tileGrid(csrFromEdges({
    vertices: 64,
    source: Uint32Array.from(places, (k) => 32 * (k >>> 10) + (k & 31)),
    target: Uint32Array.from(places, (k) => (k & 1023) >>> 5),
  }));
  assert.deepEqual([...denseTiles(grid, 0.05)], [0, 1]);
  assert.deepEqual(denseShare(grid, 0.05), { tiles: 2, denseTiles: 1, denseNnzShare: 52 / 103 });
  assert.deepEqual([...denseTiles(grid, 52 / 1024)], [0, 0], "not more than the threshold");
  assert.deepEqual([...denseTiles(grid, 0)], [1, 1]);
  assert.deepEqual([...denseTiles(grid, 1)], [0, 0]);
  for (const wrong of [5, -0.1, NaN]) assert.throws(() => denseTiles(grid, wrong), UsageError);
});

Deno.test("the fill histogram loses no tile and no entry and agrees with the thresholds that are its bounds", () => {
  fc.assert(fc.property(manyTiles, (matrix) => {
    const grid = tileGrid(matrix), bins = fillHistogram(matrix);
    const sum = (of: "tiles" | "nnz", over = 0) =>
      sumOf(bins.filter((bin) => bin.over >= over), (bin) => bin[of]);
    assert.equal(sum("tiles"), grid.tileCol.length);
    assert.equal(sum("nnz"), nnz(matrix));
    for (const threshold of [0.02, 0.05, 0.1]) {
      assert.equal(sum("tiles", threshold), denseShare(grid, threshold).denseTiles);
    }
  }));
  assert.deepEqual(fillHistogram(SHAPES["one loop"])[0], {
    over: 0,
    upTo: 0.001,
    tiles: 1,
    nnz: 1,
  });
});

Deno.test("a matrix without entries has no tiles and no dense share", () => {
  for (const shape of ["empty", "isolated vertices"]) {
    const grid = tileGrid(SHAPES[shape]);
    assert.equal(grid.tileCol.length, 0);
    assert.deepEqual(denseShare(grid, 0.05), { tiles: 0, denseTiles: 0, denseNnzShare: 0 });
  }
});

Deno.test("a bin's upper bound is within it: half full tiles and full ones are counted where they belong", () => {
  const tile = (entries: number) => {
    const at = Array.from({ length: entries }, (_, i) => i);
    return csrFromEdges({
      vertices: 32,
      source: Uint32Array.from(at, (i) => i % 32),
      target: Uint32Array.from(at, (i) => Math.floor(i / 32)),
    });
  };
  const binOf = (entries: number) => {
    const bins = fillHistogram(tile(entries)).filter(({ tiles }) => tiles > 0);
    return bins.map(({ over, upTo, tiles, nnz }) => [over, upTo, tiles, nnz]);
  };
  assert.deepEqual(binOf(1024), [[0.5, 1, 1, 1024]]);
  assert.deepEqual(binOf(513), [[0.5, 1, 1, 513]]);
  assert.deepEqual(binOf(512), [[0.2, 0.5, 1, 512]]);
  assert.deepEqual(binOf(1), [[0, 0.001, 1, 1]]);
  assert.deepEqual(binOf(2), [[0.001, 0.002, 1, 2]]);
});
