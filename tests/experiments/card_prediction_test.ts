/** Predicted times of sparse products on cards. @module */
import assert from "node:assert/strict";
import { cardPrediction, cardPredictions } from "../../experiments/card_prediction.ts";
import { kernelsNamed } from "../../experiments/named_kernels.ts";
import { csrFromEdges } from "../../graph/edges.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { loadCycles } from "../../kernels/spmm/merge_split/entry_blocks_webgpu.ts";
import { spmm } from "../../kernels/spmm/mod.ts";
import { spmmWork } from "../../kernels/spmm/spmm_work.ts";
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";

const [rowSplit] = kernelsNamed("spmm/row-split"), [rounded] = kernelsNamed("spmm/row-split-bf16");

Deno.test("the work of a product follows from its sizes, and is that of the operands", () => {
  const graph = csrFromEdges({
    vertices: 4,
    source: Uint32Array.of(0, 1, 2),
    target: Uint32Array.of(1, 2, 3),
    symmetrise: true,
  });
  for (const matrix of [graph, gcnNormalise(graph)]) {
    const { rows, cols, values, colIdx } = matrix;
    const shape = { rows, cols, entries: colIdx.length, weighted: values !== undefined, width: 5 };
    for (const format of ["f32", "bf16"] as const) {
      const work = spmm.work({ matrix, features: new Float32Array(20), width: 5 }, format);
      assert.deepEqual(spmmWork(shape, format), work);
      const arrays = [matrix.rowPtr, colIdx, values, new Float32Array(20)];
      const read = sumOf(arrays, (array) => array?.byteLength ?? 0);
      assert.equal(work.compulsoryBytes, read + 20 * (format === "f32" ? 4 : 2));
      assert.equal(
        work.bytesWithoutReuse - work.compulsoryBytes,
        (colIdx.length - 4) * 5 * (format === "f32" ? 4 : 2),
      );
    }
  }
});

Deno.test("a prediction is bytes over the card's bandwidth, at the sizes of standard and as published", () => {
  const predictions = cardPredictions(rowSplit, "h100-sxm");
  const of = (dataset: string, width: number) =>
    predictions.find((each) => each.dataset === dataset && each.width === width)!;
  // Reddit as published: 232,965 vertices, 114,615,892 stored edges and a self-loop a vertex.
  const { entries, withoutReuse } = of("reddit", 64), vertices = 232_965;
  assert.equal(entries, 114_615_892 + vertices);
  const bytes = 4 * (vertices + 1) + 8 * entries + 4 * 64 * entries + 4 * 64 * vertices;
  assert.ok(Math.abs(withoutReuse.seconds / (bytes / 3350e9) - 1) < 1e-12);
  assert.equal(withoutReuse.bound, "memory");
  for (const { compulsory, withoutReuse } of predictions) {
    assert.ok(compulsory.seconds <= withoutReuse.seconds);
  }
  assert.ok(of("reddit@1/16", 64).entries < entries, "the size of the profile standard");
  const cells = predictions.map(({ dataset, width }) => `${dataset} ${width}`);
  assert.equal(new Set(cells).size, cells.length);
});

Deno.test("narrower features and a faster memory predict shorter times", () => {
  const [full, narrow, slow] = [
    cardPredictions(rowSplit, "h100-sxm"),
    cardPredictions(rounded, "h100-sxm"),
    cardPredictions(rowSplit, "p100"),
  ];
  for (const [i, { withoutReuse }] of full.entries()) {
    assert.ok(narrow[i].withoutReuse.seconds < withoutReuse.seconds);
    assert.ok(slow[i].withoutReuse.seconds > withoutReuse.seconds);
  }
});

Deno.test("the text names card, sources and how a recording refutes it; another kernel is refused", () => {
  const text = cardPrediction("row-split@webgpu", "h100-sxm");
  assert.match(text, /^spmm\/row-split on NVIDIA H100 \(SXM, 80 GB\): 3350 GB\/s \(.*data sheet\)/);
  assert.match(text, /^cora +16 +13,264 +0\.000138 +0\.000340 +memory$/m);
  assert.match(text, /own\/kernel-ladder below the first number proves this wrong/);
  const refused = (name: string, words: RegExp) =>
    assert.throws(() => cardPrediction(name, "h100-sxm"), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, words);
      return true;
    });
  refused("gemm/tiled", /a kernel of another operation/);
  refused("spmm/nosuch", /no such name/);
});

Deno.test("blocks of a subgroup are predicted to gain nothing on warps, by the cycles of an entry", () => {
  // 128 columns: 512 bytes, and loads of column and value by two warps, of lanes that take two columns each.
  assert.equal(loadCycles(128, 1), 4 + 4);
  assert.equal(loadCycles(128, 32), 4 + 4 + 4 / 32);
  // Twenty lanes are 32 in blocks, of eight.
  assert.equal(loadCycles(40, 1), 40 / 32 + 40 / 32);
  assert.equal(loadCycles(40, 8), 40 / 32 + 64 / 32 * (1 + 1 / 8));
  assert.equal(loadCycles(4, 32), loadCycles(4, 1), "too few lanes for a block");
  for (let columns = 4; columns <= 256; columns += 4) {
    assert.ok(loadCycles(columns, 32) >= loadCycles(columns, 1), `${columns} columns`);
  }
  assert.match(
    cardPrediction("spmm/merge-split", "h100-sxm"),
    /64: 4\.00 and 4\.06, 128: 8\.00 and 8\.1[23]/,
  );
  for (const [kernel, card] of [["row-split", "h100-sxm"], ["merge-split", "p100"]] as const) {
    assert.doesNotMatch(cardPrediction(`spmm/${kernel}`, card), /broadcast/);
  }
});
