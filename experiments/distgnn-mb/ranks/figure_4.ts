/**
 * distgnn-mb Figure 4: how epochs of the modified GAT and their parts scale with ranks, beside those of
 * GraphSAGE.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import type { RankWorkload } from "../rank_workloads.ts";
import { FANOUT_TEXT } from "../scaled_graphs.ts";
import { SCALING_METRICS, scalingFacts } from "./epoch_facts.ts";
import {
  GAT,
  GRAPHSAGE,
  type ModelContender,
  SCALING_NOTES,
  scalingKey,
  scalingWorkloads,
} from "./scaling.ts";
import { FIGURE_4_CLAIMS } from "./scaling_claims.ts";

/** distgnn-mb Figure 4: epochs of GAT and of GraphSAGE by number of ranks. */
export const figure4: Suite<RankWorkload, ModelContender, typeof SCALING_METRICS> = {
  id: "distgnn-mb/figure-4",
  artifact: "Figure 4",
  title: "Scaling of GAT",
  sharesRounds: true,
  decidesFrom: "paper",
  question: "How do the parts of an epoch of GAT scale with ranks, and better than those of GraphSAGE?",
  contenders: [GAT, GRAPHSAGE],
  baseline: GRAPHSAGE.id,
  workloads: scalingWorkloads,
  settings: {
    "fan-outs": FANOUT_TEXT,
    "heads": "4, and 1 in the last layer",
    "cache": "nc = 2 mini-batches, cs = 1000, ls = 2, d = 1",
    "network": "HDR InfiniBand, modelled",
  },
  measurement: {
    kind: "joint",
    measure: jointCounts((lab, dataset, workload, { model }) =>
      scalingFacts(lab, dataset, { workload, model, policy: "aep" })
    ),
  },
  metrics: SCALING_METRICS,
  plots: [
    { metric: "epoch_time", x: "ranks", facet: "dataset" },
    { metric: "efficiency", x: "ranks", facet: "dataset" },
    { metric: "dropped_edges", x: "ranks", facet: "dataset" },
  ],
  notes: [
    ...SCALING_NOTES,
    "GAT is the paper's: a bias and a ReLU before attention. Edges that misses drop are reported: they " +
    "make the super-linear part, as what is dropped is not computed.",
    "GraphSAGE's numbers are those of Figure 3.",
  ],
  publishedAs: (workload, contender, metric) =>
    contender.id === GAT.id ? scalingKey(workload, contender, metric) : undefined,
  claims: FIGURE_4_CLAIMS,
};
