import assert from "node:assert/strict";
import { assertCsr, type CsrMatrix } from "../../../graph/csr.ts";
import { importanceOf, layerImportance, sampleBatch } from "../../../graph/sampling/mod.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { graphOf, SHAPES } from "../graph_fixture.ts";

/** Six vertices, weights from 1/2 to 3, one column without entries, one row without. */
const weighted: CsrMatrix = {
  ...graphOf(6, [[1, 0], [2, 0], [4, 0], [1, 2], [3, 2], [0, 3], [1, 3], [2, 4], [4, 5]]),
  values: Float32Array.of(1, 2, 0.5, 3, 1, 1.5, 2, 0.5, 1),
};

Deno.test("a block's product has the full product for its expected value", () => {
  const x = [3, -1, 4, 1, -5, 9];
  const destinations = Uint32Array.of(0, 2, 3, 4, 5);
  const draw = layerImportance(weighted, { layerSizes: [40], seed: 1 });
  const mean = new Float64Array(5), square = new Float64Array(5), batches = 3000;
  for (let batch = 0; batch < batches; batch++) {
    const { rowPtr, neighbors, values } = draw.draw(destinations, { batch, layer: 0 });
    for (let row = 0; row < 5; row++) {
      let sum = 0;
      for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) sum += values![e] * x[neighbors[e]];
      mean[row] += sum / batches;
      square[row] += sum * sum / batches;
    }
  }
  for (let row = 0; row < 5; row++) {
    const v = destinations[row];
    let wanted = 0;
    for (let e = weighted.rowPtr[v]; e < weighted.rowPtr[v + 1]; e++) {
      wanted += weighted.values![e] * x[weighted.colIdx[e]];
    }
    const error = Math.sqrt(Math.max(0, square[row] - mean[row] ** 2) / batches);
    assert.ok(Math.abs(mean[row] - wanted) < 4 * error, `row ${v}: ${mean[row]}, not ${wanted} +- ${error}`);
  }
});

Deno.test("a column is drawn in proportion to its squared norm", () => {
  // Column 1 has 1 + 9 + 4 of 21.75 in all; a layer of one vertex shows which was drawn.
  const draw = layerImportance(weighted, { layerSizes: [1], seed: 2 });
  const squares = sumOf(weighted.values!, (value) => value * value);
  let ones = 0;
  for (let batch = 0; batch < 4000; batch++) {
    const { neighbors } = draw.draw(Uint32Array.of(0, 2, 3, 4, 5), { batch, layer: 0 });
    if (neighbors.includes(1)) ones++;
  }
  let column = 0;
  weighted.colIdx.forEach((col, e) => column += col === 1 ? weighted.values![e] ** 2 : 0);
  const share = column / squares, deviation = Math.sqrt(share * (1 - share) / 4000);
  assert.ok(Math.abs(ones / 4000 - share) < 4 * deviation, `${ones / 4000}, not ${share}`);
});

Deno.test("every vertex with entries is drawn, the last one too", () => {
  const destinations = Uint32Array.of(0, 1),
    draw = layerImportance(SHAPES.clique, { layerSizes: [4000], seed: 1 });
  const { rowPtr, neighbors, values } = draw.draw(destinations, { batch: 0, layer: 0 });
  const all = Array.from({ length: SHAPES.clique.rows }, (_, v) => v);
  for (const row of [0, 1]) {
    assert.deepEqual([...neighbors.subarray(rowPtr[row], rowPtr[row + 1])], all.filter((v) => v !== row));
  }
  // Values are c(u) / (t q(u)) = c(u) / 100. Row 0 has all 4,000 draws but those of vertex 0, which are in
  // row 1.
  const ofRow0 = sumOf(values!.subarray(0, rowPtr[1]));
  assert.ok(Math.abs(ofRow0 + values![rowPtr[1]] - 40) < 1e-3, `${ofRow0}`);
});

Deno.test("all destinations share the vertices that a layer drew, at most as many as its size", async () => {
  const draw = layerImportance(SHAPES.clique, { layerSizes: [4, 6], seed: 3 });
  const sampled = await sampleBatch(draw, { seeds: Uint32Array.of(1, 2, 3), batch: 0 });
  for (const [layer, { matrix }] of sampled.blocks.entries()) {
    assertCsr(matrix);
    assert.ok(new Set(matrix.colIdx).size <= [4, 6][layer]);
  }
  assert.deepEqual(await sampleBatch(draw, { seeds: Uint32Array.of(1, 2, 3), batch: 0 }), sampled);
});

Deno.test("graphs without entries have empty blocks, and layers without vertices are refused", async () => {
  const draw = layerImportance(SHAPES["isolated vertices"], { layerSizes: [5], seed: 1 });
  const { blocks: [{ matrix }] } = await sampleBatch(draw, { seeds: Uint32Array.of(3), batch: 0 });
  assert.deepEqual([matrix.rows, matrix.cols, matrix.colIdx.length], [1, 1, 0]);
  const zeros = { ...SHAPES.path, values: new Float32Array(SHAPES.path.colIdx.length) };
  const none = layerImportance(zeros, { layerSizes: [5], seed: 1 }).draw(Uint32Array.of(0, 1), {
    batch: 0,
    layer: 0,
  });
  assert.deepEqual(none.neighbors, new Uint32Array(), "nothing can be drawn of zeros");
  assert.throws(() => layerImportance(SHAPES.path, { layerSizes: [0], seed: 1 }), UsageError);
});

Deno.test("ranges of the 53-bit numbers are the probabilities, and weights undo exactly those", () => {
  const { ends, inverse } = importanceOf(weighted);
  const squares = new Float64Array(6);
  weighted.colIdx.forEach((col, e) => squares[col] += weighted.values![e] ** 2);
  const total = squares.reduce((sum, square) => sum + square);
  assert.deepEqual([ends[0], ends[6]], [0, 2 ** 53]);
  for (let u = 0; u < 6; u++) {
    const range = ends[u + 1] - ends[u];
    assert.ok(Number.isSafeInteger(range - 1) && Math.abs(range - squares[u] / total * 2 ** 53) <= 2);
    assert.equal(inverse[u], range === 0 ? 0 : Math.fround(2 ** 53 / range));
  }
  assert.ok(inverse.includes(0), "a column without entries");
  for (const value of [Infinity, NaN]) {
    const endless = { ...weighted, values: weighted.values!.with(3, value) };
    assert.throws(() => layerImportance(endless, { layerSizes: [2], seed: 1 }), UsageError);
  }
});
