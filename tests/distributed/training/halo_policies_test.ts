import { noSampling } from "../../../distributed/training/rank_iteration.ts";
import assert from "node:assert/strict";
import { idsAt } from "../../../distributed/partition/id_table.ts";
import { DistributedSampling } from "../../../distributed/training/distributed_sampling.ts";
import { EmbeddingPushes } from "../../../distributed/training/embedding_pushes.ts";
import { FetchedHalo } from "../../../distributed/training/fetched_features.ts";
import type { HaloPolicyParts } from "../../../distributed/training/halo_policy.ts";
import { runInLockStep } from "../../../distributed/training/lock_step.ts";
import { layerImportance } from "../../../graph/sampling/layer_importance.ts";
import { randomWalkNeighbors } from "../../../graph/sampling/random_walk.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import { cut, DATA, dataOf, FANOUTS, GRAPH, optionsWith, simulate } from "./rank_trainings.ts";

const WIDTH = DATA.features.width, HIDDEN = 3, ROUNDS = 6;

const twoLayers = (graph: typeof GRAPH, seed: number) =>
  uniformNeighbors(graph, { fanouts: FANOUTS.slice(1), seed });

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
        neighbors: twoLayers,
      };
      const policy = new EmbeddingPushes(parts);
      for (let position = 0; position < ROUNDS; position++) {
        const place = { iteration: position + 1, position, rounds: ROUNDS };
        const seeds = part.training.slice(10 * position, 10 * position + 20);
        const { blocks } = await policy.sample({ seeds, batch: position }, noSampling());
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
      neighbors: twoLayers,
    });
    const seeds = part.training.slice(0, 20),
      { blocks } = await policy.sample({ seeds, batch: 0 }, noSampling());
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
  const { rowPtr } = GRAPH, EPOCHS = 5, RANKS = 4;
  const most = Math.max(...Array.from({ length: GRAPH.rows }, (_, v) => rowPtr[v + 1] - rowPtr[v]));
  assert.ok(most <= 64);
  const { neighbors: _, ...options } = optionsWith();
  const all = {
    ...options,
    layers: graphSage({ classes: DATA.classes, hidden: 12, layers: 3 }),
    neighbors: (graph: typeof GRAPH, seed: number) =>
      uniformNeighbors(graph, { fanouts: [64, 64, 64], seed }),
    batchSize: 1000,
    epochs: EPOCHS,
    policy: "distdgl" as const,
  };
  // Equally many seeds a rank: the mean over ranks is the mean over seeds.
  const training = DATA.training.slice(0, DATA.training.length - DATA.training.length % RANKS);
  const parts = Uint32Array.from({ length: GRAPH.rows }, (_, v) => v % RANKS);
  training.forEach((v, i) => parts[v] = i % RANKS);
  const data = { ...DATA, training };
  const [{ iterations: wanted }] = await simulate(dataOf(cut(1), data), all);
  const results = await simulate(dataOf({ parts, count: RANKS }, data), all);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { iterations: { [epoch]: record } } of results) {
      const apart = Math.abs(record.meanLoss - wanted[epoch].meanLoss);
      assert.ok(apart < 1e-5, `epoch ${epoch + 1}: ${record.meanLoss}, not ${wanted[epoch].meanLoss}`);
      assert.ok(record.layers.every(({ droppedEdges, halo }) => droppedEdges === 0 && halo === 0));
      assert.ok(record.layers[0].traffic.requested > 0);
      const { requested, sentBytes, receivedBytes } = record.sampling;
      const remote = sumOf(record.layers, ({ remoteDestinations }) => remoteDestinations);
      assert.ok(requested === remote && requested > 0, "a request for each destination that another owns");
      assert.ok(sentBytes > 0 && receivedBytes >= 4 * requested);
    }
  }
  const sum = (of: "sentBytes" | "receivedBytes") =>
    sumOf(results, ({ iterations: [{ sampling }] }) => sampling[of]);
  assert.equal(sum("sentBytes"), sum("receivedBytes"));
  assert.ok(wanted[EPOCHS - 1].meanLoss < 0.9 * wanted[0].meanLoss, "it learns");
});

Deno.test("neighbours that ranks draw for one another are distinct edges of the graph, as many as fan-outs allow", async () => {
  const data = dataOf(cut(3)), fanouts = [3, 4], starts = [0, 0, 0, 0];
  for (const [r, { part }] of data.entries()) starts[r + 1] = starts[r] + part.solid;
  // The book numbers vertices rank by rank.
  const original = (id: number) => {
    const owner = starts.findLastIndex((start) => start <= id);
    return data[owner].part.vertices[id - starts[owner]];
  };
  const isEdge = (v: number, u: number) =>
    GRAPH.colIdx.subarray(GRAPH.rowPtr[v], GRAPH.rowPtr[v + 1]).includes(u);
  const drawn = await runInLockStep(3, async (transport) => {
    const own = data[transport.rank], tally = noSampling();
    const policy = await DistributedSampling.open({
      transport,
      data: own,
      widths: [WIDTH, HIDDEN],
      seed: 1,
      push: {},
      neighbors: (graph, seed) => uniformNeighbors(graph, { fanouts, seed }),
    });
    if (transport.rank === 2) {
      await policy.idleSample(tally);
      return [];
    }
    const { blocks } = await policy.sample({ seeds: own.part.training.slice(0, 9), batch: 7 }, tally);
    return blocks;
  });
  let remote = 0;
  for (
    const [layer, { matrix: { rows, rowPtr, colIdx }, sources }] of [
      ...drawn[0].entries(),
      ...drawn[1].entries(),
    ]
  ) {
    for (let row = 0; row < rows; row++) {
      const v = original(sources[row]);
      const found = [...colIdx.subarray(rowPtr[row], rowPtr[row + 1])].map((col) => original(sources[col]));
      assert.equal(found.length, Math.min(fanouts[layer], GRAPH.rowPtr[v + 1] - GRAPH.rowPtr[v]));
      assert.equal(new Set(found).size, found.length);
      for (const u of found) assert.ok(isEdge(v, u), `${u} is no neighbour of ${v}`);
      if (sources[row] >= starts[2]) remote++;
    }
  }
  assert.ok(remote > 0, "rank 2 owns some of them");
  assert.equal(drawn[2].length, 0);
});

Deno.test("draws that need more than a vertex's own neighbours are refused across ranks", async () => {
  for (
    const neighbors of [
      (graph: typeof GRAPH, seed: number) => randomWalkNeighbors(graph, { fanouts: FANOUTS, seed }),
      (graph: typeof GRAPH, seed: number) => layerImportance(graph, { layerSizes: FANOUTS, seed }),
    ]
  ) {
    await assert.rejects(simulate(dataOf(cut(2)), { policy: "distdgl", neighbors }), UsageError);
  }
});
