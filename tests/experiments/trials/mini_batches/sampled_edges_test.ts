import assert from "node:assert/strict";
import { checkSampledEdges } from "../../../../experiments/trials/mini_batches/sampled_edges.ts";
import { gcnNormalise } from "../../../../graph/normalization.ts";
import {
  neighborDraw,
  type NeighborSampling,
  sampleBatch,
  type SampledBatch,
} from "../../../../graph/sampling/mod.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import { plantedGraph } from "../../../graph/graph_fixture.ts";

const GRAPH = gcnNormalise(plantedGraph({ vertices: 300, community: 60, edges: 4000, inside: 0.9, seed: 3 }));
const UNIFORM: NeighborSampling = { fanouts: [3, 5], seed: 1 };

const sample = (sampling: NeighborSampling) =>
  sampleBatch(neighborDraw(GRAPH, sampling), { seeds: Uint32Array.of(7, 250, 3), batch: 0 });

/** The batch with one number of one block replaced. */
async function damaged(
  damage: (block: { colIdx: Uint32Array; sources: Uint32Array }) => void,
): Promise<SampledBatch> {
  const batch = await sample(UNIFORM), [first, ...others] = batch.blocks;
  const colIdx = first.matrix.colIdx.slice(), sources = first.sources.slice();
  damage({ colIdx, sources });
  return { ...batch, blocks: [{ matrix: { ...first.matrix, colIdx }, sources }, ...others] };
}

Deno.test("samples of a graph are right, whatever the sampler", async () => {
  for (const sampling of [UNIFORM, { kind: "layer-importance", seed: 1, layerSizes: [40, 40] }] as const) {
    const batch = await sample(sampling), { ok, checkedRows } = checkSampledEdges(GRAPH, batch);
    const rows = sumOf(batch.blocks, ({ matrix }) => matrix.rows);
    assert.deepEqual([ok, checkedRows], [true, rows]);
  }
});

Deno.test("a stranger, a neighbour twice, and sources out of order are wrong", async () => {
  const stranger = await damaged(({ colIdx, sources }) => {
    const { rowPtr } = GRAPH, own = GRAPH.colIdx.subarray(rowPtr[sources[0]], rowPtr[sources[0] + 1]);
    colIdx[0] = sources.findIndex((vertex) => !own.includes(vertex));
  });
  const twice = await damaged(({ colIdx }) => colIdx[1] = colIdx[0]);
  const swapped = await damaged(({ sources }) => [sources[0], sources[1]] = [sources[1], sources[0]]);
  const same = await damaged(({ sources }) => sources[sources.length - 1] = sources[0]);
  // Every neighbour is one of the graph's, but not of the seed in whose row it is.
  const batch = await sample({ fanouts: [3], seed: 1 });
  const seeds = batch.seeds.toReversed(), exchanged = { ...batch, seeds };
  assert.deepEqual(checkSampledEdges(GRAPH, exchanged).worst?.got, batch.seeds[0]);
  for (const [name, batch] of Object.entries({ stranger, twice, swapped, same, exchanged })) {
    const { ok, relErr, worst } = checkSampledEdges(GRAPH, batch);
    assert.deepEqual([ok, relErr], [false, Infinity], name);
    assert.ok(worst !== undefined, name);
  }
});
