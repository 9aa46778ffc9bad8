/** @module */
import assert from "node:assert/strict";
import { type PartBlock, partBlocks } from "../../../distributed/training/part_blocks.ts";
import { COMMUNITY, cut, dataOf } from "./rank_trainings.ts";

const { part } = dataOf(cut(3))[1];

/** In-neighbours of each row of a block, by VID_p, ascending. */
function neighbours({ matrix: { rows, rowPtr, colIdx }, sources }: PartBlock): number[][] {
  return Array.from({ length: rows }, (_, r) => {
    const columns = [...colIdx.subarray(rowPtr[r], rowPtr[r + 1])];
    assert.deepEqual(columns, columns.toSorted((a, b) => a - b), "columns ascend");
    return columns.map((column) => sources[column]).sort((a, b) => a - b);
  });
}

for (const most of [1, 40, 10 * COMMUNITY.vertices]) {
  Deno.test(`blocks of at most ${most} sources are the rows of the part, in order`, () => {
    const blocks = [...partBlocks(part, most)], { rowPtr, colIdx } = part.graph;
    assert.deepEqual(
      blocks.flatMap(neighbours),
      Array.from({ length: part.solid }, (_, v) => [...colIdx.subarray(rowPtr[v], rowPtr[v + 1])]),
    );
    let next = 0;
    for (const { first, matrix: { rows, cols }, sources } of blocks) {
      assert.equal(first, next);
      assert.deepEqual([...sources.subarray(0, rows)], Array.from({ length: rows }, (_, r) => first + r));
      assert.equal(new Set(sources).size, cols);
      assert.ok(rows === 1 || cols <= most, `${cols} sources of ${rows} rows`);
      next += rows;
    }
    assert.equal(blocks.length === 1, most > COMMUNITY.vertices);
  });
}
