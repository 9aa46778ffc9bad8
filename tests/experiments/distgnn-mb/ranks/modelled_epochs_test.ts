import { noSampling } from "../../../../distributed/training/rank_iteration.ts";
import assert from "node:assert/strict";
import {
  type LayerTraffic,
  rankComponents,
  type RankIteration,
} from "../../../../distributed/training/mod.ts";
import { emptyLayer, noTraffic } from "../../../../distributed/training/rank_iteration.ts";
import { firstWithin } from "../../../../experiments/distgnn-mb/convergence/convergence_runs.ts";
import {
  epochMs,
  loadImbalance,
  modelledEpochs,
} from "../../../../experiments/distgnn-mb/ranks/modelled_epochs.ts";
import type { EpochsInTurns } from "../../../../experiments/distgnn-mb/ranks/epochs_in_turns.ts";
import { batchScale } from "../../../../experiments/distgnn-mb/rank_models.ts";
import type { MeasuredIteration } from "../../../../experiments/distgnn-mb/ranks/rank_training.ts";
import { scaledGraph } from "../../../../experiments/distgnn-mb/scaled_graphs.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import type { Link } from "../../../../hardware/models/interconnect.ts";

/** A byte a microsecond, at once. */
const LINK: Link = { name: "test", latencySeconds: 0, bytesPerSecond: 1e6, source: "" };

interface Shape {
  readonly edges: number;
  readonly sentBytes?: number;
  readonly requested?: number;
  readonly started?: boolean;
  readonly remoteDestinations?: number;
  readonly slowMs?: number;
}

/** Sampling takes 4 ms; the kernels take one an edge forward, and as long backward. */
function iteration(shape: Shape): MeasuredIteration {
  const { edges, sentBytes = 0, requested = 0, started = false, remoteDestinations = 0, slowMs = 0 } = shape;
  const traffic: LayerTraffic = {
    ...{ ...noTraffic(), sentBytes, requested, started },
    // Who pushes in a middle iteration also receives.
    ...(started ? { mapMs: 1, storeMs: 2, receivedFrom: 1 } : { loadMs: 2 }),
  };
  const computeMs = edges + slowMs;
  const layer = { ...emptyLayer(traffic), edges, computeMs, backwardMs: edges, remoteDestinations };
  const record: RankIteration = {
    ...{ iteration: 1, epoch: 1, position: 0, active: true, activeRanks: 2, seeds: 1, meanLoss: 1 },
    layers: [layer],
    sampling: noSampling(),
    ...{ sampleMs: 4, gradientMs: 0, allReduceMs: 99, allReduceBytes: 0, updateMs: 0 },
  };
  return { record, components: rankComponents(record) };
}

function epochs(...ranks: readonly Shape[]): EpochsInTurns {
  const round = ranks.map(iteration);
  return {
    ranks: ranks.length,
    epochLength: 10,
    batchSize: 4,
    fanouts: [5],
    miniBatches: ranks.map(() => 10),
    rounds: [[round], [round]],
  };
}

Deno.test("ranks alike wait for nobody, and a push that an iteration hides costs nothing", () => {
  const same = { edges: 20, started: true, sentBytes: 40_000 };
  const [parts, other] = modelledEpochs(epochs(same, same), { policy: "aep", link: LINK });
  assert.deepEqual(parts, {
    // Of ten iterations nine push, and nine receive.
    ...{ miniBatchCreation: 40, forward: 227, backward: 200, allReduce: 0, processing: 27, exposed: 0 },
  });
  assert.deepEqual(other, parts);
  assert.equal(epochMs(parts), 467);
});

Deno.test("what a push takes longer than an iteration is waited for", () => {
  const same = { edges: 20, started: true, sentBytes: 50_000 };
  const [{ exposed, forward }] = modelledEpochs(epochs(same, same), { policy: "aep", link: LINK });
  // 50 ms against 47 ms of work.
  assert.ok(Math.abs(exposed - 30) < 1e-9 && Math.abs(forward - 257) < 1e-9);
});

Deno.test("a round of iterations that push nothing takes what pushing costs from the others", () => {
  const pushing = iteration({ edges: 20, started: true }), last = iteration({ edges: 20 });
  const rounds = [[[pushing, pushing]], [[last, last]]];
  const both = { ...epochs({ edges: 20 }, { edges: 20 }), rounds };
  const [{ processing: of }, { processing: without }] = modelledEpochs(both, { policy: "aep", link: LINK });
  // Nine pushes and stores of 3 ms; the second round also searches, 2 ms.
  assert.deepEqual([of, without], [27, 47]);
});

