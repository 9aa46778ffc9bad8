/**
 * What Figures 3, 4 and 5 have in common: the facts of a modelled epoch, and how claims compare them.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { MetricText } from "../../results/session_document.ts";
import { intervalOf, liesBelow, spellInterval } from "../claims/interval.ts";
import { beyond as rowBeyond, type Bound } from "../claims/interval_parts.ts";
import { changedMetric } from "../claims/model_changes.ts";
import { openAtSmoke } from "../claims/smoke.ts";
import type { CellKey, SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Profile } from "../profiles.ts";
import type { PublishedKey } from "../published/mod.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import {
  EPOCH_COMPONENTS,
  epochMs,
  type EpochParts,
  modelledEpochs,
  type Network,
  NETWORKS,
} from "./modelled_epochs.ts";
import { scalingRanks } from "./rank_counts.ts";
import { rankEpochs } from "./rank_epochs.ts";
import type { RankModel } from "./rank_models.ts";
import type { MeasuredIteration, RankSetting } from "./rank_training.ts";
import { PAPER_NAMES, PAPERS, rankWorkloads, SCALE_NOTES } from "./scaled_graphs.ts";
import type { TextContender, TextWorkload } from "../text_suite.ts";

/** GraphSAGE and GAT as contenders. */
export const GRAPHSAGE: TextContender = { id: "graphsage", label: "GraphSAGE", factors: { policy: "aep" } };
/** The modified GAT. */
export const GAT: TextContender = { id: "gat", label: "GAT", factors: { policy: "aep" } };

/** The model of a contender. */
export function modelOfContender({ id }: Pick<TextContender, "id">): RankModel {
  return id === GAT.id ? "GAT" : "GraphSAGE";
}

/** One workload for each graph and number of ranks. */
export function scalingWorkloads(profile: Profile): TextWorkload[] {
  return Object.entries(scalingRanks(profile)).flatMap(([graph, ranks]) =>
    rankWorkloads(profile, graph, ranks)
  );
}

/** The paper's names of components, by ours. */
export const COMPONENT_NAMES: Readonly<Record<typeof EPOCH_COMPONENTS[number], string>> = {
  ...{ miniBatchCreation: "mbc", forward: "fwd", backward: "bwd", allReduce: "ared" },
};

/** The epoch that was measured, as each network would have it. */
export async function epochFacts(
  lab: Lab,
  dataset: LoadedDataset,
  { workload, model, policy }: RankSetting & { readonly workload: TextWorkload },
): Promise<Fact[]> {
  const epochs = await rankEpochs(lab, dataset, { workload, model, policy });
  const facts: Fact[] = [
    { metric: "epoch_iterations", unit: "minibatches", value: epochs.epochLength },
    ...layerCounts(epochs.rounds.flat(2)),
  ];
  for (const network of networksOf(workload)) {
    const { link } = network, named = (metric: string) => changedMetric(metric, network);
    const modelled = modelledEpochs(epochs, { policy, link });
    facts.push(modelledFact(named("epoch_time"), "ms", modelled.map(epochMs)));
    for (const component of EPOCH_COMPONENTS) {
      const name = named(`${COMPONENT_NAMES[component]}_time`);
      facts.push(modelledFact(name, "ms", modelled.map((parts) => parts[component])));
    }
    facts.push(
      modelledFact(
        named("processing_share"),
        "%",
        modelled.map(({ processing, forward }) => 100 * processing / forward),
      ),
      modelledFact(named("exposed_time"), "ms", modelled.map(({ exposed }) => exposed)),
    );
  }
  return facts;
}

/** Claims are about Papers100M: other graphs need no other networks. */
function networksOf({ factors: { graph } }: TextWorkload): readonly Network[] {
  return graph === PAPERS ? NETWORKS : NETWORKS.slice(0, 1);
}

