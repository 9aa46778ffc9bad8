import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr, type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import type { SampledBlock } from "../../../graph/sampling/block.ts";
import { sampleBatch } from "../../../graph/sampling/sampler.ts";
import { layerImportance } from "../../../graph/sampling/layer_importance.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { UsageError } from "../../../platform/errors.ts";
import { type Aggregation, aggregationMatrix } from "../../../training/mini_batch/aggregation.ts";
import { graphOf, graphs } from "../../graph/graph_fixture.ts";

const WITH_DIAGONAL = ["gcn", "sum", "attention"] as const;

/** Stored entries as `row,column` texts. */
function entriesOf({ rows, rowPtr, colIdx }: CsrMatrix): string[] {
  return Array.from(
    { length: rows },
    (_, r) => [...colIdx.subarray(rowPtr[r], rowPtr[r + 1])].map((c) => `${r},${c}`),
  )
    .flat();
}

async function sampledBlock(graph: CsrMatrix, seeds: Uint32Array): Promise<SampledBlock> {
  const { blocks: [block] } = await sampleBatch(uniformNeighbors(graph, { fanouts: [3], seed: 1 }), {
    seeds,
    batch: 0,
  });
  return block;
}

Deno.test("every aggregation of a sampled block has its entries, and the diagonal once or not at all", async () => {
  await fc.assert(
    fc.asyncProperty(graphs, fc.integer({ min: 1, max: 5 }), async (graph, stride) => {
      const seeds = Uint32Array.from({ length: graph.rows }, (_, v) => v).filter((v) => v % stride === 0);
      const block = await sampledBlock(graph, seeds);
      const given = entriesOf(block.matrix);
      const diagonal = Array.from({ length: block.matrix.rows }, (_, r) => `${r},${r}`);
      for (const aggregation of WITH_DIAGONAL) {
        const matrix = assertCsr(aggregationMatrix(block, aggregation));
        assert.deepEqual(new Set(entriesOf(matrix)), new Set([...given, ...diagonal]));
        assert.equal(matrix.cols, block.sources.length);
        assert.equal(matrix.values !== undefined, aggregation === "gcn");
      }
      const mean = assertCsr(aggregationMatrix(block, "mean"));
      assert.deepEqual(entriesOf(mean), given);
      for (let r = 0; r < mean.rows; r++) {
        const row = mean.values!.subarray(mean.rowPtr[r], mean.rowPtr[r + 1]);
        assert(row.every((value) => value === Math.fround(1 / row.length)));
      }
    }),
    { seed: 3, numRuns: 100 },
  );
});

Deno.test("gcn weighs by the degrees within the block", () => {
  // Destinations 0, 1 of sources 0 to 3: 0 <- {1, 2}, 1 <- {2, 3}.
  const matrix = { rows: 2, cols: 4, rowPtr: Uint32Array.of(0, 2, 4), colIdx: Uint32Array.of(1, 2, 2, 3) };
  const { rowPtr, colIdx, values } = aggregationMatrix(
    { matrix, sources: Uint32Array.of(9, 8, 7, 6) },
    "gcn",
  );
  assert.deepEqual([...rowPtr], [0, 3, 6]);
  assert.deepEqual([...colIdx], [0, 1, 2, 1, 2, 3]);
  // Both rows have 3 entries; columns 1 and 2 have 2, the others 1.
  const wanted = [1, 2, 2, 2, 2, 1].map((column) => Math.fround(1 / Math.sqrt(3) * (1 / Math.sqrt(column))));
  assert.deepEqual([...values!], wanted);
});

Deno.test("a hub of more entries than a float32 can count has its own degree", () => {
  const rows = 2 ** 24 + 2 ** 20, rowPtr = Uint32Array.from({ length: rows + 1 }, (_, row) => row);
  const matrix = { rows, cols: rows, rowPtr, colIdx: new Uint32Array(rows) };
  const { values } = aggregationMatrix({ matrix, sources: new Uint32Array() }, "gcn");
  assert.equal(values![1], Math.fround(1 / Math.sqrt(2 * rows)));
});

Deno.test("of a whole undirected graph gcn is the normalised adjacency", () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      const { rowPtr, colIdx, rows } = graph;
      const symmetric = graphOf(
        rows,
        Array.from({ length: rows }, (_, r) =>
          [...colIdx.subarray(rowPtr[r], rowPtr[r + 1])]
            .map((c): [number, number] => [c, r])).flat(),
        { symmetrise: true },
      );
      const sources = Uint32Array.from({ length: rows }, (_, v) => v);
      const got = aggregationMatrix({ matrix: symmetric, sources }, "gcn"), wanted = gcnNormalise(symmetric);
      assert.deepEqual([got.rowPtr, got.colIdx], [wanted.rowPtr, wanted.colIdx]);
      wanted.values.forEach((value, e) => assert(Math.abs(got.values![e] - value) <= 1e-7));
    }),
    { seed: 5, numRuns: 50 },
  );
});

Deno.test("a sampler's own weights are taken as they are, and missed where there are none", async () => {
  const graph = graphOf(5, [[1, 0], [2, 0], [3, 1], [4, 1], [0, 2]]);
  const draw = layerImportance(graph, { layerSizes: [4], seed: 1 });
  const { blocks: [block] } = await sampleBatch(draw, { seeds: Uint32Array.of(0, 1), batch: 0 });
  assert(nnz(block.matrix) > 0 && block.matrix.values !== undefined);
  assert.equal(aggregationMatrix(block, "sampled"), block.matrix);
  const blind = ({ values: _, ...matrix }: CsrMatrix) => ({ ...block, matrix });
  for (const aggregation of ["gcn", "sum", "attention", "mean"] satisfies Aggregation[]) {
    assert.deepEqual(
      aggregationMatrix(block, aggregation),
      aggregationMatrix(blind(block.matrix), aggregation),
    );
  }
  assert.throws(() => aggregationMatrix(blind(block.matrix), "sampled"), UsageError);
});

Deno.test("an isolated destination has nothing but itself", async () => {
  const block = await sampledBlock(graphOf(3, [[1, 0]]), Uint32Array.of(2));
  for (const aggregation of WITH_DIAGONAL) {
    const { colIdx, values = [1] } = aggregationMatrix(block, aggregation);
    assert.deepEqual([[...colIdx], [...values]], [[0], [1]]);
  }
  assert.equal(nnz(aggregationMatrix(block, "mean")), 0);
});
