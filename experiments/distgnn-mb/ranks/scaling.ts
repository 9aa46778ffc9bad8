/**
 * Contenders, workloads, published columns and notes that Figures 3, 4 and 5 share.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";
import type { Profile } from "../../profiles.ts";
import type { PublishedKey } from "../../published/mod.ts";
import type { ModelId } from "../rank_models.ts";
import { type RankWorkload, rankWorkloads, scalingRanks } from "../rank_workloads.ts";
import { GRAPH_IDS, paperName, PAPERS, SCALE_NOTES } from "../scaled_graphs.ts";

/** A model that ranks train with pushed embeddings. */
export interface ModelContender extends Contender {
  /** Model that is trained. */
  readonly model: ModelId;
}

/** GraphSAGE with pushed embeddings. */
export const GRAPHSAGE: ModelContender = {
  id: "graphsage",
  label: "GraphSAGE",
  model: "GraphSAGE",
  factors: { policy: "aep" },
};

/** The modified GAT with pushed embeddings. */
export const GAT: ModelContender = { id: "gat", label: "GAT", model: "GAT", factors: { policy: "aep" } };

/** One workload for each graph and number of ranks. */
export function scalingWorkloads(profile: Profile): RankWorkload[] {
  return GRAPH_IDS.flatMap((graph) => rankWorkloads(profile, graph, scalingRanks(profile)[graph]));
}

/** Printed components of efficiencies, by metric. */
const EFFICIENCIES: Readonly<Record<string, string>> = {
  efficiency: "epoch",
  mbc_efficiency: "MBC",
  fwd_efficiency: "FWD",
  bwd_efficiency: "BWD",
  ared_efficiency: "ARed",
};

/** Published columns of a scaled epoch. */
export function scalingKey(
  { factors: { graph, ranks } }: RankWorkload,
  { model }: ModelContender,
  metric: string,
): PublishedKey | undefined {
  const papers = graph === PAPERS, key = { dataset: paperName(graph), model, system: "DistGNN-MB" };
  const config = { ranks: String(ranks), cs: "1M", nc: "2000", ls: "2", d: "1" };
  const baseline_ranks = papers ? "4" : "2";
  const printedRanks = papers ? 64 : model === "GAT" ? 32 : 16;
  if (metric === "scaling_speedup" && ranks === printedRanks) {
    return { ...key, metric, config: { ...config, baseline_ranks } };
  }
  if (!papers || ranks !== 64) return undefined;
  if (metric === "epoch_time") return { ...key, metric, config };
  const component = EFFICIENCIES[metric];
  // The efficiency of GraphSAGE's epoch is not printed.
  if (component === undefined || (component === "epoch" && model === "GraphSAGE")) return undefined;
  return { ...key, metric: "scaling_efficiency", config: { component, ranks: config.ranks, baseline_ranks } };
}

/** Notes of all figures of scaling. */
export const SCALING_NOTES: readonly string[] = [
  ...SCALE_NOTES,
  "Ranks take turns on one device; each has its own part of the graph, sampler, caches and replica, and " +
  "messages are real. Their times are measured, all else is modelled: the network (HDR, 25 GB/s, 2 us, an " +
  "all-to-all by the busiest rank and a ring for gradients), what of a push an iteration hides, and " +
  "waiting for the rank with the most edges, by what an edge costs.",
  "Iterations are of two hidden layers of 64 columns and mini-batches of at least 4 seeds, so that on 64 " +
  "ranks an epoch has several, and with fewer seeds would be the update of weights and little else; nc and " +
  "cs keep their ratio to the mini-batch. The paper profile has 256 columns.",
  "An epoch is modelled as many times as claims need rounds, from a round of 8 or more mini-batches each, " +
  "after two iterations that fill caches: medians of its components, times the iterations of the rank " +
  "with the most mini-batches. The first iteration of an epoch receives nothing and the last pushes " +
  "nothing: each counts once, whichever iterations a round has. Preparing programs for blocks and reading " +
  "rows back, which only this harness does, are left out.",
  "All numbers of ranks of a model on a graph train side by side, and so does DistDGL's policy: each has " +
  "one turn a round, in an order that is drawn anew. What one number of ranks gains over another, and one " +
  "policy over the other, are ratios of the same round; efficiencies of the two models are paired by the " +
  "places of their rounds.",
];
