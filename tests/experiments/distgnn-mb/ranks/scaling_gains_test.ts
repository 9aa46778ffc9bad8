/**
 * Tests of speed-ups and efficiencies of an epoch of ranks, as Figures 3 and 4 show them.
 *
 * @module
 */
import assert from "node:assert/strict";
import { rankComponents, type RankIteration } from "../../../../distributed/training/mod.ts";
import { scalingGains } from "../../../../experiments/distgnn-mb/ranks/epoch_facts.ts";
import { NETWORKS } from "../../../../experiments/distgnn-mb/ranks/modelled_epochs.ts";
import type { EpochsInTurns } from "../../../../experiments/distgnn-mb/ranks/epochs_in_turns.ts";
import { rankWorkloads } from "../../../../experiments/distgnn-mb/rank_workloads.ts";
import { type GraphId, PAPERS, PRODUCTS } from "../../../../experiments/distgnn-mb/scaled_graphs.ts";
import { iteration, layer } from "../overlap/iterations.ts";

interface Epoch {
  readonly ranks: number;
  readonly epochLength: number;
  readonly sampleMs: number;
  readonly forwardMs: number;
  readonly backwardMs: number;
}

/** Epochs of two rounds, the second twice as slow, of ranks alike that send nothing. */
function epochs({ ranks, epochLength, sampleMs, forwardMs, backwardMs }: Epoch): EpochsInTurns {
  const round = (slow: number) => {
    const work = { ...layer(slow * forwardMs, 0), backwardMs: slow * backwardMs };
    const times = { sampleMs: slow * sampleMs, updateMs: 0, allReduceBytes: 4096 };
    const record: RankIteration = { ...iteration([work]), ...times };
    return [Array.from({ length: ranks }, () => ({ record, components: rankComponents(record) }))];
  };
  const miniBatches = Array<number>(ranks).fill(epochLength);
  return { ranks, epochLength, batchSize: 4, miniBatches, fanouts: [5], rounds: [round(1), round(2)] };
}

function gains(graph: GraphId) {
  // Eight times as many ranks have an eighth of the iterations, whose parts take longer or shorter.
  const base = epochs({ ranks: 2, epochLength: 80, sampleMs: 4, forwardMs: 6, backwardMs: 10 });
  const own = epochs({ ranks: 16, epochLength: 10, sampleMs: 8, forwardMs: 6, backwardMs: 5 });
  const [workload] = rankWorkloads({ id: "standard" }, graph, [16]);
  return scalingGains({ own, base }, { workload, policy: "aep" });
}

Deno.test("an efficiency is the speed-up over how many times as many ranks there are, part by part", () => {
  const { scaling_speedup, efficiency, mbc_efficiency, fwd_efficiency, bwd_efficiency, ared_efficiency } =
    gains(PRODUCTS);
  assert.deepEqual([mbc_efficiency, fwd_efficiency, bwd_efficiency].map(({ value }) => value), [
    [50, 50],
    [100, 100],
    [200, 200],
  ]);
  const percents = efficiency.value as readonly number[];
  assert.deepEqual(scaling_speedup.value, percents.map((percent) => percent / 100 * 8));
  // Without the sums of gradients, which take more of a link the more ranks there are.
  percents.forEach((percent) => assert.ok(percent < 100 * 20 / 19 && percent > 100, `${percent}`));
  (ared_efficiency.value as readonly number[]).forEach((percent) => assert.ok(percent < 100, `${percent}`));
});

Deno.test("graphs of claims have their gains under every network, others under the one that is shown", () => {
  const names = (graph: GraphId) => Object.keys(gains(graph)).filter((name) => /^efficiency/.test(name));
  assert.deepEqual(names(PRODUCTS), ["efficiency"]);
  assert.deepEqual(names(PAPERS), NETWORKS.map(({ id }) => id === "" ? "efficiency" : `efficiency_${id}`));
});
