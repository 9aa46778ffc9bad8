/**
 * distgnn-mb Section 4.4: how much longer the slowest rank works than a mean one.
 *
 * @module
 */
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import { loadImbalance } from "./modelled_epochs.ts";
import { epochsInTurns } from "./epochs_in_turns.ts";
import { type RankWorkload, rankWorkloads, scalingRanks } from "../rank_workloads.ts";
import { PAPERS } from "../scaled_graphs.ts";
import { GAT, GRAPHSAGE, type ModelContender, SCALING_NOTES } from "./scaling.ts";

const METRICS = {
  load_imbalance: { label: "slowest rank over the mean, less 1", unit: "%", better: "lower" },
} as const satisfies Metrics;

/** distgnn-mb Section 4.4: time of the slowest rank over that of a mean one. */
export const loadImbalanceOfRanks: Suite<RankWorkload, ModelContender, typeof METRICS> = {
  id: "distgnn-mb/load-imbalance",
  artifact: "Section 4.4",
  title: "Load imbalance of ranks",
  decidesFrom: "paper",
  question: "How much longer than a mean rank does the slowest one work?",
  contenders: [GRAPHSAGE, GAT],
  baseline: GRAPHSAGE.id,
  workloads: (profile) => rankWorkloads(profile, PAPERS, scalingRanks(profile)[PAPERS]),
  settings: { "cache": "nc = 2 mini-batches, cs = 1000, ls = 2, d = 1" },
  measurement: {
    kind: "joint",
    measure: jointCounts(async (lab, dataset, workload, { model }) => {
      const value = loadImbalance(
        await epochsInTurns(lab, dataset, { workload, model, policy: "aep" }),
        "aep",
      );
      return { load_imbalance: { value, source: "modelled" } };
    }),
  },
  metrics: METRICS,
  plots: [{ metric: "load_imbalance", x: "ranks" }],
  notes: [
    ...SCALING_NOTES,
    "The paper does not say how it measures imbalance, nor on which graph. Here it is the longest over " +
    "the mean time of a rank's epoch, less 1, on Papers100M, whose ranks go from 4 to 64 in the paper. A " +
    "rank's time is the number of its mini-batches by what mini-batches with as many edges take: single " +
    "slow iterations are this machine's and not the rank's.",
    "Mini-batches of 4 seeds differ more from each other than those of 1000, and so do ranks that have few " +
    "mini-batches: expect a larger imbalance than the printed one.",
    "The printed numbers are the largest over 4 to 64 ranks: of the workloads the largest is set beside " +
    "them.",
  ],
  publishedAs: (_workload, { model }, metric) => ({
    metric,
    model,
    system: "DistGNN-MB",
    config: { ranks: "4..64" },
  }),
  claims: [],
};
