/**
 * Metrics of an epoch of ranks, modelled under each network from the iterations that were measured.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metric, Metrics, ModelledValue } from "../../metrics.ts";
import { sentBytes } from "../overlap/iteration_times.ts";
import { epochMs, type EpochParts, modelledEpochs, NETWORKS } from "./modelled_epochs.ts";
import { type EpochsInTurns, epochsInTurns } from "./epochs_in_turns.ts";
import type { MeasuredIteration, RankSetting } from "./rank_training.ts";
import { type RankWorkload, rankWorkloads, scalingRanks } from "../rank_workloads.ts";
import { PAPERS } from "../scaled_graphs.ts";
import { BATCH_METRICS } from "../batch_premises.ts";

/** Declares a metric under every network. */
const modelled = <const Name extends string, const Declared extends Metric>(name: Name, metric: Declared) =>
  changedMetrics(name, metric, NETWORKS);

/** Metrics of an epoch. */
export const EPOCH_METRICS = {
  ...modelled("epoch_time", { label: "epoch", unit: "ms", better: "lower" }),
  ...modelled("mbc_time", { label: "MBC: mini-batch creation", unit: "ms", better: "lower" }),
  ...modelled("fwd_time", { label: "FWD: forward, with remote aggregation", unit: "ms", better: "lower" }),
  ...modelled("bwd_time", { label: "BWD: backward", unit: "ms", better: "lower" }),
  ...modelled("ared_time", {
    label: "ARed: all-reduce, with waiting for the slowest rank",
    unit: "ms",
    better: "lower",
  }),
  ...modelled("processing_share", {
    label: "pre- and post-processing in FWD",
    unit: "%",
    better: "lower",
  }),
  ...modelled("exposed_time", {
    label: "communication in FWD that nothing hides",
    unit: "ms",
    better: "lower",
  }),
  edges: { label: "edges aggregated, a mini-batch", unit: "edges" },
  dropped_edges: { label: "edges dropped with misses", unit: "%", better: "lower" },
  sent_bytes: {
    label: "bytes a rank sends in an iteration, without gradients",
    unit: "bytes",
    better: "lower",
  },
  epoch_iterations: { label: "iterations of an epoch", unit: "minibatches" },
  ...BATCH_METRICS,
} as const satisfies Metrics;

/** Metrics of an epoch and of its scaling. */
export const SCALING_METRICS = {
  ...EPOCH_METRICS,
  ...modelled("scaling_speedup", { label: "speed-up over the fewest ranks", unit: "x", better: "higher" }),
  ...modelled("efficiency", { label: "efficiency of the epoch", unit: "%", better: "higher" }),
  ...modelled("mbc_efficiency", { label: "efficiency of MBC", unit: "%", better: "higher" }),
  ...modelled("fwd_efficiency", { label: "efficiency of FWD", unit: "%", better: "higher" }),
  ...modelled("bwd_efficiency", { label: "efficiency of BWD", unit: "%", better: "higher" }),
  ...modelled("ared_efficiency", { label: "efficiency of ARed", unit: "%", better: "higher" }),
} as const satisfies Metrics;

/** A training on a number of ranks. */
export interface EpochSetting extends RankSetting {
  /** Graph and number of ranks. */
  readonly workload: RankWorkload;
}

/** Epochs as each network would have them: claims are about Papers100M, and other graphs need one network. */
function networkEpochs(
  epochs: EpochsInTurns,
  { workload: { factors }, policy }: Pick<EpochSetting, "workload" | "policy">,
) {
  return (factors.graph === PAPERS ? NETWORKS : NETWORKS.slice(0, 1)).map(({ id, link }) => ({
    id,
    parts: modelledEpochs(epochs, { policy, link }),
  }));
}

const modelledValue = (value: readonly number[]): ModelledValue => ({ value, source: "modelled" });

/** Values of the epoch that was measured, under each network. */
export async function epochFacts(
  lab: Lab,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<Facts<typeof EPOCH_METRICS>> {
  const epochs = await epochsInTurns(lab, dataset, setting), networks = networkEpochs(epochs, setting);
  const under = <const Name extends string>(metric: Name, of: (parts: EpochParts) => number) =>
    byChange(metric, networks, ({ parts }) => modelledValue(parts.map(of)));
  return {
    epoch_iterations: epochs.epochLength,
    seeds: epochs.batchSize,
    ...meanMiniBatch(epochs.rounds.flat(2)),
    ...under("epoch_time", epochMs),
    ...under("mbc_time", ({ miniBatchCreation }) => miniBatchCreation),
    ...under("fwd_time", ({ forward }) => forward),
    ...under("bwd_time", ({ backward }) => backward),
    ...under("ared_time", ({ allReduce }) => allReduce),
    ...under("processing_share", ({ processing, forward }) => 100 * processing / forward),
    ...under("exposed_time", ({ exposed }) => exposed),
  };
}

/** Speed-ups and efficiencies of an epoch against that of fewer ranks, under each network, round by round. */
export function scalingGains(
  { own, base }: { readonly own: EpochsInTurns; readonly base: EpochsInTurns },
  setting: Pick<EpochSetting, "workload" | "policy">,
) {
  const bases = networkEpochs(base, setting), percent = 100 * base.ranks / own.ranks;
  const networks = networkEpochs(own, setting).map((network, i) => ({ ...network, base: bases[i].parts }));
  const gain = <const Name extends string>(metric: Name, of: (parts: EpochParts) => number, scale: number) =>
    byChange(
      metric,
      networks,
      ({ parts, base }) => modelledValue(parts.map((each, i) => scale * of(base[i]) / of(each))),
    );
  return {
    ...gain("scaling_speedup", epochMs, 1),
    ...gain("efficiency", epochMs, percent),
    ...gain("mbc_efficiency", ({ miniBatchCreation }) => miniBatchCreation, percent),
    ...gain("fwd_efficiency", ({ forward }) => forward, percent),
    ...gain("bwd_efficiency", ({ backward }) => backward, percent),
    ...gain("ared_efficiency", ({ allReduce }) => allReduce, percent),
  };
}

/** Values of the epoch, with speed-ups and efficiencies against the fewest ranks of the graph. */
export async function scalingFacts(
  lab: Lab,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<Facts<typeof SCALING_METRICS>> {
  const { graph } = setting.workload.factors;
  const [least] = rankWorkloads(lab.profile, graph, scalingRanks(lab.profile)[graph].slice(0, 1));
  const own = await epochsInTurns(lab, dataset, setting);
  const base = await epochsInTurns(lab, dataset, { ...setting, workload: least });
  return { ...await epochFacts(lab, dataset, setting), ...scalingGains({ own, base }, setting) };
}

/**
 * Counts of a mean mini-batch: edges that it aggregates, edges that misses take from it, bytes that it sends.
 */
export function meanMiniBatch(
  iterations: readonly Pick<MeasuredIteration, "record">[],
): Facts<typeof EPOCH_METRICS> {
  const records = iterations.map(({ record }) => record).filter(({ active }) => active);
  const layers = records.map((record) => record.layers);
  const total = (of: (layer: typeof layers[number][number]) => number) => sumOf(layers.flat(), of);
  const edges = total((layer) => layer.edges), dropped = total((layer) => layer.droppedEdges);
  return {
    measured_batches: layers.length,
    edges: edges / layers.length,
    dropped_edges: 100 * dropped / Math.max(1, edges + dropped),
    sent_bytes: sumOf(records, sentBytes) / layers.length,
  };
}
