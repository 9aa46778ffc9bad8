/**
 * Metrics of an epoch of ranks, modelled under each network from the iterations that were measured.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { LinkChangeId } from "../../hardware/link_changes.ts";
import { type ChangedMetric, changedMetric, changedMetrics } from "../claims/model_changes.ts";
import type { Lab } from "../lab.ts";
import type { Facts, Metrics, ModelledValue } from "../metrics.ts";
import { epochMs, type EpochParts, modelledEpochs, type Network, NETWORKS } from "./modelled_epochs.ts";
import { rankEpochs } from "./rank_epochs.ts";
import type { MeasuredIteration, RankSetting } from "./rank_training.ts";
import { type RankWorkload, rankWorkloads, scalingRanks } from "./rank_workloads.ts";
import { PAPERS } from "./scaled_graphs.ts";

const MODELLED_METRICS = {
  epoch_time: { label: "epoch", unit: "ms", better: "lower" },
  mbc_time: { label: "MBC: mini-batch creation", unit: "ms", better: "lower" },
  fwd_time: { label: "FWD: forward, with remote aggregation", unit: "ms", better: "lower" },
  bwd_time: { label: "BWD: backward", unit: "ms", better: "lower" },
  ared_time: { label: "ARed: all-reduce, with waiting for the slowest rank", unit: "ms", better: "lower" },
  processing_share: { label: "pre- and post-processing in FWD", unit: "%", better: "lower" },
  exposed_time: { label: "communication in FWD that nothing hides", unit: "ms", better: "lower" },
} as const satisfies Metrics;

const SCALED_METRICS = {
  scaling_speedup: { label: "speed-up over the fewest ranks", unit: "x", better: "higher" },
  efficiency: { label: "efficiency of the epoch", unit: "%", better: "higher" },
  mbc_efficiency: { label: "efficiency of MBC", unit: "%", better: "higher" },
  fwd_efficiency: { label: "efficiency of FWD", unit: "%", better: "higher" },
  bwd_efficiency: { label: "efficiency of BWD", unit: "%", better: "higher" },
  ared_efficiency: { label: "efficiency of ARed", unit: "%", better: "higher" },
} as const satisfies Metrics;

/** Metrics of an epoch. */
export const EPOCH_METRICS = {
  ...MODELLED_METRICS,
  edges: { label: "edges aggregated, a mini-batch", unit: "edges", better: "neither" },
  dropped_edges: { label: "edges dropped with misses", unit: "%", better: "lower" },
  sent_bytes: { label: "bytes a rank sends in an iteration", unit: "bytes", better: "lower" },
  epoch_iterations: { label: "iterations of an epoch", unit: "minibatches", better: "neither" },
  ...changedMetrics(MODELLED_METRICS, NETWORKS),
} as const satisfies Metrics;

/** Metrics of an epoch and of its scaling. */
export const SCALING_METRICS = {
  ...EPOCH_METRICS,
  ...SCALED_METRICS,
  ...changedMetrics(SCALED_METRICS, NETWORKS),
} as const satisfies Metrics;

/** A training on a number of ranks. */
export interface EpochSetting extends RankSetting {
  /** Graph and number of ranks. */
  readonly workload: RankWorkload;
}

/** Values of metrics under a network. */
export type NetworkFacts<Name extends string> = {
  readonly [K in ChangedMetric<Name, LinkChangeId>]?: ModelledValue;
};

/** Names modelled values by the network that they are modelled with, for so many ranks with real messages. */
export function networkFacts<Name extends string>(
  network: Network,
  values: Readonly<Record<Name, readonly number[]>>,
  ranks = 1,
): NetworkFacts<Name> {
  const entries = Object.entries<readonly number[]>(values).map(([metric, value]) => [
    changedMetric(metric, network),
    { value, source: "modelled", ranks },
  ]);
  return Object.fromEntries(entries);
}

/** Networks of a workload: claims are about Papers100M, and other graphs need no other networks. */
function networksOf({ factors: { graph } }: RankWorkload): readonly Network[] {
  return graph === PAPERS ? NETWORKS : NETWORKS.slice(0, 1);
}

/** Values of the epoch that was measured, under each network. */
export async function epochFacts(
  lab: Lab,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<Facts<typeof EPOCH_METRICS>> {
  const epochs = await rankEpochs(lab, dataset, setting), { policy } = setting;
  const counts: Facts<typeof EPOCH_METRICS> = {
    epoch_iterations: epochs.epochLength,
    ...meanMiniBatch(epochs.rounds.flat(2)),
  };
  return networksOf(setting.workload).reduce((facts, network) => {
    const modelled = modelledEpochs(epochs, { policy, link: network.link });
    const own = networkFacts(network, {
      epoch_time: modelled.map(epochMs),
      mbc_time: modelled.map(({ miniBatchCreation }) => miniBatchCreation),
      fwd_time: modelled.map(({ forward }) => forward),
      bwd_time: modelled.map(({ backward }) => backward),
      ared_time: modelled.map(({ allReduce }) => allReduce),
      processing_share: modelled.map(({ processing, forward }) => 100 * processing / forward),
      exposed_time: modelled.map(({ exposed }) => exposed),
    });
    return { ...facts, ...own };
  }, counts);
}

/** Values of the epoch, with speed-ups and efficiencies against the fewest ranks of the graph. */
export async function scalingFacts(
  lab: Lab,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<Facts<typeof SCALING_METRICS>> {
  const { workload, policy } = setting, { graph } = workload.factors;
  const [least] = rankWorkloads(lab.profile, graph, scalingRanks(lab.profile)[graph].slice(0, 1));
  const own = await rankEpochs(lab, dataset, setting);
  const base = await rankEpochs(lab, dataset, { ...setting, workload: least });
  const unscaled: Facts<typeof SCALING_METRICS> = await epochFacts(lab, dataset, setting);
  return networksOf(workload).reduce((facts, network) => {
    const { link } = network;
    const ours = modelledEpochs(own, { policy, link }), theirs = modelledEpochs(base, { policy, link });
    const speedUps = (of: (parts: EpochParts) => number) => ours.map((parts, i) => of(theirs[i]) / of(parts));
    const efficiency = (of: (parts: EpochParts) => number) =>
      speedUps(of).map((value) => 100 * value * base.ranks / own.ranks);
    const scaled = networkFacts(network, {
      scaling_speedup: speedUps(epochMs),
      efficiency: efficiency(epochMs),
      mbc_efficiency: efficiency(({ miniBatchCreation }) => miniBatchCreation),
      fwd_efficiency: efficiency(({ forward }) => forward),
      bwd_efficiency: efficiency(({ backward }) => backward),
      ared_efficiency: efficiency(({ allReduce }) => allReduce),
    });
    return { ...facts, ...scaled };
  }, unscaled);
}

/**
 * Counts of a mean mini-batch: edges that it aggregates, edges that misses take from it, bytes that it sends.
 */
function meanMiniBatch(iterations: readonly MeasuredIteration[]) {
  const layers = iterations.filter(({ record }) => record.active).map(({ record }) => record.layers);
  const total = (of: (layer: typeof layers[number][number]) => number) =>
    layers.flat().reduce((sum, layer) => sum + of(layer), 0);
  const edges = total((layer) => layer.edges), dropped = total((layer) => layer.droppedEdges);
  return {
    edges: edges / layers.length,
    dropped_edges: 100 * dropped / Math.max(1, edges + dropped),
    sent_bytes: total(({ traffic }) => traffic.sentBytes) / layers.length,
  };
}
