/**
 * Tests of the memory that blocks are given: enough for batches that were not sampled, and how much more.
 *
 * @module
 */
import assert from "node:assert/strict";
import { miniBatches } from "../../../../graph/sampling/mini_batches.ts";
import { sampleBatch } from "../../../../graph/sampling/sampler.ts";
import { uniformNeighbors } from "../../../../graph/sampling/uniform.ts";
import { sampledRoom, widened } from "../../../../training/mini_batch/resident/batch_room.ts";
import { communityData, plantedGraph } from "../community_task.ts";

const COMMUNITY = { vertices: 9000, classes: 5 };
const GRAPH = plantedGraph(COMMUNITY), { training } = communityData(COMMUNITY);
const SAMPLING = { fanouts: [3, 4], seed: 1 };

/** Sizes of the blocks of some epochs' batches, one entry a batch, in it one a layer. */
async function sizesOf(batchSize: number) {
  const draw = uniformNeighbors(GRAPH, SAMPLING);
  const batches = [0, 1, 2].flatMap((epoch) => miniBatches(training, { batchSize, seed: 1, epoch }));
  return await Promise.all(
    batches.map(async (batch) =>
      (await sampleBatch(draw, batch)).blocks.map(({ matrix: { cols, colIdx } }) => ({
        entries: colIdx.length,
        cols,
      }))
    ),
  );
}

Deno.test("batches fit into the room of sampled ones, whose margin falls with the root of their seeds", async () => {
  const shares: number[] = [];
  for (const batchSize of [16, 100, 1600, 10_000]) {
    const room = await sampledRoom({ graph: GRAPH, sampling: SAMPLING, training, batchSize, seed: 1 });
    const sizes = await sizesOf(batchSize), margin = 2 / Math.sqrt(Math.min(batchSize, training.length));
    room.forEach((layer, i) => {
      for (const key of ["entries", "cols"] as const) {
        const most = Math.max(...sizes.map((blocks) => blocks[i][key]));
        const about = `${key} of layer ${i} with ${batchSize} seeds: ${layer[key]} for ${most}`;
        assert.ok(layer[key] >= most, about);
        // The sampled batches are among these, and a fraction is rounded up.
        assert.ok(layer[key] <= (1 + margin) * most + 2, about);
      }
    });
    shares.push(room[0].entries / Math.max(...sizes.map(([{ entries }]) => entries)));
  }
  assert.deepEqual(shares, shares.toSorted((a, b) => b - a));
  assert.ok(shares[2] < 1.06, `${shares}`);
});

Deno.test("a batch that did not fit gets half as much again", () => {
  assert.deepEqual(widened([{ entries: 100, cols: 41 }]), [{ entries: 151, cols: 63 }]);
});