Deno.test("a rank is as busy as its mini-batches are many, and as their edges cost", () => {
  // Iterations of 10, 20 and 30 edges take 2 ms an edge; a rank with half as many mini-batches is half as long busy.
  const ranks = epochs({ edges: 10, started: true }, { edges: 20, started: true }, {
    edges: 30,
    started: true,
  });
  const busy = [27, 47, 67].map((ms) => 10 * ms), mean = (a: number, b: number, c: number) => (a + b + c) / 3;
  const even = loadImbalance(ranks, "aep"),
    uneven = loadImbalance({ ...ranks, miniBatches: [10, 10, 5] }, "aep");
  assert.ok(Math.abs(even - 100 * (670 / mean(busy[0], busy[1], busy[2]) - 1)) < 1e-9, `${even}`);
  assert.ok(Math.abs(uneven - 100 * (470 / mean(busy[0], busy[1], busy[2] / 2) - 1)) < 1e-9, `${uneven}`);
});

Deno.test("all wait for the rank with the most edges, as long as these take", () => {
  const [{ allReduce }] = modelledEpochs(epochs({ edges: 10 }, { edges: 20 }, { edges: 30 }), {
    policy: "aep",
    link: LINK,
  });
  // 10 edges above the mean, 2 ms each, 10 iterations.
  assert.ok(Math.abs(allReduce - 200) < 1e-9, `${allReduce}`);
});

Deno.test("nobody waits longer for a rank because another has no mini-batch left", () => {
  const full = [iteration({ edges: 10 }), iteration({ edges: 20 }), iteration({ edges: 30 })];
  const none = iteration({ edges: 0 }), idle = { ...none, record: { ...none.record, active: false } };
  const rounds = [[full], [[full[1], full[1], idle]]];
  const [{ allReduce: before }, { allReduce: last }] = modelledEpochs(
    { ...epochs({ edges: 10 }, { edges: 20 }, { edges: 30 }), rounds },
    { policy: "aep", link: LINK },
  );
  assert.ok(Math.abs(before - 200) < 1e-9, `${before}`);
  assert.equal(last, 0, "both ranks that are left have as many edges");
});

Deno.test("DistDGL waits for features and not for samplers that work ahead", () => {
  const same = { edges: 20, requested: 1000, sentBytes: 12_000 };
  const [{ exposed, miniBatchCreation, processing }] = modelledEpochs(epochs(same, same), {
    policy: "distdgl",
    link: LINK,
  });
  assert.ok(Math.abs(exposed - 120) < 1e-9, `${exposed}`);
  assert.equal(miniBatchCreation, 0);
  assert.equal(processing, 20);
});

Deno.test("DistDGL waits for what its two samplers cannot do ahead, requests and answers of remote vertices included", () => {
  const remote = { remoteDestinations: 20_000 };
  const [{ miniBatchCreation, forward, backward, allReduce }] = modelledEpochs(
    epochs({ edges: 10, ...remote }, { edges: 30, ...remote }),
    { policy: "distdgl", link: LINK },
  );
  // 80 ms for ids, five times as long for what is drawn, 4 ms of sampling; by two samplers, behind the rest.
  assert.deepEqual([forward, backward, allReduce], [220, 200, 200]);
  assert.ok(Math.abs(miniBatchCreation - 10 * ((80 + 400 + 4) / 2 - 62)) < 1e-9, `${miniBatchCreation}`);
});

Deno.test("what an edge costs is the slope between the thirds with the fewest and the most edges, in any order", () => {
  const edges = [9, 1, 5, 2, 8, 3, 7, 4, 6];
  const waiting = (slow: Readonly<Record<number, number>>) => {
    const shapes = edges.map((count) => ({ edges: count, slowMs: slow[count] ?? 0 }));
    return modelledEpochs(epochs(...shapes), { policy: "aep", link: LINK })[0].allReduce;
  };
  // The slowest has 4 edges above the mean.
  assert.ok(Math.abs(waiting({}) - 10 * 4 * 2) < 1e-9);
  // A slow iteration in the middle third does not count; of the lowest the median is then the third one.
  assert.ok(Math.abs(waiting({ 5: 1000 }) - 10 * 4 * 2) < 1e-9);
  assert.ok(Math.abs(waiting({ 1: 1000 }) - 10 * 4 * (16 - 6) / 6) < 1e-9, `${waiting({ 1: 1000 })}`);
  assert.equal(waiting({ 1: 1000, 2: 1000 }), 0, "edges that make an iteration shorter cost nothing");
});

Deno.test("mini-batches keep their ratio to pushes and caches", () => {
  const { standard, paper } = PROFILES;
  assert.deepEqual(batchScale(paper, scaledGraph(paper, "ogbn-products")), {
    ...{ batchSize: 1000, pushLimit: 2000, capacity: 1_000_000, hidden: 256 },
  });
  const { batchSize, pushLimit } = batchScale(standard, scaledGraph(standard, "ogbn-papers100m"));
  assert.deepEqual([batchSize, pushLimit], [4, 8]);
});

Deno.test("the first epoch within a point is one less than a point below the target", () => {
  assert.equal(firstWithin([70, 77, 77.1, 80], 78), 3);
  assert.equal(firstWithin([79], 78), 1);
  assert.equal(firstWithin([70, 77], 78), undefined);
});
