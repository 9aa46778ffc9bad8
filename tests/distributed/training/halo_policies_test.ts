import assert from "node:assert/strict";
import { idsAt } from "../../../distributed/partition/id_table.ts";
import { EmbeddingPushes } from "../../../distributed/training/embedding_pushes.ts";
import { FetchedHalo } from "../../../distributed/training/fetched_features.ts";
import type { HaloPolicyParts } from "../../../distributed/training/halo_policy.ts";
import { runInLockStep } from "../../../distributed/training/lock_step.ts";
import { sampleBatch } from "../../../graph/sampling/sampler.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { hostSampler } from "../../../training/mini_batch/host_sampler.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import { cut, DATA, dataOf, FANOUTS, GRAPH, optionsWith, simulate } from "./rank_trainings.ts";

const WIDTH = DATA.features.width, HIDDEN = 3, ROUNDS = 6;

function featuresOf(vertices: Uint32Array): number[] {
  return [...vertices].flatMap((v) => [...DATA.features.values.subarray(v * WIDTH, (v + 1) * WIDTH)]);
}

Deno.test("a hit in the cache next to the input is the vertex's features, one further up what its owner pushed d before", async () => {
  for (const delay of [0, 1, 3]) {
    const data = dataOf(cut(3));
    /** Embeddings that each vertex's owner computed, by iteration. */
    const computed: Map<number, number>[] = [];
    let hidden = 0;
    await runInLockStep(3, async (transport) => {
      const { part } = data[transport.rank];
      const parts: HaloPolicyParts = {
        transport,
        data: data[transport.rank],
        widths: [WIDTH, HIDDEN],
        seed: 1,
        push: { delay, cache: { lifeSpan: 0 } },
      };
      const policy = new EmbeddingPushes(parts);
      const draw = uniformNeighbors(part.graph, { fanouts: FANOUTS.slice(1), seed: transport.rank });
      for (let position = 0; position < ROUNDS; position++) {
        const place = { iteration: position + 1, position, rounds: ROUNDS };
        const seeds = part.training.slice(10 * position, 10 * position + 20);
        const { blocks } = policy.batch(await sampleBatch(draw, { seeds, batch: position }));
        const first = await policy.receive(0, { block: blocks[0] }, place);
        assert.deepEqual([...first.rows], featuresOf(idsAt(part.vertices, first.block.sources)));

        const ids = idsAt(part.vertices, blocks[1].sources), { solid } = blocks[1];
        const own = computed[position] ??= new Map();
        const solidRows = Float32Array.from({ length: solid * HIDDEN }, (_, i) => {
          const value = Math.fround(1000 * (position + 1) + ids[Math.floor(i / HIDDEN)] + i % HIDDEN / 4);
          own.set(ids[Math.floor(i / HIDDEN)], value - i % HIDDEN / 4);
          return value;
        });
        const { block, rows, traffic } = await policy.receive(1, { block: blocks[1], solidRows }, place);
        assert.deepEqual(rows.subarray(0, solid * HIDDEN), solidRows);
        for (let i = solid; i < block.sources.length; i++) {
          hidden++;
          const vertex = part.vertices[block.sources[i]], pushed = computed[position - delay].get(vertex);
          assert.ok(pushed !== undefined, "what no owner had was not pushed");
          for (let c = 0; c < HIDDEN; c++) assert.equal(rows[i * HIDDEN + c], pushed + c / 4);
        }
        assert.equal(traffic.receivedFrom, position >= delay ? position + 1 - delay : undefined);
        policy.tick("iteration");
        // This sum keeps ranks in step, like the sum of gradients in training.
        await transport.allReduce(new Float32Array(1));
      }
      await policy.finish();
    });
    assert.ok(hidden > 50, `${hidden} hits prove little`);
  }
});

Deno.test("fetched rows are the features of the halo, next to the input alone", async () => {
  const data = dataOf(cut(3));
  await runInLockStep(3, async (transport) => {
    const own = data[transport.rank], { part } = own;
    const policy = await FetchedHalo.open({
      transport,
      data: own,
      widths: [WIDTH, HIDDEN],
      seed: 1,
      push: {},
    });
    const draw = uniformNeighbors(part.graph, { fanouts: FANOUTS.slice(1), seed: 1 });
    const { blocks } = policy.batch(await sampleBatch(draw, { seeds: part.training.slice(0, 20), batch: 0 }));
    const place = { iteration: 1, position: 0, rounds: 1 };
    const first = await policy.receive(0, { block: blocks[0] }, place);
    assert.deepEqual([...first.rows], featuresOf(idsAt(part.vertices, blocks[0].sources)));
    const halo = blocks[0].sources.length - blocks[0].solid;
    assert.ok(halo > 5 && first.droppedEdges === 0);
    assert.equal(first.traffic.requested, halo);
    const solidRows = new Float32Array(blocks[1].solid * HIDDEN);
    const { block, droppedEdges } = await policy.receive(1, { block: blocks[1], solidRows }, place);
    assert.equal(block.sources.length, block.solid);
    assert.ok(droppedEdges > 0);
  });
});

Deno.test("with all neighbours, ranks that sample across ranks have the losses of one rank with all their seeds", async () => {
  const { rowPtr } = GRAPH;
  const most = Math.max(...Array.from({ length: GRAPH.rows }, (_, v) => rowPtr[v + 1] - rowPtr[v]));
  assert.ok(most <= 64);
  const { sampler: _, ...options } = optionsWith();
  const all = {
    ...options,
    layers: graphSage({ classes: DATA.classes, hidden: 12, layers: 3 }),
    sampler: (graph: typeof GRAPH, seed: number) =>
      hostSampler(uniformNeighbors(graph, { fanouts: [64, 64, 64], seed })),
    batchSize: 1000,
    epochs: 1,
    policy: "distdgl" as const,
  };
  const [{ iterations: [{ loss: wanted }] }] = await simulate(dataOf(cut(1)), all);
  const results = await simulate(dataOf(cut(4)), all);
  let sum = 0, seeds = 0, remote = 0;
  for (const { iterations: [record] } of results) {
    sum += record.loss! * record.seeds;
    seeds += record.seeds;
    remote += record.layers[0].traffic.requested;
    assert.ok(record.layers.every(({ droppedEdges, halo }) => droppedEdges === 0 && halo === 0));
    assert.ok(record.layers[0].remoteDestinations > 0);
  }
  assert.equal(seeds, DATA.training.length);
  assert.ok(remote > 0 && Math.abs(sum / seeds - wanted!) < 1e-5, `${sum / seeds}, not ${wanted}`);
});
