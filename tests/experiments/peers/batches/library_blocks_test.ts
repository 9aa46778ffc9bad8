/** Matrices that libraries aggregate by, written out for one small block. @module */
import assert from "node:assert/strict";
import { libraryBlocks, libraryMatrix } from "../../../../experiments/peers/batches/library_blocks.ts";
import type { SampledBlock } from "../../../../graph/sampling/mod.ts";
import type { CsrMatrix } from "../../../../graph/csr.ts";

/** Vertex 0 draws 1 and 2, vertex 1 draws 2; square, as a subgraph is. */
const BLOCK: SampledBlock = {
  matrix: {
    rows: 3,
    cols: 3,
    rowPtr: Uint32Array.of(0, 2, 3, 3),
    colIdx: Uint32Array.of(1, 2, 2),
  },
  sources: Uint32Array.of(7, 8, 9),
};

/** The matrix as rows of rounded numbers. */
function dense({ rows, cols, rowPtr, colIdx, values }: CsrMatrix): number[][] {
  return Array.from({ length: rows }, (_, r) => {
    const row = new Array<number>(cols).fill(0);
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) row[colIdx[e]] = Number(values![e].toFixed(4));
    return row;
  });
}

const root = (product: number) => Number((1 / Math.sqrt(product)).toFixed(4));

Deno.test("GCNConv counts a row's entries with the vertex itself for both ends, GraphConv those of row and column", () => {
  assert.deepEqual(dense(libraryMatrix("subgraph", BLOCK, "gcn")), [
    [root(9), root(6), root(3)],
    [0, root(4), root(2)],
    [0, 0, 1],
  ]);
  assert.deepEqual(dense(libraryMatrix("blocks", BLOCK, "gcn")), [
    [0, root(2), root(4)],
    [0, 0, root(2)],
    [0, 0, 0],
  ]);
});

Deno.test("means are without the vertex, sums with it, and attention has it on a subgraph alone", () => {
  assert.deepEqual(dense(libraryMatrix("blocks", BLOCK, "sage")), [[0, 0.5, 0.5], [0, 0, 1], [0, 0, 0]]);
  assert.deepEqual(dense(libraryMatrix("blocks", BLOCK, "gin")), [[1, 1, 1], [0, 1, 1], [0, 0, 1]]);
  assert.deepEqual(dense(libraryMatrix("subgraph", BLOCK, "gat")), [[1, 1, 1], [0, 1, 1], [0, 0, 1]]);
  assert.deepEqual(dense(libraryMatrix("blocks", BLOCK, "gat")), [[0, 1, 1], [0, 0, 1], [0, 0, 0]]);
});

Deno.test("a vertex that is its own neighbour counts twice in a sum, and once for attention", () => {
  const { matrix } = BLOCK, colIdx = Uint32Array.of(0, 2, 2);
  const own = { ...BLOCK, matrix: { ...matrix, colIdx } };
  assert.deepEqual(dense(libraryMatrix("blocks", own, "gin")), [[2, 0, 1], [0, 1, 1], [0, 0, 1]]);
  assert.deepEqual(dense(libraryMatrix("subgraph", own, "gat")), [[1, 0, 1], [0, 1, 1], [0, 0, 1]]);
});

Deno.test("a subgraph stands for every layer, and the last has the rows of the seeds", () => {
  const batch = { form: "subgraph" as const, blocks: [BLOCK] };
  const [first, last] = libraryBlocks(batch, { model: "gin", layers: 2, seeds: 1 });
  assert.deepEqual(dense(first.matrix), [[1, 1, 1], [0, 1, 1], [0, 0, 1]]);
  assert.deepEqual(dense(last.matrix), [[1, 1, 1]]);
  assert.deepEqual([last.matrix.rows, last.matrix.cols, last.sources.length], [1, 3, 3]);
});
