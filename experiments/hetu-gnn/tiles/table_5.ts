/**
 * hetu-gnn Table 5: the density threshold of the tile-adaptive kernel, by the time of an epoch.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { withRegime } from "../graph_regime.ts";
import { TILE_REGIME_METRICS, tilePremise, tileRegime } from "../epochs/tile_premises.ts";
import { EPOCH_METRICS, epochTrial, NOTES, SETTINGS } from "../epochs/epochs.ts";
import { type GraphId, GRAPHS, type GraphWorkload, graphWorkloads } from "../paper_graphs.ts";

const DENSE_GRAPHS: readonly GraphId[] = ["reddit", "ogbn-proteins"];
const SPARSE_GRAPHS: readonly GraphId[] = ["archaea", "ogbn-products"];
const ALL_GRAPHS = [...DENSE_GRAPHS, ...SPARSE_GRAPHS];
/** Percent of a tile. */
const THRESHOLDS = [2, 5, 10] as const;

const BASELINE = "5";

const premiseOn = (graphs: readonly GraphId[]) =>
  tilePremise({ graphs: Object.fromEntries(graphs.map((graph) => [graph, graph])), contender: BASELINE });

/** A density threshold. */
interface Threshold extends Contender {
  /** Share of a 32 x 32 tile from which on it is multiplied as if it were dense, in percent. */
  readonly threshold: number;
}

const CONTENDERS: readonly Threshold[] = THRESHOLDS.map((threshold) => ({
  id: String(threshold),
  label: `threshold ${threshold} %`,
  threshold,
  factors: { threshold: `${threshold}%` },
}));

const METRICS = {
  time: { label: "epoch time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over a threshold of 5 %", unit: "x", better: "higher" },
  ...EPOCH_METRICS,
  dense_tiles: { label: "dense tiles", unit: "tiles" },
  ...TILE_REGIME_METRICS,
} as const satisfies Metrics;

const at = (workload: GraphId, threshold: number) => ({ workload, contender: String(threshold) });

const faster =
  (fast: number, slow: number, graphs: readonly GraphId[]) => (evidence: SuiteEvidence): ClaimPart[] =>
    graphs.map((graph) => evidence.faster(at(graph, fast), at(graph, slow)));

/** 5 % beats both 2 % and 10 % on the two large sparse graphs. */
function sparsePrefer5(evidence: SuiteEvidence): ClaimPart[] {
  return [...faster(5, 2, SPARSE_GRAPHS)(evidence), ...faster(5, 10, SPARSE_GRAPHS)(evidence)];
}

/** A larger threshold sends fewer tiles to the dense path. */
function monotone(evidence: SuiteEvidence): ClaimPart[] {
  return ALL_GRAPHS.map((workload) => {
    const rows = THRESHOLDS.map((threshold) => evidence.row(at(workload, threshold), "dense_tiles"));
    const counts = rows.map((row) => medianOf(row));
    const holds = counts[0] >= counts[1] && counts[1] >= counts[2];
    return evidence.exact(holds, `${workload}: ${counts.join(", ")} dense tiles at 2, 5 and 10 %`, rows);
  });
}

/** Epoch times by density threshold. */
export const table5: Suite<GraphWorkload, Threshold, typeof METRICS> = {
  id: "hetu-gnn/table-5",
  artifact: "Table 5",
  title: "Density threshold of the tile-adaptive kernel",
  decidesFrom: "paper",
  question: "From which fill on is it faster to multiply a tile as if it were dense?",
  contenders: CONTENDERS,
  baseline: BASELINE,
  workloads: (profile) => graphWorkloads(profile, ALL_GRAPHS),
  settings: {
    ...SETTINGS,
    "ordering": "METIS, 200 vertices a cluster, whole graph",
    "kernel of the sparse products": "block-sparse",
  },
  measurement: {
    kind: "timed",
    decides: true,
    trial: async (lab, dataset, workload, { id, threshold }) => {
      const variant = { ordering: "metis", kernel: "block-sparse", threshold } as const;
      const epoch = await epochTrial(lab, dataset, workload, variant), { graph } = workload;
      return id === BASELINE ? withRegime(epoch, () => lab.once(tileRegime, dataset, { graph })) : epoch;
    },
  },
  metrics: METRICS,
  plots: [
    { metric: "time", x: "workload", facet: "dataset" },
    { metric: "aggregation_time", x: "workload" },
    { metric: "dense_nnz_share", x: "workload" },
  ],
  notes: NOTES,
  publishedAs: ({ graph, model }, { threshold }, metric) =>
    metric !== "time" ? undefined : {
      metric: "epoch_time",
      dataset: GRAPHS[graph].name,
      model,
      system: "Hetu-GNN",
      config: { opt: "reorder+block-sparse", threshold: `${threshold}%` },
    },
  claims: [
    {
      claimId: "hetu-gnn.q.5-better-than-2",
      premise: premiseOn(ALL_GRAPHS),
      decide: faster(5, 2, ALL_GRAPHS),
    },
    {
      claimId: "hetu-gnn.q.dense-graphs-prefer-10",
      premise: premiseOn(DENSE_GRAPHS),
      decide: faster(10, 5, DENSE_GRAPHS),
    },
    {
      claimId: "hetu-gnn.q.sparse-graphs-prefer-5",
      premise: premiseOn(SPARSE_GRAPHS),
      decide: sparsePrefer5,
    },
    {
      claimId: "hetu-gnn.q.too-large-hurts",
      premise: premiseOn(SPARSE_GRAPHS),
      decide: faster(5, 10, SPARSE_GRAPHS),
    },
    { claimId: "hetu-gnn.q.dense-tiles-monotone", decide: monotone },
  ],
};
