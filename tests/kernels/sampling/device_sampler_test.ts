import assert from "node:assert/strict";
import fc from "fast-check";
import { assertCsr, type CsrMatrix } from "../../../graph/csr.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import {
  type BatchOfSeeds,
  neighborDraw,
  type NeighborSampling,
  sampleBatch,
  type SampledBatch,
  sampledEdges,
} from "../../../graph/sampling/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import { idMaps } from "../../../kernels/id_map/mod.ts";
import type { ParameterValues } from "../../../kernels/kernel.ts";
import { openSampler } from "../../../kernels/sampling/mod.ts";
import { MissingError, OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { indices } from "../../../platform/indices.ts";
import { randomPermutation, RandomStream } from "../../../platform/random.ts";
import { graphOf, graphs, SHAPES, weightedGraphs } from "../../graph/graph_fixture.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { testOnEveryBackend, uniforms } from "../every_backend.ts";

interface Sampling {
  readonly sampling: NeighborSampling;
  readonly batches: readonly BatchOfSeeds[];
  readonly idMap?: string;
  readonly idMapParameters?: ParameterValues;
}

const mapOn = (device: Device, id: string) =>
  idMaps.find((each) => each.id === id && each.backend === device.backend)!;

/** Samples several batches, one after the other, with one sampler. */
async function sampleOn(
  device: Device,
  graph: CsrMatrix,
  { sampling, batches, idMap = "three-step", idMapParameters = {} }: Sampling,
): Promise<SampledBatch[]> {
  const maxSeeds = Math.max(1, ...batches.map(({ seeds }) => new Set(seeds).size));
  const sampler = await openSampler(device, {
    ...sampling,
    graph,
    maxSeeds,
    idMapParameters,
    idMap: mapOn(device, idMap),
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

/**
 * Edges of a batch independent of local ids: global ids of both ends of every edge, and its value; sorted.
 */
function globalEdges({ blocks }: SampledBatch): string[] {
  return blocks.map(({ matrix, sources }) => {
    const edges: string[] = [];
    for (let row = 0; row < matrix.rows; row++) {
      for (let e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; e++) {
        edges.push(`${sources[row]}<${sources[matrix.colIdx[e]]}=${matrix.values?.[e]}`);
      }
    }
    return `${edges.sort()} of ${sources.toSorted()}`;
  });
}

function denseGraph(vertices: number, edges: number): CsrMatrix {
  const stream = new RandomStream(3, "graph");
  const ends = () => Uint32Array.from({ length: edges }, () => stream.below(vertices));
  const graph = csrFromEdges({ vertices, source: ends(), target: ends() });
  return { ...graph, values: uniforms(graph.colIdx.length, 8) };
}

const counts = (max: number) => fc.array(fc.integer({ min: 1, max }), { minLength: 1, maxLength: 3 });

/** Samplers of each kind, with settings for small graphs. */
const KINDS: Readonly<Record<string, fc.Arbitrary<NeighborSampling>>> = {
  uniform: fc.record({ fanouts: counts(6), seed: fc.constant(7) }),
  "random walks": fc.record({
    kind: fc.constant("random-walk" as const),
    fanouts: counts(6),
    seed: fc.constant(7),
    length: fc.integer({ min: 1, max: 5 }),
    walks: fc.integer({ min: 1, max: 12 }),
  }),
  "layer importance": fc.record({
    kind: fc.constant("layer-importance" as const),
    seed: fc.constant(7),
    layerSizes: counts(40),
  }),
};

/** Samplings of each kind with demanding settings. */
const SAMPLINGS: readonly NeighborSampling[] = [
  ...[[64, 2], [1, 64]].map((fanouts) => ({ fanouts, seed: 7 })),
  { kind: "random-walk", fanouts: [64, 2], seed: 7 },
  { kind: "random-walk", fanouts: [3, 64], seed: 7, length: 16, walks: 64 },
  { kind: "layer-importance", layerSizes: [1, 600], seed: 7 },
];

for (const [name, kind] of Object.entries(KINDS)) {
  testOnEveryBackend(
    `${name}: blocks are bit for bit those of the host's, with a three-step map`,
    async (device) => {
      const batch = fc.record({
        graph: fc.oneof(graphs, weightedGraphs).filter(({ rows }) => rows > 0),
        sampling: kind,
        picks: fc.array(fc.nat(1000), { maxLength: 20, size: "max" }),
      });
      let edges = 0;
      await fc.assert(
        fc.asyncProperty(batch, async ({ graph, sampling, picks }) => {
          const batches = [0, 4_000_000_000].map((batch) => ({
            seeds: Uint32Array.from(picks, (pick) => (pick + batch) % graph.rows),
            batch,
          }));
          const sampled = await sampleOn(device, graph, { sampling, batches });
          for (const [i, each] of batches.entries()) {
            assert.deepEqual(sampled[i], await sampleBatch(neighborDraw(graph, sampling), each));
            edges += sampledEdges(sampled[i]);
          }
        }),
        { numRuns: device.backend === "webgpu" ? 8 : 30, seed: 4 },
      );
      assert.ok(edges > 20, `${edges} edges prove nothing`);
    },
  );
}

testOnEveryBackend(
  "sampling with Fused-Map draws the same edges in any order of the threads",
  async (device) => {
    const graph = denseGraph(3000, 60_000);
    const stream = new RandomStream(5, "seeds");
    const seeds = Uint32Array.from({ length: 600 }, () => stream.below(3000));
    const batches = [{ seeds, batch: 9 }];
    const samplings: NeighborSampling[] = [
      { fanouts: [3, 4, 5], seed: 7 },
      { kind: "random-walk", fanouts: [3, 4, 5], seed: 7 },
      { kind: "layer-importance", layerSizes: [900, 500, 700], seed: 7 },
    ];
    for (const sampling of samplings) {
      const wanted = await sampleBatch(neighborDraw(graph, sampling), batches[0]);
      assert.deepEqual(await sampleOn(device, graph, { sampling, batches }), [wanted]);
      for (const idMap of ["fused-map", "fused-map-grouped"]) {
        const [fused] = await sampleOn(device, graph, { sampling, batches, idMap });
        for (const { matrix, sources } of fused.blocks) {
          assertCsr(matrix);
          assert.equal(new Set(sources).size, matrix.cols);
        }
        assert.deepEqual(globalEdges(fused), globalEdges(wanted));
        assert.deepEqual(fused.seeds, wanted.seeds);
        assert.deepEqual(fused.blocks[2].sources.subarray(0, fused.seeds.length), wanted.seeds);
      }
    }
  },
);

testOnEveryBackend(
  "isolated seeds, stars, cliques, no seeds and all vertices as seeds are sampled right",
  async (device) => {
    for (const [name, graph] of Object.entries(SHAPES)) {
      const all = Uint32Array.from({ length: graph.rows }, (_, v) => v);
      const batches = [{ seeds: all, batch: 0 }, { seeds: all.slice(0, 0), batch: 1 }];
      for (const sampling of SAMPLINGS) {
        const sampled = await sampleOn(device, graph, { sampling, batches });
        for (const [i, batch] of batches.entries()) {
          const wanted = await sampleBatch(neighborDraw(graph, sampling), batch);
          assert.deepEqual(sampled[i], wanted, `${name} ${JSON.stringify(sampling)}`);
        }
      }
    }
  },
);

testOnEveryBackend(
  "rows longer than a workgroup, and layers that draw a hub repeatedly, are sampled right",
  async (device) => {
    const graph = { ...SHAPES.star, values: uniforms(SHAPES.star.colIdx.length, 3) };
    const sampling: NeighborSampling = { kind: "layer-importance", layerSizes: [3000, 900], seed: 7 };
    const batch = { seeds: Uint32Array.of(0, 5, 0, 17), batch: 2 };
    const wanted = await sampleBatch(neighborDraw(graph, sampling), batch);
    assert.ok(wanted.blocks[1].matrix.rowPtr[1] > 100, "a row of the hub");
    assert.deepEqual(await sampleOn(device, graph, { sampling, batches: [batch] }), [wanted]);
  },
);

testOnEveryBackend("rows of lengths around those of workgroups are sampled right", async (device) => {
  // Each row has the columns from 0; all of them are drawn for the seeds.
  const lengths = [0, 1, 2, 63, 64, 65, 127, 128, 129, 192, 255, 256, 257];
  const ends = lengths.flatMap((length, v) => Array.from({ length }, (_, u) => [u, v] as const));
  const plain = graphOf(257, ends), graph = { ...plain, values: uniforms(plain.colIdx.length, 5) };
  const batches = [{ seeds: Uint32Array.from(lengths.keys()), batch: 1 }];
  const samplings: NeighborSampling[] = [
    { fanouts: [64, 64], seed: 7 },
    { kind: "layer-importance", layerSizes: [9000, 60_000], seed: 7 },
  ];
  for (const sampling of samplings) {
    const wanted = await sampleBatch(neighborDraw(graph, sampling), batches[0]);
    if (sampling.kind) assert.equal(wanted.blocks[1].matrix.colIdx.length, plain.colIdx.length);
    assert.deepEqual(await sampleOn(device, graph, { sampling, batches }), [wanted]);
  }
});

testOnEveryBackend(
  "batches of about as many rows as blocks and workgroups have are sampled right",
  async (device) => {
    const graph = denseGraph(600, 2500);
    const all = randomPermutation(graph.rows, new RandomStream(8, "seeds"));
    // Each batch after a larger one, whose numbers must not be left.
    const batches = [513, 512, 257, 256, 255, 129, 128, 65, 64, 63, 1, 0].map((size, batch) => ({
      seeds: all.subarray(0, size),
      batch,
    }));
    const samplings: NeighborSampling[] = [
      { fanouts: [2], seed: 7 },
      { kind: "random-walk", fanouts: [2], seed: 7, length: 2, walks: 3 },
      { kind: "layer-importance", layerSizes: [200], seed: 7 },
    ];
    for (const sampling of samplings) {
      const sampled = await sampleOn(device, graph, { sampling, batches });
      for (const [i, batch] of batches.entries()) {
        const wanted = await sampleBatch(neighborDraw(graph, sampling), batch);
        assert.deepEqual(sampled[i], wanted, `${batch.seeds.length} rows, ${JSON.stringify(sampling)}`);
      }
    }
  },
);

testOnAdapter("a batch is read at two times: its sizes, then all of its arrays at once", async (device) => {
  const times: number[] = [];
  let reading = 0;
  const watched = new Proxy(device, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (name !== "read") return value.bind(target);
      return async (...which: Parameters<typeof device.read>) => {
        if (reading++ === 0) times.push(0);
        times[times.length - 1]++;
        try {
          return await device.read(...which);
        } finally {
          reading--;
        }
      };
    },
  });
  const sampler = await openSampler(watched, {
    fanouts: [2, 3],
    seed: 7,
    graph: SHAPES.clique,
    maxSeeds: 2,
    idMap: mapOn(device, "three-step"),
  });
  try {
    sampler.begin({ seeds: Uint32Array.of(0, 1), batch: 0 });
    sampler.run();
    const { blocks } = await sampler.read();
    // Row offsets, columns and sources of each block.
    assert.deepEqual(times, [1, 3 * blocks.length]);
  } finally {
    sampler.destroy();
  }
});

testOnAdapter("rows that a block has room for, but a batch does not fill, are empty", async (device) => {
  const graph = denseGraph(400, 3000), maxSeeds = 150, idMap = mapOn(device, "three-step");
  const launches: number[] = [];
  for (
    const sampling of [
      { fanouts: [3], seed: 7 },
      { kind: "random-walk", fanouts: [3], seed: 7 },
      { kind: "layer-importance", layerSizes: [200], seed: 7 },
    ] satisfies NeighborSampling[]
  ) {
    const sampler = await openSampler(device, { ...sampling, graph, maxSeeds, idMap });
    // The second batch is smaller: nothing of the first may be left.
    for (const [batch, count] of [150, 70, 0].entries()) {
      sampler.begin({ seeds: indices(count), batch });
      sampler.run();
      const [{ rows, entries }] = await sampler.sizes();
      const ends = new Uint32Array(await device.read(sampler.blocks[0].rowPtr)).subarray(rows);
      assert.deepEqual(ends, new Uint32Array(maxSeeds + 1 - rows).fill(entries), JSON.stringify(sampling));
      assert.equal(entries > 0, count > 0);
    }
    launches.push(sampler.phases[0].facts.launches);
    sampler.destroy();
  }
  assert.deepEqual(launches, [2, 3, 7]);
});

testOnEveryBackend("the next batch counts its draws of 40,000 vertices from 0", async (device) => {
  const graph = denseGraph(40_000, 120_000),
    sampling: NeighborSampling = {
      kind: "layer-importance",
      layerSizes: [3000],
      seed: 7,
    };
  const batches = [1, 2, 3].map((batch) => ({ seeds: indices(2000), batch }));
  const wanted = await Promise.all(batches.map((batch) => sampleBatch(neighborDraw(graph, sampling), batch)));
  assert.deepEqual(await sampleOn(device, graph, { sampling, batches }), wanted);
});

testOnEveryBackend(
  "an ID map that fills up is a typed error, and does not affect the next batch",
  async (device) => {
    const graph = SHAPES.clique, batches = [{ seeds: Uint32Array.of(0, 1, 2), batch: 0 }];
    const samplings: NeighborSampling[] = [
      { fanouts: [20], seed: 7 },
      { kind: "random-walk", fanouts: [4, 20], seed: 7 },
      { kind: "layer-importance", layerSizes: [4, 30], seed: 7 },
    ];
    for (const sampling of samplings) {
      for (const idMap of ["three-step", "fused-map", "fused-map-grouped"]) {
        const full = { sampling, batches, idMap, idMapParameters: { slots: 5 } };
        await assert.rejects(() => sampleOn(device, graph, full), OutOfMemoryError);
      }
    }
  },
);

testOnEveryBackend("operands that do not fit are refused, with nothing left allocated", async (device) => {
  const graph = SHAPES.star, seeds = Uint32Array.of(0, 300);
  await assert.rejects(
    () => sampleOn(device, graph, { sampling: { fanouts: [2], seed: 1 }, batches: [{ seeds, batch: 0 }] }),
    UsageError,
  );
  const refused: NeighborSampling[] = [
    ...[[], [0], [65], [1.5]].map((fanouts) => ({ fanouts, seed: 1 })),
    { kind: "random-walk", fanouts: [65], seed: 1 },
    { kind: "random-walk", fanouts: [2], seed: 1, length: 33, walks: 32 },
    ...[[], [0], [2 ** 24 + 1]].map((layerSizes) =>
      ({ kind: "layer-importance", layerSizes, seed: 1 }) as const
    ),
  ];
  for (const sampling of refused) {
    await assert.rejects(() => sampleOn(device, graph, { sampling, batches: [] }), UsageError);
    assert.equal(device.ledger.live, 0);
  }
  const endless = { ...graph, values: uniforms(graph.colIdx.length, 1).fill(Infinity, 4, 5) };
  const layers: NeighborSampling = { kind: "layer-importance", layerSizes: [4], seed: 1 };
  await assert.rejects(() => sampleOn(device, endless, { sampling: layers, batches: [] }), UsageError);
  const other = device.backend === "webgpu" ? "wasm" : "webgpu";
  const idMap = idMaps.find(({ backend }) => backend === other)!;
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
  if (device.backend !== "webgpu") {
    const small = { ...room, maxSeeds: 2, room: [{ entries: 4, cols: 4 }] };
    await assert.rejects(() => openSampler(device, small), /nothing stops a kernel at the end of a buffer/);
  }
  assert.equal(device.ledger.live, 0);
});
