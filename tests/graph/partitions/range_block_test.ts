import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr, nnz } from "../../../graph/csr.ts";
import { exchangedRows, rangeBlock, rangeBlocks } from "../../../graph/partitions/range_block.ts";
import { equalVertexRanges } from "../../../graph/partitions/ranges.ts";
import { submatrix } from "../../../graph/submatrix.ts";
import { ReproError, UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { entriesOf, SHAPES, weightedGraphs } from "../graph_fixture.ts";

Deno.test("the blocks of a cut have every entry once, under their sources' numbers", () => {
  fc.assert(fc.property(weightedGraphs, fc.integer({ min: 1, max: 6 }), (graph, parts) => {
    const { offsets } = equalVertexRanges(graph.rows, parts);
    const found = new Map<string, number>();
    for (const { begin, end, matrix, sources, firstOwn } of rangeBlocks(graph, offsets)) {
      assertCsr(matrix);
      assert.deepEqual([matrix.rows, matrix.cols], [end - begin, sources.length]);
      assert.ok(firstOwn >= 0 && firstOwn + end - begin <= sources.length, "own columns, or none");
      for (let v = begin; v < end; v++) assert.equal(sources[firstOwn + v - begin], v);
      for (let i = 1; i < sources.length; i++) assert.ok(sources[i - 1] < sources[i]);
      for (const [place, value] of entriesOf(matrix)) {
        const [row, col] = place.split(",").map(Number);
        found.set(`${begin + row},${sources[col]}`, value);
      }
    }
    assert.deepEqual(found, entriesOf(graph));
  }));
});

Deno.test("every vertex outside is a source if a row reads it, and is counted once for each block that does", () => {
  fc.assert(fc.property(weightedGraphs, fc.integer({ min: 1, max: 6 }), (graph, parts) => {
    const { offsets } = equalVertexRanges(graph.rows, parts), blocks = rangeBlocks(graph, offsets);
    const rows = exchangedRows(blocks);
    for (const [to, { begin, end, sources }] of blocks.entries()) {
      for (const [from, other] of blocks.entries()) {
        const read = submatrix(graph, { rows: [begin, end], cols: [other.begin, other.end] }).colIdx;
        assert.equal(rows[from][to], from === to ? 0 : new Set(read).size);
      }
      assert.equal(sumOf(rows, (own) => own[to]), sources.length - (end - begin));
    }
  }));
});

Deno.test("the block of all vertices is the matrix itself", () => {
  const { star } = SHAPES;
  const { matrix, sources, firstOwn } = rangeBlock(star, 0, star.rows);
  assert.deepEqual(matrix, star);
  assert.deepEqual([sources.length, firstOwn, nnz(matrix)], [star.rows, 0, nnz(star)]);
});

Deno.test("ranges outside of a graph and matrices that are no graph are refused", () => {
  for (const [begin, end] of [[-1, 3], [4, 3], [0, 301], [0.5, 2]]) {
    assert.throws(() => rangeBlock(SHAPES.path, begin, end), UsageError);
  }
  assert.throws(() => rangeBlock(submatrix(SHAPES.path, { rows: [0, 2] }), 0, 1), ReproError);
});
