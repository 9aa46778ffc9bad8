import assert from "node:assert/strict";
import { rmat } from "../../../datasets/generators/rmat.ts";
import { assertCsr } from "../../../graph/csr.ts";
import { executionPaths, spreadPath } from "../../../graph/execution_paths.ts";
import { transpose } from "../../../graph/transpose.ts";
import { batchGraphs } from "../../../training/pooling/graph_batch.ts";

const PATH = {
  rows: 3,
  cols: 4,
  rowPtr: Uint32Array.of(0, 2, 2, 3),
  colIdx: Uint32Array.of(1, 3, 3),
};

Deno.test("a matrix is the graph of its rows and columns that have entries, with their degrees", () => {
  const { adjacency, features, offsets } = batchGraphs([PATH]);
  assertCsr(adjacency);
  // Rows 0 and 2 are vertices 0 and 1, columns 1 and 3 are vertices 2 and 3.
  assert.deepEqual([...adjacency.rowPtr], [0, 2, 3, 4, 6]);
  assert.deepEqual([...adjacency.colIdx], [2, 3, 3, 0, 0, 1]);
  assert.deepEqual([...features], [2, 0, 1, 0, 0, 1, 0, 2].map((d) => Math.fround(Math.log1p(d))));
  assert.deepEqual([...offsets], [0, 4]);
});

Deno.test("a batch is symmetric, and each of its graphs is what it would be alone", () => {
  const matrices = [rmat({ vertices: 50, edges: 90 }, 1), PATH, rmat({ vertices: 20, edges: 3 }, 2)];
  const batch = batchGraphs(matrices);
  assertCsr(batch.adjacency);
  const mirrored = transpose(batch.adjacency);
  assert.deepEqual(mirrored.rowPtr, batch.adjacency.rowPtr);
  assert.deepEqual(mirrored.colIdx, batch.adjacency.colIdx);
  matrices.forEach((matrix, g) => {
    const alone = batchGraphs([matrix]), first = batch.offsets[g], last = batch.offsets[g + 1];
    assert.equal(last - first, alone.adjacency.rows);
    assert.deepEqual(batch.features.slice(2 * first, 2 * last), alone.features);
    const { rowPtr, colIdx } = batch.adjacency;
    const entries = colIdx.slice(rowPtr[first], rowPtr[last]).map((col) => col - first);
    assert.deepEqual(entries, alone.adjacency.colIdx);
  });
});

Deno.test("a path is the same graph by itself and among all vertices", () => {
  const graph = rmat({ vertices: 200, edges: 500 }, 3);
  const [path] = executionPaths(graph, Uint32Array.of(3, 50, 120), { layers: 1 });
  assert.ok(path.matrix.colIdx.length > 0);
  assert.deepEqual(batchGraphs([path.matrix]), batchGraphs([spreadPath(path, 200)]));
});
