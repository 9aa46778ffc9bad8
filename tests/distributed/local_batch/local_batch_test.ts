import assert from "node:assert/strict";
import fc from "fast-check";
import { haloSources, localBatch, type LocalBlock } from "../../../distributed/local_batch/local_batch.ts";
import { withoutMisses } from "../../../distributed/local_batch/missed_sources.ts";
import { assertCsr } from "../../../graph/csr.ts";
import type { SampledBlock } from "../../../graph/sampling/block.ts";
import { sampleBatch } from "../../../graph/sampling/sampler.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { UsageError } from "../../../platform/errors.ts";
import { batchOf, ranksOf } from "../ranked_graph.ts";

/** Neighbours of each destination of a block, both by the ids of the part. */
function neighbors({ matrix: { rows, rowPtr, colIdx, values }, sources }: SampledBlock) {
  const found = new Map<number, Map<number, number>>();
  for (let r = 0; r < rows; r++) {
    const row = new Map<number, number>();
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) row.set(sources[colIdx[e]], values ? values[e] : 1);
    found.set(sources[r], row);
  }
  return found;
}

/** Weights the entries of a block by their source's id, as a weighting sampler would. */
function weighted(block: LocalBlock): LocalBlock {
  const values = Float32Array.from(block.matrix.colIdx, (col) => 1 + block.sources[col] / 1024);
  return { ...block, matrix: { ...block.matrix, values } };
}

Deno.test("a batch keeps the neighbours of solid destinations and has no row for a halo vertex", async () => {
  let dropped = 0;
  for (const part of ranksOf(4)) {
    const { sampled, local } = await batchOf(part);
    assert.deepEqual([...local.seeds], [...sampled.seeds]);
    local.blocks.forEach((block, l) => {
      const { matrix, sources, solid } = block, whole = sampled.blocks[l];
      assertCsr(matrix);
      assert.equal(matrix.cols, sources.length);
      assert.ok(sources.every((p, i) => (p < part.solid) === (i < solid)), "the halo comes last");
      assert.ok(sources.subarray(0, matrix.rows).every((p) => p < part.solid));
      const wanted = neighbors(whole);
      for (const p of [...wanted.keys()]) if (p >= part.solid) wanted.delete(p);
      assert.deepEqual(neighbors(block), wanted);
      const above = local.blocks[l + 1];
      assert.deepEqual(
        [...sources.subarray(0, matrix.rows)],
        [...(above ? above.sources.subarray(0, above.solid) : local.seeds)],
      );
      const leaves = new Set([...wanted.values()].flatMap((row) => [...row.keys()]));
      assert.ok(sources.subarray(solid).every((p) => leaves.has(p)), "each halo source is a neighbour");
      assert.deepEqual(
        [...haloSources(block, part)],
        [...sources.subarray(solid)].map((p) => part.vertices[p]),
      );
      dropped += whole.sources.length - sources.length;
    });
  }
  assert.ok(dropped > 0, "no halo vertex was a destination: the fixture proves nothing");
});

Deno.test("a batch of a rank that has no halo stays as it is", async () => {
  const [part] = ranksOf(1), { sampled, local } = await batchOf(part);
  assert.deepEqual(local.blocks.map(({ matrix, sources }) => ({ matrix, sources })), sampled.blocks);
});

Deno.test("the neighbours used are the solid ones and the hits, and nothing else changes", async () => {
  const [part] = ranksOf(4), { local } = await batchOf(part);
  for (const given of [...local.blocks, ...local.blocks.map(weighted)]) {
    const before = structuredClone(given), halo = given.sources.length - given.solid;
    assert.ok(halo > 5);
    const answers = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99 })), {
      minLength: halo,
      maxLength: halo,
    });
    fc.assert(
      fc.property(answers, (lines) => {
        const { block, hits, droppedEdges } = withoutMisses(given, Uint32Array.from(lines));
        assertCsr(block.matrix);
        assert.deepEqual(given, before);
        assert.deepEqual([...hits], lines.filter((line) => line !== 0));
        const found = [...given.sources.subarray(given.solid)].filter((_, i) => lines[i] !== 0);
        assert.deepEqual([...block.sources], [...given.sources.subarray(0, given.solid), ...found]);
        assert.equal(block.solid, given.solid);
        const used = neighbors(given), hit = new Set(found);
        let missed = 0;
        for (const row of used.values()) {
          for (const p of [...row.keys()]) if (p >= part.solid && !hit.has(p) && row.delete(p)) missed++;
        }
        assert.deepEqual(neighbors(block), used);
        assert.equal(droppedEdges, missed);
      }),
      { seed: 1, numRuns: 50 },
    );
  }
});

Deno.test("before the first message every halo source is missed; where all are hits the block stays", async () => {
  const [part] = ranksOf(4), { local: { blocks: [block] } } = await batchOf(part);
  const none = withoutMisses(block);
  assert.equal(none.block.sources.length, block.solid);
  assert.ok(none.droppedEdges > 0 && none.hits.length === 0);
  const lines = new Uint32Array(block.sources.length - block.solid).fill(9);
  assert.deepEqual(withoutMisses(block, lines), { block, hits: lines, droppedEdges: 0 });
});

Deno.test("halo seeds, halo vertices with neighbours and lines of another block are refused", async () => {
  const [part] = ranksOf(4), { sampled, local: { blocks: [block] } } = await batchOf(part);
  const draw = uniformNeighbors(part.graph, { fanouts: [2], seed: 1 });
  const halo = await sampleBatch(draw, { seeds: Uint32Array.of(part.solid), batch: 0 });
  assert.throws(() => localBatch(halo, part), UsageError);
  assert.throws(() => localBatch({ ...sampled, seeds: Uint32Array.of(0) }, { solid: 1 }), UsageError);
  assert.throws(() => withoutMisses(block, new Uint32Array(1)), UsageError);
});
