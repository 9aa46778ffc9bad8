import assert from "node:assert/strict";
import fc from "fast-check";
import {
  checkSameSample,
  checkSample,
  checkSubgraph,
} from "../../../../experiments/trials/mini_batches/sampled_check.ts";
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
/** Two vertices without an edge. */
const LONELY: CsrMatrix = { rows: 2, cols: 2, rowPtr: new Uint32Array(3), colIdx: new Uint32Array(0) };

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

Deno.test("a vertex that no edge leads to is none of the sources, counted or not", async () => {
  const wanted = await sample(SHAPES.clique);
  const [{ matrix, sources }, ...above] = wanted.blocks;
  const stranger = SHAPES.clique.colIdx.find((vertex) => !sources.includes(vertex))!;
  const more = Uint32Array.of(...sources, stranger), cols = more.length;
  const uncounted: SampledBatch = { ...wanted, blocks: [{ matrix, sources: more }, ...above] };
  const counted: SampledBatch = {
    ...wanted,
    blocks: [{ matrix: { ...matrix, cols }, sources: more }, ...above],
  };
  for (const broken of [uncounted, counted]) assert.ok(!checkSameSample(broken, wanted).ok);
});

Deno.test("samples of other seeds differ where no seed has a neighbour, too", async () => {
  const [got, wanted] = await Promise.all([[0], [1]].map((seeds) => sample(LONELY, { seeds })));
  assert.ok(checkSameSample(wanted, wanted).ok);
  const { ok, worst } = checkSameSample(got, wanted);
  assert.deepEqual([ok, worst?.row, worst?.got], [false, 0, 0]);
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

/** The subgraph of an undirected path 0 - 1 - 2 - 3 that hops of fan-outs 2 and 1 from vertex 1 draw. */
const PATH: CsrMatrix = {
  rows: 4,
  cols: 4,
  rowPtr: Uint32Array.of(0, 1, 3, 5, 6),
  colIdx: Uint32Array.of(1, 0, 2, 1, 3, 2),
};
const subgraph = ({ rowPtr = [0, 2, 3, 4, 4], colIdx = [1, 2, 0, 3], sources = [1, 0, 2, 3] } = {}) => ({
  seeds: Uint32Array.of(1),
  block: {
    matrix: {
      rows: rowPtr.length - 1,
      cols: sources.length,
      rowPtr: Uint32Array.from(rowPtr),
      colIdx: Uint32Array.from(colIdx),
    },
    sources: Uint32Array.from(sources),
  },
});

Deno.test("a subgraph has the draws of a vertex at the hop that reaches it first, and none beyond the last", () => {
  const report = checkSubgraph(PATH, [1, 2], subgraph());
  assert.deepEqual([report.ok, report.checkedRows], [true, 4]);
  const wrong = {
    "another fan-out": checkSubgraph(PATH, [2, 2], subgraph()),
    "another hop": checkSubgraph(PATH, [1], subgraph()),
    "a stranger": checkSubgraph(PATH, [1, 2], subgraph({ sources: [1, 0, 3, 2] })),
    "a neighbour twice": checkSubgraph(PATH, [1, 2], subgraph({ colIdx: [1, 1, 0, 3] })),
    "a neighbour less": checkSubgraph(PATH, [1, 2], subgraph({ rowPtr: [0, 1, 2, 3, 3], colIdx: [1, 0, 3] })),
    "another seed first": checkSubgraph(PATH, [1, 2], subgraph({ sources: [0, 1, 2, 3] })),
    "a vertex numbered twice": checkSubgraph(PATH, [1, 2], subgraph({ sources: [1, 0, 2, 2] })),
    "a vertex that nothing reaches": checkSubgraph(
      PATH,
      [2],
      subgraph({ rowPtr: [0, 2, 2, 2, 2], colIdx: [1, 2] }),
    ),
    "draws beyond the last hop": checkSubgraph(
      PATH,
      [1, 2],
      subgraph({ rowPtr: [0, 2, 3, 4, 5], colIdx: [1, 2, 0, 3, 2] }),
    ),
  };
  for (const [name, { ok }] of Object.entries(wrong)) assert.equal(ok, false, name);
});
