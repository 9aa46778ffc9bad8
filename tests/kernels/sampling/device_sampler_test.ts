import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr, type CsrMatrix } from "../../../graph/csr.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import {
  type BatchOfSeeds,
  sampleBatch,
  type SampledBatch,
  uniformNeighbors,
} from "../../../graph/sampling/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import { idMaps } from "../../../kernels/id_map/mod.ts";
import type { ParameterValues } from "../../../kernels/kernel.ts";
import { openSampler } from "../../../kernels/sampling/mod.ts";
import { MissingError, OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { graphs, SHAPES } from "../../graph/graph_fixture.ts";
import { testOnBoth } from "../every_backend.ts";

interface Sampling {
  readonly fanouts: readonly number[];
  readonly batches: readonly BatchOfSeeds[];
  readonly idMap?: string;
  readonly idMapParameters?: ParameterValues;
}

const mapOn = (device: Device, id: string) =>
  idMaps.find((each) => each.id === id && each.backend === device.backend)!;

/** Samples some batches, one after the other, with one sampler. */
async function sampleOn(
  device: Device,
  graph: CsrMatrix,
  { fanouts, batches, idMap = "three-step", idMapParameters = {} }: Sampling,
): Promise<SampledBatch[]> {
  const maxSeeds = Math.max(1, ...batches.map(({ seeds }) => new Set(seeds).size));
  const sampler = await openSampler(device, {
    ...{ graph, fanouts, seed: 7, maxSeeds, idMapParameters, idMap: mapOn(device, idMap) },
  });
  try {
    const sampled: SampledBatch[] = [];
    for (const batch of batches) {
      sampler.begin(batch);
      sampler.run();
      sampled.push(await sampler.read());
    }
    return sampled;
  } finally {
    sampler.destroy();
  }
}

/** Global ids of both ends of every sampled edge, sorted: what is left of a block when its labels are forgotten. */
function globalEdges({ blocks }: SampledBatch): string[] {
  return blocks.map(({ matrix, sources }) => {
    const edges: string[] = [];
    for (let row = 0; row < matrix.rows; row++) {
      for (let e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; e++) {
        edges.push(`${sources[row]}<${sources[matrix.colIdx[e]]}`);
      }
    }
    return `${edges.sort()} of ${sources.toSorted()}`;
  });
}

function denseGraph(vertices: number, edges: number): CsrMatrix {
  const stream = new RandomStream(3, "graph");
  const ends = () => Uint32Array.from({ length: edges }, () => stream.below(vertices));
  return csrFromEdges({ vertices, source: ends(), target: ends() });
}

testOnBoth("blocks are bit for bit those of the host's sampler, with a three-step map", async (device) => {
  const batch = fc.record({
    graph: graphs.filter(({ rows }) => rows > 0),
    fanouts: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
    picks: fc.array(fc.nat(1000), { maxLength: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(batch, async ({ graph, fanouts, picks }) => {
      const batches = [0, 4_000_000_000].map((batch) => ({
        seeds: Uint32Array.from(picks, (pick) => (pick + batch) % graph.rows),
        batch,
      }));
      const sampled = await sampleOn(device, graph, { fanouts, batches });
      for (const [i, each] of batches.entries()) {
        assert.deepEqual(sampled[i], await sampleBatch(uniformNeighbors(graph, { fanouts, seed: 7 }), each));
      }
    }),
    { numRuns: device.backend === "wasm" ? 30 : 8, seed: 4 },
  );
});

testOnBoth("Fused-Map draws the same edges, whoever comes first", async (device) => {
  const graph = denseGraph(3000, 60_000);
  const stream = new RandomStream(5, "seeds");
  const seeds = Uint32Array.from({ length: 600 }, () => stream.below(3000));
  const fanouts = [3, 4, 5], batches = [{ seeds, batch: 9 }];
  const wanted = await sampleBatch(uniformNeighbors(graph, { fanouts, seed: 7 }), batches[0]);
  const [three] = await sampleOn(device, graph, { fanouts, batches });
  assert.deepEqual(three, wanted);
  for (const idMap of ["fused-map", "fused-map-grouped"]) {
    const [fused] = await sampleOn(device, graph, { fanouts, batches, idMap });
    for (const { matrix, sources } of fused.blocks) {
      assertCsr(matrix);
      assert.equal(new Set(sources).size, matrix.cols);
    }
    assert.deepEqual(globalEdges(fused), globalEdges(wanted));
    assert.deepEqual(fused.seeds, wanted.seeds);
    assert.deepEqual(fused.blocks[2].sources.subarray(0, fused.seeds.length), wanted.seeds);
  }
});

testOnBoth("isolated seeds, stars, cliques, no seeds at all, all vertices at once", async (device) => {
  for (const [name, graph] of Object.entries(SHAPES)) {
    const all = Uint32Array.from({ length: graph.rows }, (_, v) => v);
    const batches = [{ seeds: all, batch: 0 }, { seeds: all.slice(0, 0), batch: 1 }];
    for (const fanouts of [[64, 2], [1, 64]]) {
      const sampled = await sampleOn(device, graph, { fanouts, batches });
      for (const [i, batch] of batches.entries()) {
        const wanted = await sampleBatch(uniformNeighbors(graph, { fanouts, seed: 7 }), batch);
        assert.deepEqual(sampled[i], wanted, name);
      }
    }
  }
});

testOnBoth("an ID map that fills up is a typed error, and nothing of the next batch", async (device) => {
  const graph = SHAPES.clique, seeds = Uint32Array.of(0, 1, 2);
  const sampling = { fanouts: [20], batches: [{ seeds, batch: 0 }], idMapParameters: { slots: 5 } };
  for (const idMap of ["three-step", "fused-map", "fused-map-grouped"]) {
    await assert.rejects(() => sampleOn(device, graph, { ...sampling, idMap }), OutOfMemoryError);
  }
});

testOnBoth("what does not fit is refused, with nothing left allocated", async (device) => {
  const graph = SHAPES.star, seeds = Uint32Array.of(0, 300);
  await assert.rejects(
    () => sampleOn(device, graph, { fanouts: [2], batches: [{ seeds, batch: 0 }] }),
    UsageError,
  );
  for (const fanouts of [[], [0], [65], [1.5]]) {
    await assert.rejects(() => sampleOn(device, graph, { fanouts, batches: [] }), UsageError);
  }
  const idMap = idMaps.find(({ backend }) => backend !== device.backend)!;
  await assert.rejects(
    () => openSampler(device, { graph, fanouts: [2], seed: 1, maxSeeds: 4, idMap }),
    MissingError,
  );
  const room = { graph, fanouts: [2], seed: 1, idMap: mapOn(device, "fused-map") };
  await assert.rejects(() => openSampler(device, { ...room, maxSeeds: 0 }), UsageError);
  const sampler = await openSampler(device, { ...room, maxSeeds: 2 });
  assert.throws(() => sampler.begin({ seeds: Uint32Array.of(1, 2, 1, 3), batch: 0 }), /3 distinct seeds/);
  assert.throws(() => sampler.begin({ seeds: Uint32Array.of(1), batch: -1 }), UsageError);
  sampler.destroy();
  assert.equal(device.ledger.live, 0);
});
