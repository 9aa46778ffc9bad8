/**
 * hetu-gnn Figure 10, the part on one device: does the tile-adaptive kernel shorten an epoch on a reordered
 * graph.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import {
  EPOCH_METRICS,
  epochTrial,
  type EpochVariant,
  NOTES,
  PHASE_PLOT,
  SETTINGS,
} from "../epochs/epochs.ts";
import { withRegime } from "../graph_regime.ts";
import { ORDERING_REGIME_METRICS, orderingPremise, orderingRegime } from "../orderings/ordering_premises.ts";
import { type GraphId, GRAPHS, type GraphWorkload, graphWorkloads } from "../paper_graphs.ts";

const WORKLOADS: readonly GraphId[] = ["reddit", "ogbn-proteins"];

const BASELINE = "metis:row-split";

const PREMISE = orderingPremise({
  graphs: { "reddit": "reddit", "ogbn-proteins": "ogbn-proteins" },
  contender: BASELINE,
});

/** An ordering with a kernel. */
interface Combination extends Contender {
  /** Ordering and kernel of an epoch. */
  readonly variant: EpochVariant;
}

function combination(ordering: string, kernel: EpochVariant["kernel"], label: string): Combination {
  const reorder = ordering === "natural" ? "none" : ordering;
  return { id: `${ordering}:${kernel}`, label, variant: { ordering, kernel }, factors: { reorder, kernel } };
}

const METRICS = {
  time: { label: "epoch time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over METIS", unit: "x", better: "higher" },
  ...EPOCH_METRICS,
  dense_nnz_share: { label: "share in dense tiles", unit: "1", better: "higher" },
  ...ORDERING_REGIME_METRICS,
} as const satisfies Metrics;

/** Clusters raise the share of entries that fall into dense tiles. */
function reorderFillsTiles(evidence: SuiteEvidence): ClaimPart[] {
  return WORKLOADS.map((workload) => {
    const [natural, metis, rcm] = ["natural", "metis", "rcm"].map((ordering) =>
      evidence.row({ workload, contender: `${ordering}:block-sparse` }, "dense_nnz_share")
    );
    const best = Math.max(medianOf(metis), medianOf(rcm));
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    const words = `${workload}: ${percent(medianOf(natural))} of entries in dense tiles, ` +
      `${percent(medianOf(metis))} after METIS, ${percent(medianOf(rcm))} after RCM`;
    return evidence.exact(best > medianOf(natural), words, [natural, metis, rcm], best);
  });
}

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
  workloads: (profile) => graphWorkloads(profile, WORKLOADS),
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
  claims: [
    { claimId: "hetu-gnn.q.reorder-helps-block-sparse", premise: PREMISE, decide: reorderFillsTiles },
  ],
};