/** The same with speed-ups and efficiencies against the fewest ranks of the graph. */
export async function scalingFacts(
  lab: Lab,
  dataset: LoadedDataset,
  { workload, model, policy }: RankSetting & { readonly workload: TextWorkload },
): Promise<Fact[]> {
  const facts = await epochFacts(lab, dataset, { workload, model, policy });
  const { graph } = workload.factors, fewest = scalingRanks(lab.profile)[graph][0];
  const [least] = rankWorkloads(lab.profile, graph, [fewest]);
  const setting = { model, policy };
  const own = await rankEpochs(lab, dataset, { workload, ...setting });
  const base = await rankEpochs(lab, dataset, { workload: least, ...setting });
  for (const network of networksOf(workload)) {
    const { link } = network, named = (metric: string) => changedMetric(metric, network);
    const ours = modelledEpochs(own, { policy, link }), theirs = modelledEpochs(base, { policy, link });
    const speedUps = (of: (parts: EpochParts) => number) => ours.map((parts, i) => of(theirs[i]) / of(parts));
    const percent = (values: readonly number[]) =>
      values.map((value) => 100 * value * base.ranks / own.ranks);
    const epoch = speedUps(epochMs);
    facts.push(
      modelledFact(named("scaling_speedup"), "x", epoch),
      modelledFact(named("efficiency"), "%", percent(epoch)),
    );
    for (const component of EPOCH_COMPONENTS) {
      const name = named(`${COMPONENT_NAMES[component]}_efficiency`);
      facts.push(modelledFact(name, "%", percent(speedUps((parts) => parts[component]))));
    }
  }
  return facts;
}

function modelledFact(metric: string, unit: string, value: readonly number[]): Fact {
  return { metric, unit, value, source: "modelled" };
}

/** Of a mean mini-batch: what it aggregates, and what misses take from it. */
function layerCounts(iterations: readonly MeasuredIteration[]): Fact[] {
  const layers = iterations.filter(({ record }) => record.active).map(({ record }) => record.layers);
  const total = (of: (layer: typeof layers[number][number]) => number) =>
    layers.flat().reduce((sum, layer) => sum + of(layer), 0);
  const edges = total((layer) => layer.edges), dropped = total((layer) => layer.droppedEdges);
  return [
    { metric: "edges", unit: "edges", value: edges / layers.length },
    { metric: "dropped_edges", unit: "%", value: 100 * dropped / Math.max(1, edges + dropped) },
    {
      metric: "sent_bytes",
      unit: "bytes",
      value: total(({ traffic }) => traffic.sentBytes) / layers.length,
    },
  ];
}

/** What is reported of each epoch. */
export const EPOCH_METRICS: readonly MetricText[] = [
  { id: "epoch_time", label: "epoch", unit: "ms", better: "lower" },
  { id: "mbc_time", label: "MBC: mini-batch creation", unit: "ms", better: "lower" },
  { id: "fwd_time", label: "FWD: forward, with remote aggregation", unit: "ms", better: "lower" },
  { id: "bwd_time", label: "BWD: backward", unit: "ms", better: "lower" },
  {
    id: "ared_time",
    label: "ARed: all-reduce, with waiting for the slowest rank",
    unit: "ms",
    better: "lower",
  },
  { id: "processing_share", label: "pre- and post-processing in FWD", unit: "%", better: "lower" },
  { id: "exposed_time", label: "communication in FWD that nothing hides", unit: "ms", better: "lower" },
  { id: "edges", label: "edges aggregated, a mini-batch", unit: "edges", better: "neither" },
  { id: "dropped_edges", label: "edges dropped with misses", unit: "%", better: "lower" },
  { id: "sent_bytes", label: "bytes a rank sends in an iteration", unit: "bytes", better: "lower" },
  { id: "epoch_iterations", label: "iterations of an epoch", unit: "minibatches", better: "neither" },
];

/** And of its scaling. */
export const SCALING_METRICS: readonly MetricText[] = [
  ...EPOCH_METRICS,
  { id: "scaling_speedup", label: "speed-up over the fewest ranks", unit: "x", better: "higher" },
  { id: "efficiency", label: "efficiency of the epoch", unit: "%", better: "higher" },
  ...["mbc", "fwd", "bwd", "ared"].map((id) => ({
    ...{ id: `${id}_efficiency`, label: `efficiency of ${id === "ared" ? "ARed" : id.toUpperCase()}` },
    ...{ unit: "%", better: "higher" } as const,
  })),
];

