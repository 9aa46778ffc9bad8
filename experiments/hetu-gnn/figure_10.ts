/**
 * hetu-gnn Figure 10, the part on one device: does the tile-adaptive kernel shorten an epoch on a reordered graph.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import {
  EPOCH_METRICS,
  epochTrial,
  type EpochVariant,
  graphWorkloads,
  NOTES,
  PHASE_PLOT,
  SETTINGS,
} from "./epochs.ts";
import type { TextContender, TextSuite } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const WORKLOADS = ["reddit", "ogbn-proteins"] as const;

interface OwnContender extends TextContender {
  readonly variant: EpochVariant;
}

const CONTENDERS: readonly OwnContender[] = [
  contender("natural", "block-sparse", "natural order, block sparse"),
  contender("metis", "row-split", "METIS"),
  contender("metis", "block-sparse", "METIS, block sparse"),
  contender("rcm", "row-split", "RCM"),
  contender("rcm", "block-sparse", "RCM, block sparse"),
];

function contender(ordering: string, kernel: EpochVariant["kernel"], label: string): OwnContender {
  const reorder = ordering === "natural" ? "none" : ordering;
  return { id: `${ordering}:${kernel}`, label, variant: { ordering, kernel }, factors: { reorder, kernel } };
}

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

/** The suite. */
export const figure10: TextSuite = {
  id: "hetu-gnn/figure-10",
  paper: "hetu-gnn",
  artifact: "Figure 10",
  title: "The tile-adaptive kernel, on one device",
  question:
    "Does multiplying full tiles densely and empty ones sparsely shorten an epoch on a reordered graph?",
  contenders: CONTENDERS.map(({ id, label, factors }) => ({ id, label, ...(factors && { factors }) })),
  baseline: "metis:row-split",
  workloads: (profile) => graphWorkloads(profile, WORKLOADS),
  settings: {
    ...SETTINGS,
    "density threshold": "5 % of a 32 x 32 tile",
    "scope": "whole graph, one device",
  },
  measurement: {
    kind: "timed",
    decides: true,
    trial: (lab, dataset, workload, { id }) =>
      epochTrial(lab, dataset, workload, CONTENDERS.find((own) => own.id === id)!.variant),
  },
  metrics: [
    { id: "time", label: "epoch time", unit: "ms", better: "lower" },
    { id: "speedup", label: "speed-up over METIS", unit: "x", better: "higher" },
    ...EPOCH_METRICS,
    { id: "dense_nnz_share", label: "share in dense tiles", unit: "1", better: "higher" },
  ],
  plots: [{ metric: "speedup", x: "workload" }, PHASE_PLOT, { metric: "dense_nnz_share", x: "workload" }],
  notes: [
    "The paper prints no value of this figure; its 1D and 1.5D parts have a suite of their own.",
    "On one device nothing is communicated: an epoch is its computation.",
    ...NOTES,
  ],
  publishedAs: () => undefined,
  claims: [
    { claimId: "hetu-gnn.q.reorder-helps-block-sparse", decide: reorderFillsTiles },
  ],
};
