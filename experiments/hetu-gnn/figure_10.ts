/**
 * hetu-gnn Figure 10, the part on one device: does the tile-adaptive kernel beat the plain one on a reordered graph.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import type { ContenderSpec, Suite } from "../suite.ts";
import type { SuiteEvidence } from "../suite_evidence.ts";
import { SCALING, tileTrial, WIDTH } from "./tile_adaptive.ts";

const THRESHOLD = 5;

const DATASETS: Readonly<Record<string, string>> = { "reddit": "Reddit", "ogbn-proteins": "Proteins" };

interface Variant extends ContenderSpec {
  readonly ordering: string;
  readonly kernel: "row-split" | "block-sparse";
}

const VARIANTS: readonly Variant[] = [
  variant("natural", "row-split", "natural order"),
  variant("natural", "block-sparse", "natural order, block sparse"),
  variant("metis", "row-split", "METIS"),
  variant("metis", "block-sparse", "METIS, block sparse"),
  variant("rcm", "row-split", "RCM"),
  variant("rcm", "block-sparse", "RCM, block sparse"),
];

function variant(ordering: string, kernel: Variant["kernel"], label: string): Variant {
  const reorder = ordering === "natural" ? "none" : ordering;
  return { id: `${ordering}:${kernel}`, label, ordering, kernel, factors: { reorder, kernel } };
}

/** `compute_time(reorder + block-sparse) < compute_time(reorder)`; the partitioned schemes need ranks. */
function everywhere(evidence: SuiteEvidence): ClaimPart[] {
  return [
    ...Object.keys(DATASETS).map((workload) =>
      evidence.faster({ workload, contender: "metis:block-sparse" }, {
        workload,
        contender: "metis:row-split",
      })
    ),
    {
      kind: "open",
      words: "1D (p = 2) and 1.5D (p = 4, r = 2) were not measured",
      source: "measured",
      datasetKind: "",
      reason: "the claim is also about partitioned products, which this suite does not run",
    },
  ];
}

/** Clusters raise the share of entries that fall into dense tiles. */
function reorderFillsTiles(evidence: SuiteEvidence): ClaimPart[] {
  return Object.keys(DATASETS).map((workload) => {
    const [natural, metis, rcm] = ["natural", "metis", "rcm"].map((ordering) =>
      evidence.row({ workload, contender: `${ordering}:block-sparse` }, "dense_nnz_share")
    );
    const best = Math.max(metis.median!, rcm.median!);
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    const words = `${workload}: ${percent(natural.median!)} of entries in dense tiles, ` +
      `${percent(metis.median!)} after METIS, ${percent(rcm.median!)} after RCM`;
    return evidence.exact(best > natural.median!, words, [natural, metis, rcm], best);
  });
}

/** The suite. */
export const figure10: Suite = {
  id: "hetu-gnn/figure-10",
  paper: "hetu-gnn",
  artifact: "Figure 10",
  title: "The tile-adaptive kernel, on one device",
  question:
    "Does multiplying full tiles densely and empty ones sparsely beat the plain product on a reordered graph?",
  contenders: VARIANTS.map(({ id, label, factors }) => ({ id, label, ...(factors && { factors }) })),
  baseline: "metis:row-split",
  workloads: () =>
    Object.keys(DATASETS).map((dataset) => ({
      id: dataset,
      dataset,
      scaling: SCALING,
      factors: { width: String(WIDTH), threshold: `${THRESHOLD}%` },
    })),
  settings: {
    "feature width": String(WIDTH),
    "density threshold": `${THRESHOLD} % of a 32 x 32 tile`,
    "scope": "whole graph, one device",
    "stand-ins": "V/s vertices and E/s^2 edges, so that tiles are as full as the original's",
  },
  measurement: {
    kind: "timed",
    decides: true,
    trial: (lab, dataset, _workload, contender) => {
      const { ordering, kernel } = VARIANTS.find(({ id }) => id === contender.id)!;
      return tileTrial(lab, dataset, { ordering, kernel, threshold: THRESHOLD });
    },
  },
  metrics: [
    { id: "time", label: "SpMM time", unit: "ms", better: "lower" },
    { id: "speedup", label: "speed-up over METIS with the plain product", unit: "x", better: "higher" },
    { id: "dense_nnz_share", label: "share of entries in dense tiles", unit: "1", better: "higher" },
  ],
  plots: [{ metric: "speedup", x: "workload" }, { metric: "dense_nnz_share", x: "workload" }],
  notes: [
    "The paper prints no value of this figure; it also shows 1D and 1.5D partitioned products, which need ranks.",
    "The paper times the computation of an epoch, this suite the sparse product alone.",
  ],
  publishedAs: () => undefined,
  claims: [
    { claimId: "hetu-gnn.q.block-sparse-everywhere", decide: everywhere },
    { claimId: "hetu-gnn.q.reorder-helps-block-sparse", decide: reorderFillsTiles },
  ],
};
