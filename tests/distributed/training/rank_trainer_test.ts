import assert from "node:assert/strict";
import type { RankTransport } from "../../../distributed/training/rank_transport.ts";
import type { RankResult } from "../../../distributed/training/train_on_rank.ts";
import { rankComponents } from "../../../distributed/training/rank_iteration.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { DivergenceError } from "../../../training/divergence.ts";
import { gat } from "../../../training/models/gat.ts";
import { hostSampler } from "../../../training/mini_batch/host_sampler.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { MiniBatchTrainer } from "../../../training/mini_batch/trainer.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { cut, DATA, dataOf, FANOUTS, GRAPH, optionsWith, simulate } from "./rank_trainings.ts";

const lossesOf = ({ iterations }: RankResult) => iterations.map(({ meanLoss }) => meanLoss);

Deno.test("one rank trains bit for bit as training without ranks does, dropout included", async () => {
  for (
    const given of [
      {},
      { layers: gat({ classes: 5, heads: 2, headWidth: 6, layers: 3 }), aggregation: "attention" } as const,
    ]
  ) {
    const options = optionsWith(given), device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 26 });
    const trainer = new MiniBatchTrainer(device, DATA, {
      ...options,
      sampler: hostSampler(uniformNeighbors(GRAPH, { fanouts: FANOUTS, seed: 1 })),
      readLosses: true,
    });
    const plain: number[] = [];
    for (let i = 0; i < 2 * trainer.epochLength; i++) plain.push((await trainer.next()).loss!);
    const learned = await trainer.parameters.read();
    trainer.close();
    device.close();
    for (const policy of ["aep", "drop", "exact", "distdgl"] as const) {
      const [result] = await simulate(dataOf(cut(1)), { ...given, policy });
      assert.deepEqual(lossesOf(result), plain, policy);
      assert.deepEqual(result.parameters, learned, policy);
    }
    assert.ok(plain.at(-1)! < plain[0], "no learning proves nothing");
  }
});

Deno.test("messages progress between the layers of a sample, before anything is computed", async () => {
  const calls: number[] = [];
  let progressed = 0;
  const spy = (transport: RankTransport): RankTransport => ({
    ...passOn(transport),
    startExchange(outgoing) {
      if (transport.rank === 0) calls.push(progressed);
      return transport.startExchange(outgoing);
    },
    progress() {
      if (transport.rank === 0) progressed++;
      transport.progress();
    },
  });
  await simulate(dataOf(cut(2)), { epochs: 1, iterations: 1 }, spy);
  const [announcement, firstPush] = calls;
  assert.deepEqual([announcement, firstPush], [0, 2 * FANOUTS.length]);
});

Deno.test("replicas are the same bit for bit after every iteration, and no rank lives on another's numbers", async () => {
  const sums: number[][] = [];
  const spy = (transport: RankTransport): RankTransport => ({
    ...passOn(transport),
    async allReduce(payload) {
      const own = payload.slice();
      await transport.allReduce(payload);
      (sums[transport.rank] ??= []).push(sumOf(payload));
      assert.ok(transport.rank === 0 || own.some((value, i) => value !== payload[i]));
    },
  });
  const parameters: Float32Array[][][] = [];
  const results = await simulate(dataOf(cut(4)), {
    epochs: 3,
    onEpoch: async (epoch, trainer) => {
      (parameters[epoch] ??= []).push([...(await trainer.parameters.read()).values()]);
    },
  }, spy);
  for (const rank of results) {
    assert.deepEqual(rank.parameters, results[0].parameters);
    assert.deepEqual(lossesOf(rank), lossesOf(results[0]));
  }
  for (const replicas of parameters.slice(1)) {
    assert.equal(replicas.length, 4);
    for (const replica of replicas) assert.deepEqual(replica, replicas[0]);
  }
  for (const own of sums) assert.deepEqual(own, sums[0]);
  assert.equal(new Set(results.map(({ iterations }) => iterations[0].loss)).size, 4);
});

/**
 * Plain object that forwards to a transport, whose methods a spread would lose, since they belong to its
 * class.
 */
function passOn(transport: RankTransport): RankTransport {
  return {
    rank: transport.rank,
    size: transport.size,
    now: () => transport.now(),
    startExchange: (outgoing) => transport.startExchange(outgoing),
    allReduce: (payload) => transport.allReduce(payload),
    progress: () => transport.progress(),
  };
}

