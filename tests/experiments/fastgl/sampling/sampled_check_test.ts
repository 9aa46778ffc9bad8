import assert from "node:assert/strict";
import fc from "fast-check";
import { checkSameSample, checkSample } from "../../../../experiments/fastgl/sampling/sampled_check.ts";
import type { CsrMatrix } from "../../../../graph/csr.ts";
import {
  compactIds,
  type IdMap,
  sampleBatch,
  type SampledBatch,
  uniformNeighbors,
} from "../../../../graph/sampling/mod.ts";
import { graphs, SHAPES } from "../../../graph/graph_fixture.ts";

const FANOUTS = [2, 3];

/** Numbers new ids from the last occurrence to the first: another bijection. */
const backwards: IdMap = (ids, kept) => {
  const { local, unique } = compactIds(ids, kept);
  const count = kept.length, last = unique.length - 1;
  const turned = (place: number) => place < count ? place : last - (place - count);
  return { local: local.map(turned), unique: unique.map((_, place) => unique[turned(place)]) };
};

function sample(
  graph: CsrMatrix,
  { idMap = compactIds as IdMap, batch = 0, seeds = [0, 1] } = {},
): Promise<SampledBatch> {
  const draw = uniformNeighbors(graph, { fanouts: FANOUTS, seed: 1 });
  return sampleBatch(draw, { seeds: Uint32Array.from(seeds), batch }, idMap);
}

/** A batch with one block changed. */
function changed(
  batch: SampledBatch,
  layer: number,
  change: (block: { colIdx: Uint32Array; sources: Uint32Array; rowPtr: Uint32Array }) => void,
): SampledBatch {
  const blocks = batch.blocks.map(({ matrix, sources }) => ({
    matrix: { ...matrix, colIdx: matrix.colIdx.slice(), rowPtr: matrix.rowPtr.slice() },
    sources: sources.slice(),
  }));
  const { matrix: { colIdx, rowPtr }, sources } = blocks[layer];
  change({ colIdx, sources, rowPtr });
  return { ...batch, blocks };
}

Deno.test("a sample numbered in another order is the same sample, of any graph", async () => {
  await fc.assert(
    fc.asyncProperty(graphs.filter(({ rows }) => rows >= 2), async (graph) => {
      const wanted = await sample(graph), other = await sample(graph, { idMap: backwards });
      assert.ok(checkSameSample(other, wanted).ok);
      assert.ok(checkSameSample(wanted, other).ok);
      for (const batch of [wanted, other]) assert.ok(checkSample(graph, FANOUTS, batch).ok);
    }),
    { numRuns: 60, seed: 3 },
  );
});

Deno.test("another draw, a lost neighbour and a source that stands for two vertices are found", async () => {
  const graph = SHAPES.clique;
  const wanted = await sample(graph);
  assert.ok(wanted.blocks[0].matrix.colIdx.length > 4);
  assert.ok(!checkSameSample(await sample(graph, { batch: 1 }), wanted).ok);
  assert.ok(!checkSameSample(await sample(graph, { seeds: [0, 2] }), wanted).ok);
  assert.ok(!checkSameSample({ ...wanted, blocks: wanted.blocks.slice(1) }, wanted).ok);
  for (const layer of [0, 1]) {
    const shorter = changed(wanted, layer, ({ rowPtr }) => rowPtr[rowPtr.length - 1]--);
    const twin = changed(wanted, layer, ({ sources }) => sources[sources.length - 1] = sources[0]);
    const moved = changed(wanted, layer, ({ colIdx }) => {
      const { rows } = wanted.blocks[layer].matrix;
      colIdx[0] = colIdx[0] === rows ? rows - 1 : rows;
    });
    for (const broken of [shorter, twin, moved]) {
      assert.ok(!checkSameSample(broken, wanted).ok, `layer ${layer}`);
    }
    for (const broken of [shorter, twin]) {
      assert.ok(!checkSample(graph, FANOUTS, broken).ok, `layer ${layer}`);
    }
  }
});

Deno.test("a neighbour drawn twice, one that the graph does not have, and too many are no sample", async () => {
  const graph = SHAPES.clique;
  const wanted = await sample(graph);
  const twice = changed(wanted, 1, ({ colIdx }) => colIdx[1] = colIdx[0]);
  assert.ok(!checkSample(graph, FANOUTS, twice).ok);
  // In a clique without self-loops no vertex is its own neighbour.
  const self = changed(wanted, 1, ({ colIdx }) => colIdx[0] = 0);
  assert.ok(!checkSample(graph, FANOUTS, self).ok);
  assert.ok(!checkSample(graph, [2, 4], wanted).ok, "a row may have four");
  assert.ok(!checkSample(graph, [3], wanted).ok, "another number of layers");
});