/** The published columns of a scaled epoch. */
export function scalingKey(
  { factors: { graph, ranks } }: TextWorkload,
  { id }: TextContender,
  metric: string,
): PublishedKey | undefined {
  const dataset = PAPER_NAMES[graph], model = modelOfContender({ id }), papers = graph === PAPERS;
  const key = { dataset, model, system: "DistGNN-MB" };
  const config = { ranks, cs: "1M", nc: "2000", ls: "2", d: "1" };
  const baseline_ranks = papers ? "4" : "2";
  if (metric === "scaling_speedup" && ranks === printedRanks(graph, id)) {
    return { ...key, metric, config: { ...config, baseline_ranks } };
  }
  if (!papers || ranks !== "64") return undefined;
  if (metric === "epoch_time") return { ...key, metric, config };
  const [component, what] = metric === "efficiency" ? ["epoch", metric] : metric.split("_");
  // The efficiency of GraphSAGE's epoch is not printed.
  if (what !== "efficiency" || (component === "epoch" && model === "GraphSAGE")) return undefined;
  return {
    ...key,
    metric: "scaling_efficiency",
    config: {
      component: component === "ared" ? "ARed" : component === "epoch" ? component : component.toUpperCase(),
      ranks,
      baseline_ranks,
    },
  };
}

function printedRanks(graph: string, contender: string): string {
  return graph === PAPERS ? "64" : contender === GAT.id ? "32" : "16";
}

/** One number of the evidence: a cell's metric. */
export type Cited = readonly [cell: CellKey, metric: string];

const nameOf = ({ workload, contender }: CellKey) => `${contender} on ${workload}`;

/** The first is less than the second, by intervals that do not meet; else open. */
export function less(evidence: SuiteEvidence, small: Cited, large: Cited): ClaimPart {
  const rows = [evidence.row(...small), evidence.row(...large)], [a, b] = rows.map(intervalOf);
  const words = [[small, a], [large, b]] as const;
  const part = evidence.decide(liesBelow(a, b), {
    words: words.map(([[cell, metric], found]) => `${metric} of ${nameOf(cell)} = ${spellInterval(found)}`)
      .join(", "),
    rows,
    value: a.value / b.value,
    open: "intervals overlap",
  });
  return openAtSmoke(part, rows[0]);
}

/** The first is less than the second, by ratios of rounds in which both had a turn. */
export function lessByRounds(
  evidence: SuiteEvidence,
  [small, large]: readonly [CellKey, CellKey],
  metric: string,
): ClaimPart {
  const part = evidence.faster(small, large, metric);
  const { median: value, ciLo: low, ciHi: high, n } = part.ratio,
    numbers = spellInterval({ value, low, high });
  return {
    ...part,
    words: `${metric} of ${nameOf(large)} over that of ${nameOf(small)} = ${numbers}, ${n} rounds`,
  };
}

/** A number lies on one side of a bound, by its whole interval; else open. */
export function beyond(evidence: SuiteEvidence, [cell, metric]: Cited, bound: Bound): ClaimPart {
  const row = evidence.row(cell, metric);
  return openAtSmoke(rowBeyond(evidence, row, { ...bound, of: nameOf(cell) }), row);
}

/** What a reader must know of all figures of scaling. */
export const SCALING_NOTES: readonly string[] = [
  ...SCALE_NOTES,
  "Ranks take turns on one device; each has its own part of the graph, sampler, caches and replica, and messages are real. Their times " +
  "are measured, all else is modelled: the network (HDR, 25 GB/s, 2 us, an all-to-all by the busiest rank and a ring for " +
  "gradients), what of a push an iteration hides, and waiting for the rank with the most edges, by what an edge costs.",
  "Iterations are of two hidden layers of 64 columns and mini-batches of at least 4 seeds, so that on 64 ranks an epoch has several, and with fewer seeds " +
  "would be the update of weights and little else; nc and cs keep their ratio to the mini-batch. The paper profile has 256 columns.",
  "An epoch is modelled as many times as claims need rounds, from a round of 8 or more mini-batches each, after two iterations that fill " +
  "caches: medians of its components, times the iterations of the rank with the most mini-batches. The " +
  "first iteration of an epoch receives nothing and the last pushes nothing: each counts once, whichever iterations a round has. " +
  "Preparing programs for blocks and reading rows back, which only this harness does, are left out.",
  "All numbers of ranks of a model on a graph train side by side, and so does DistDGL's policy: each has one turn a round, in an order " +
  "that is drawn anew. What one number of ranks gains over another, and one policy over the other, are ratios of the same round; the two " +
  "models, the two graphs, and components of one epoch are compared by intervals.",
];