Deno.test("what is pushed in iteration k is used in k + d, and an epoch of M has max(0, M - d) sends and waits", async () => {
  const layers = 3;
  for (const delay of [0, 1, 2, 5, 99]) {
    const begun: number[] = [], waited: number[] = [];
    const spy = (transport: RankTransport): RankTransport => ({
      ...passOn(transport),
      startExchange(outgoing) {
        const exchange = transport.startExchange(outgoing);
        begun[transport.rank] = (begun[transport.rank] ?? 0) + 1;
        return {
          wait() {
            waited[transport.rank] = (waited[transport.rank] ?? 0) + 1;
            return exchange.wait();
          },
        };
      },
    });
    const results = await simulate(dataOf(cut(4)), { push: { delay } }, spy);
    const { epochLength } = results[0];
    assert.ok(epochLength > 5);
    const wanted = Math.max(0, epochLength - delay);
    for (const [rank, { iterations }] of results.entries()) {
      // One more exchange: ranks agree on the length of an epoch.
      assert.equal(begun[rank], 1 + 2 * layers * wanted);
      assert.equal(waited[rank], begun[rank]);
      for (const { layers, iteration, position } of iterations) {
        for (const { traffic, halo, hits } of layers) {
          assert.equal(traffic.started, position < wanted);
          assert.equal(traffic.receivedFrom, position >= delay ? iteration - delay : undefined);
          if (delay > 0 && iteration <= delay) assert.equal(hits, 0);
          assert.ok(hits <= halo);
        }
      }
    }
    const hits = sumOf(
      results.flatMap(({ iterations }) => iterations.flatMap(({ layers }) => layers)),
      ({ hits }) => hits,
    );
    assert.equal(hits > 0, delay < 99);
  }
});

Deno.test("no more vertices than the limit are pushed to a rank, and bytes are those of the vertices", async () => {
  const widths = [DATA.features.width, 12, 12];
  let limited = 0;
  for (const pushLimit of [0, 3, 2000]) {
    const results = await simulate(dataOf(cut(4)), { epochs: 1, push: { pushLimit } });
    for (const { iterations } of results) {
      for (const { layers } of iterations) {
        for (const [layer, { traffic }] of layers.entries()) {
          assert.ok(traffic.largestPush <= pushLimit && traffic.pushed <= 3 * pushLimit);
          assert.ok(traffic.pushed <= traffic.mapped && traffic.requested === 0);
          assert.equal(traffic.sentBytes, traffic.started ? traffic.pushed * 4 * (1 + widths[layer]) : 0);
          if (traffic.pushed < traffic.mapped) limited++;
        }
      }
    }
    const [sent, received] = (["sentBytes", "receivedBytes"] as const).map((key) =>
      sumOf(
        results.flatMap(({ iterations }) => iterations.flatMap(({ layers }) => layers)),
        ({ traffic }) => traffic[key],
      )
    );
    assert.equal(sent, received);
  }
  assert.ok(limited > 10);
});

Deno.test("a rank out of mini-batches sends nothing, joins with zeros and does not count", async () => {
  // The last rank loses two of every three training vertices.
  const partition = cut(4), { parts } = partition;
  const training = DATA.training.filter((v) => parts[v] < 3 || v % 9 === 0);
  for (const policy of ["aep", "drop", "exact", "distdgl"] as const) {
    const results = await simulate(dataOf(partition, { ...DATA, training }), { policy });
    const [{ epochLength }] = results, short = results[3];
    assert.equal(epochLength, Math.max(...results.map(({ miniBatches }) => miniBatches)));
    assert.ok(short.miniBatches < epochLength - 1);
    for (let i = 0; i < 2 * epochLength; i++) {
      const all = results.map(({ iterations }) => iterations[i]);
      const active = all.filter(({ active }) => active);
      for (const [rank, record] of all.entries()) {
        assert.equal(record.active, record.position < results[rank].miniBatches);
        assert.equal(record.activeRanks, active.length);
        assert.equal(record.loss === undefined, !record.active);
      }
      const mean = sumOf(active, ({ loss }) => loss!) / active.length;
      assert.ok(Math.abs(all[0].meanLoss - mean) < 1e-6 * mean);
      if (all[3].active) continue;
      for (const { traffic } of all[3].layers) assert.equal(traffic.pushed + traffic.requested, 0);
    }
    for (const { parameters } of results) assert.deepEqual(parameters, short.parameters);
  }
});

