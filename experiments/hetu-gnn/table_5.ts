/**
 * hetu-gnn Table 5, at the level of the product: the density threshold of the tile-adaptive kernel.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import type { Suite } from "../suite.ts";
import type { SuiteEvidence } from "../suite_evidence.ts";
import { SCALING, tileTrial, WIDTH } from "./tile_adaptive.ts";

const DENSE_GRAPHS = ["reddit", "ogbn-proteins"] as const;
const SPARSE_GRAPHS = ["archaea", "ogbn-products"] as const;
const DATASETS = [...DENSE_GRAPHS, ...SPARSE_GRAPHS] as const;
/** Percent of a tile; the printed ones, and the ends: every tile dense, every tile sparse. */
const THRESHOLDS = [0, 2, 5, 10, 100] as const;

const at = (workload: string, threshold: number) => ({ workload, contender: String(threshold) });

const faster =
  (fast: number, slow: number, graphs: readonly string[]) => (evidence: SuiteEvidence): ClaimPart[] =>
    graphs.map((workload) => evidence.faster(at(workload, fast), at(workload, slow)));

/** 5 % beats both 2 % and 10 % on the two large sparse graphs. */
function sparsePrefer5(evidence: SuiteEvidence): ClaimPart[] {
  return [...faster(5, 2, SPARSE_GRAPHS)(evidence), ...faster(5, 10, SPARSE_GRAPHS)(evidence)];
}

/** Every threshold gives the product of the oracle; a cell that failed its check is evidence against. */
function correct(evidence: SuiteEvidence): ClaimPart[] {
  const cells = DATASETS.flatMap((workload) =>
    THRESHOLDS.map((threshold) => evidence.find(at(workload, threshold), "time"))
  ).filter((row) => row !== undefined && (row.status === "ok" || row.status === "wrong"));
  const rows = cells.map((row) => row!);
  if (rows.length === 0) return [];
  const wrong = rows.filter(({ status }) => status === "wrong");
  const worst = Math.max(...rows.map((row) => (row.rel_err ?? 0) / (row.tolerance ?? 1)));
  const words =
    `${rows.length - wrong.length} of ${rows.length} products equal the oracle's; the worst error is ` +
    `${worst.toPrecision(2)} of its bound`;
  return [evidence.exact(wrong.length === 0, words, rows, worst)];
}

/** A larger threshold sends fewer tiles to the dense path. */
function monotone(evidence: SuiteEvidence): ClaimPart[] {
  return DATASETS.map((workload) => {
    const rows = [2, 5, 10].map((threshold) => evidence.row(at(workload, threshold), "dense_tiles"));
    const counts = rows.map((row) => row.median!);
    const holds = counts[0] >= counts[1] && counts[1] >= counts[2];
    return evidence.exact(holds, `${workload}: ${counts.join(", ")} dense tiles at 2, 5 and 10 %`, rows);
  });
}

/** The suite. */
export const table5: Suite = {
  id: "hetu-gnn/table-5",
  paper: "hetu-gnn",
  artifact: "Table 5",
  title: "Density threshold, at the level of the product",
  question: "From which fill on is it faster to multiply a tile as if it were dense?",
  contenders: THRESHOLDS.map((threshold) => ({
    id: String(threshold),
    label: threshold === 0 ? "all dense" : threshold === 100 ? "all sparse" : `${threshold} %`,
    factors: { threshold: `${threshold}%` },
  })),
  baseline: "5",
  workloads: () =>
    DATASETS.map((dataset) => ({
      id: dataset,
      dataset,
      scaling: SCALING,
      factors: { width: String(WIDTH) },
    })),
  settings: {
    "feature width": String(WIDTH),
    "ordering": "METIS, 200 vertices a cluster, whole graph",
    "kernel": "block-sparse",
    "stand-ins": "V/s vertices and E/s^2 edges, so that tiles are as full as the original's",
  },
  measurement: {
    kind: "timed",
    decides: true,
    trial: (lab, dataset, _workload, { id }) =>
      tileTrial(lab, dataset, { ordering: "metis", kernel: "block-sparse", threshold: Number(id) }),
  },
  metrics: [
    { id: "time", label: "SpMM time", unit: "ms", better: "lower" },
    { id: "speedup", label: "speed-up over a threshold of 5 %", unit: "x", better: "higher" },
    { id: "dense_tiles", label: "dense tiles", unit: "tiles", better: "neither" },
    { id: "dense_nnz_share", label: "share of entries in dense tiles", unit: "1", better: "neither" },
  ],
  plots: [{ metric: "speedup", x: "workload" }, { metric: "dense_nnz_share", x: "workload" }],
  notes: [
    "The paper prints epoch times. This suite times the sparse product, the one part that the threshold changes: its " +
    "speed-ups are larger than those of an epoch.",
  ],
  publishedAs: () => undefined,
  claims: [
    { claimId: "hetu-gnn.q.5-better-than-2", decide: faster(5, 2, DATASETS) },
    { claimId: "hetu-gnn.q.dense-graphs-prefer-10", decide: faster(10, 5, DENSE_GRAPHS) },
    { claimId: "hetu-gnn.q.sparse-graphs-prefer-5", decide: sparsePrefer5 },
    { claimId: "hetu-gnn.q.too-large-hurts", decide: faster(5, 10, SPARSE_GRAPHS) },
    { claimId: "hetu-gnn.q.block-sparse-correct", decide: correct },
    { claimId: "hetu-gnn.q.dense-tiles-monotone", decide: monotone },
  ],
};
