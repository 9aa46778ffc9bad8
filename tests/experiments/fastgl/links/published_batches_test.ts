/** Shapes of mini-batches at published sizes: what their parts have to do with each other, and that the scale hardly matters. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import {
  atPublishedSize,
  type BatchShape,
  batchShapes,
} from "../../../../experiments/fastgl/links/published_batches.ts";
import { PAPER_BATCH, sampledGraph } from "../../../../experiments/fastgl/sampling_graphs.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";

async function shapesAt(id: string, scale: number): Promise<readonly BatchShape[]> {
  const graph = sampledGraph(PROFILES.standard, id), batchSize = Math.round(PAPER_BATCH / scale);
  return await batchShapes({ seed: 1 }, await loadDataset(`${id}@1/${scale}`), { graph, batchSize });
}

for (const id of ["ogbn-products", "mag"]) {
  Deno.test(`${id}: blocks follow each other from the seeds outward, and four times the scale gives the same shapes`, async () => {
    const shapes = await shapesAt(id, 256), published = atPublishedSize(shapes);
    const large = published.blocks, small = atPublishedSize(await shapesAt(id, 1024)).blocks;
    assert.equal(large.length, 3);
    assert.equal(large[2].rows, PAPER_BATCH);
    large.forEach(({ rows, cols, nnz }, i) => {
      if (i > 0) assert.equal(cols, large[i - 1].rows);
      assert.ok(cols > rows);
      // A self-loop a row, and up to 5, 10 and 15 neighbours; both counts are rounded.
      const most = 1 + [5, 10, 15][i];
      assert.ok(nnz > rows && nnz <= rows * most + most);
      for (const size of ["rows", "cols", "nnz"] as const) {
        assert.ok(Math.abs(small[i][size] / large[i][size] - 1) < 0.05, `${size} of block ${i + 1}`);
      }
    });
    // Drawn neighbours are the entries without those of the vertices themselves, unless they are drawn too.
    const entries = sumOf(large, ({ nnz }) => nnz),
      own = sumOf(large, ({ rows }) => rows);
    assert.ok(published.drawn >= entries - own - 3 && published.drawn <= entries);
    assert.equal(shapes[0].missing, shapes[0].blocks[0].cols, "the first has none before it");
    for (const { missing, blocks: [{ cols }] } of shapes.slice(1)) assert.ok(missing > 0 && missing < cols);
  });
}