Deno.test("beside ranks without any training vertex a rank trains bit for bit as alone: the sum is divided by those that trained", async () => {
  // Ranks 1 and 2 own vertices without an edge. With such a large epsilon, Adam's step is proportional to the
  // gradient.
  const parts = Uint32Array.from({ length: GRAPH.rows }, (_, v) => v < 590 ? 0 : 1 + v % 2);
  const data = { ...DATA, training: DATA.training.filter((v) => v < 590) };
  const options = { optimizer: adam({ epsilon: 10, learningRate: 1 }) };
  const [alone] = await simulate(dataOf(cut(1), data), options);
  for (const policy of ["aep", "drop", "exact", "distdgl"] as const) {
    const results = await simulate(dataOf({ parts, count: 3 }, data), { ...options, policy });
    for (const [rank, result] of results.entries()) {
      assert.equal(result.miniBatches, rank === 0 ? alone.miniBatches : 0);
      assert.ok(result.iterations.every(({ active }) => active === (rank === 0)));
      assert.deepEqual(lossesOf(result), lossesOf(alone), policy);
      assert.deepEqual(result.parameters, alone.parameters, policy);
    }
  }
  assert.ok(new Set(lossesOf(alone)).size > 5);
});

Deno.test("beside ranks without any vertex ranks train bit for bit as without them", async () => {
  const { parts } = cut(2);
  for (const policy of ["aep", "drop", "exact", "distdgl"] as const) {
    const two = await simulate(dataOf({ parts, count: 2 }), { policy });
    const four = await simulate(dataOf({ parts, count: 4 }), { policy });
    for (const [rank, result] of four.entries()) {
      assert.equal(result.miniBatches, two[rank]?.miniBatches ?? 0);
      // Seeds of draws for other ranks depend on the number of ranks.
      assert.deepEqual(lossesOf(result), lossesOf(policy === "distdgl" ? four[0] : two[0]), policy);
    }
  }
});

Deno.test("a cache that is off, and a life span of none, drop what the policy `drop` drops", async () => {
  const dropped = await simulate(dataOf(cut(4)), { policy: "drop" });
  const off = await simulate(dataOf(cut(4)), { push: { cache: { capacity: 0 } } });
  assert.deepEqual(lossesOf(off[0]), lossesOf(dropped[0]));
  const sum = (results: RankResult[], of: "hits" | "droppedEdges" | "halo") =>
    sumOf(results.flatMap(({ iterations }) => iterations.flatMap(({ layers }) => layers)), (l) => l[of]);
  assert.equal(sum(dropped, "hits"), 0);
  assert.ok(sum(dropped, "droppedEdges") > 0);
  const cached = await simulate(dataOf(cut(4)));
  assert.ok(sum(cached, "hits") > 0 && sum(cached, "droppedEdges") < sum(dropped, "droppedEdges"));
  // Epochs are longer than iterations: lines live longer, more searches hit.
  const longer = await simulate(dataOf(cut(4)), { push: { cache: { lifeSpanUnit: "epoch" } } });
  assert.ok(sum(longer, "hits") > sum(cached, "hits"));
  for (const { cacheCounts, iterations } of longer) {
    for (const [layer, { searched, hits }] of cacheCounts.entries()) {
      const own = iterations.map(({ layers }) => layers[layer]);
      assert.equal(searched, sumOf(own, ({ halo }) => halo));
      assert.equal(hits, sumOf(own, ({ hits }) => hits));
    }
  }
});

Deno.test("components are where the time went, and those of a policy that does not exchange are 0", async () => {
  const [{ iterations: [, second] }] = await simulate(dataOf(cut(4)));
  const parts = rankComponents(second);
  for (const [name, ms] of Object.entries(parts)) assert.ok(ms >= 0 && (ms > 0 || name === "waitMs"), name);
  const { computeMs, mapMs, packMs, waitMs, cacheMs, forwardMs } = parts;
  assert.ok(Math.abs(computeMs + mapMs + packMs + waitMs + cacheMs - forwardMs) < 1e-9);
  const [{ iterations: [, plain] }] = await simulate(dataOf(cut(4)), { policy: "drop" });
  const { mapMs: map, packMs: pack, waitMs: wait } = rankComponents(plain);
  assert.deepEqual([map, pack, wait], [0, 0, 0]);
});

Deno.test("training that runs away ends on all ranks, and nothing is kept", async () => {
  await assert.rejects(
    simulate(dataOf(cut(2)), { optimizer: adam({ learningRate: 1e30 }), epochs: 9 }),
    DivergenceError,
  );
});

Deno.test("parts of other ranks, other numbers of blocks and delays that cannot be are refused", async () => {
  const data = dataOf(cut(2)),
    message = /Cannot train on ranks|Cannot push embeddings/;
  await assert.rejects(simulate([data[1], data[0]]), message);
  const neighbors = (graph: typeof GRAPH, seed: number) => uniformNeighbors(graph, { fanouts: [2], seed });
  await assert.rejects(simulate(data, { neighbors }), message);
  await assert.rejects(simulate(data, { push: { delay: -1 } }), message);
  await assert.rejects(simulate(data, { epochs: 0 }), message);
  const none = dataOf(cut(2), { ...DATA, training: new Uint32Array() });
  await assert.rejects(simulate(none), message);
});
