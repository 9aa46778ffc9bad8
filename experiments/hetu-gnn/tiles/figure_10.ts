/**
 * hetu-gnn Figure 10, the part on one device: does the tile-adaptive kernel shorten an epoch on a reordered
 * graph.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import {
  EPOCH_METRICS,
  epochTrial,
  type EpochVariant,
  NOTES,
  PHASE_PLOT,
  SETTINGS,
  variantFactors,
} from "../epochs/epochs.ts";
import { withRegime } from "../graph_regime.ts";
import { ORDERING_REGIME_METRICS, orderingRegime } from "../orderings/ordering_premises.ts";
import { GRAPHS, type GraphWorkload, graphWorkloads } from "../paper_graphs.ts";
import { BASELINE, FIGURE_10_CLAIMS, FIGURE_10_GRAPHS } from "./figure_10_claims.ts";

/** An ordering with a kernel. */
interface Combination extends Contender {
  /** Ordering and kernel of an epoch. */
  readonly variant: EpochVariant;
}

function combination(ordering: string, kernel: EpochVariant["kernel"], label: string): Combination {
  const variant = { ordering, kernel };
  return { id: `${ordering}:${kernel}`, label, variant, factors: variantFactors(variant) };
}

const METRICS = {
  time: { label: "epoch time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over METIS", unit: "x", better: "higher" },
  ...EPOCH_METRICS,
  dense_nnz_share: { label: "share in dense tiles", unit: "1", better: "higher" },
  ...ORDERING_REGIME_METRICS,
} as const satisfies Metrics;

/** Epoch times by ordering and kernel. */
export const figure10: Suite<GraphWorkload, Combination, typeof METRICS> = {
  id: "hetu-gnn/figure-10",
  artifact: "Figure 10",
  title: "The tile-adaptive kernel, on one device",
  decidesFrom: "paper",
  question:
    "Does multiplying full tiles densely and empty ones sparsely shorten an epoch on a reordered graph?",
  contenders: [
    combination("natural", "block-sparse", "natural order, block sparse"),
    combination("metis", "row-split", "METIS"),
    combination("metis", "block-sparse", "METIS, block sparse"),
    combination("rcm", "row-split", "RCM"),
    combination("rcm", "block-sparse", "RCM, block sparse"),
  ],
  baseline: BASELINE,
  workloads: (profile) => graphWorkloads(profile, FIGURE_10_GRAPHS),
  settings: {
    ...SETTINGS,
    "density threshold": "5 % of a 32 x 32 tile",
    "scope": "whole graph, one device",
  },
  measurement: {
    kind: "timed",
    decides: true,
    trial: async (lab, dataset, workload, { id, variant }) => {
      const epoch = await epochTrial(lab, dataset, workload, variant), { graph } = workload;
      const setting = { graph, width: GRAPHS[graph].hidden };
      return id === BASELINE ? withRegime(epoch, () => lab.once(orderingRegime, dataset, setting)) : epoch;
    },
  },
  metrics: METRICS,
  plots: [{ metric: "speedup", x: "workload" }, PHASE_PLOT, { metric: "dense_nnz_share", x: "workload" }],
  notes: [
    "The paper prints no value of this figure; its 1D and 1.5D parts have a suite of their own.",
    "On one device nothing is communicated: an epoch is its computation.",
    ...NOTES,
  ],
  claims: FIGURE_10_CLAIMS,
};
