/**
 * distgnn-mb Figure 3: how epochs of GraphSAGE and their parts scale with ranks.
 *
 * @module
 */
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import type { RankWorkload } from "../rank_workloads.ts";
import { FANOUT_TEXT } from "../scaled_graphs.ts";
import { SCALING_METRICS, scalingFacts } from "./epoch_facts.ts";
import { mapTimes } from "./map_times.ts";
import { GRAPHSAGE, type ModelContender, SCALING_NOTES, scalingKey, scalingWorkloads } from "./scaling.ts";
import { FIGURE_3_CLAIMS, LINEAR } from "./scaling_claims.ts";

const METRICS = {
  ...SCALING_METRICS,
  map_time: { label: "Map of an iteration, by itself", unit: "ms", better: "lower" },
  map_time_per_rank: { label: "Map for one remote rank", unit: "us", better: "lower" },
  map_look_ups: { label: "vertices looked up, all remote ranks together", unit: "vertices", better: "lower" },
} as const satisfies Metrics;

/** distgnn-mb Figure 3: epochs of GraphSAGE and their parts by number of ranks. */
export const figure3: Suite<RankWorkload, ModelContender, typeof METRICS> = {
  id: "distgnn-mb/figure-3",
  artifact: "Figure 3",
  title: "Scaling of GraphSAGE",
  sharesRounds: true,
  decidesFrom: "paper",
  question: "How do the parts of an epoch of GraphSAGE scale with ranks?",
  contenders: [GRAPHSAGE],
  baseline: GRAPHSAGE.id,
  workloads: scalingWorkloads,
  settings: {
    "fan-outs": FANOUT_TEXT,
    "cache": "nc = 2 mini-batches, cs = 1000, ls = 2, d = 1",
    "network": "HDR InfiniBand, modelled",
  },
  measurement: {
    kind: "joint",
    measure: async (lab, dataset, workload) => {
      const facts = await scalingFacts(lab, dataset, { workload, model: "GraphSAGE", policy: "aep" });
      const { lookUps, iteration, remoteRank } = await mapTimes(lab, dataset, workload);
      return () => ({
        times: { map_time: iteration, map_time_per_rank: remoteRank },
        facts: { ...facts, map_look_ups: lookUps },
      });
    },
  },
  metrics: METRICS,
  plots: [
    { metric: "epoch_time", x: "ranks", facet: "dataset" },
    { metric: "fwd_time", x: "ranks", facet: "dataset" },
    { metric: "efficiency", x: "ranks", facet: "dataset" },
    { metric: "map_time", x: "ranks", facet: "dataset" },
  ],
  notes: [
    ...SCALING_NOTES,
    "The Map goes over the solid vertices of a mini-batch once for each remote rank, as printed. A " +
    "mini-batch has fewer of them on more ranks, as halo vertices are leaves: the time of a remote rank is " +
    "constant only as far as they are.",
    "That epochs fall is nearly given by the number of their iterations: on ogbn-papers100m@1/1024 that is 78 " +
    "on 4 ranks and 5 on 64. On two threads of an EPYC an iteration took 6.1 ms and 9.5 ms.",
    `"Perfectly linear" is within ${LINEAR.margin} times of ${LINEAR.wanted} %, by two one-sided tests.`,
  ],
  publishedAs: scalingKey,
  claims: FIGURE_3_CLAIMS,
};
