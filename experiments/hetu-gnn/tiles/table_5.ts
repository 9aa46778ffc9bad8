/**
 * hetu-gnn Table 5: the density threshold of the tile-adaptive kernel, by the time of an epoch.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { withRegime } from "../graph_regime.ts";
import { TILE_REGIME_METRICS, tileRegime } from "../epochs/tile_premises.ts";
import { EPOCH_METRICS, epochTrial, NOTES, SETTINGS } from "../epochs/epochs.ts";
import { GRAPHS, type GraphWorkload, graphWorkloads } from "../paper_graphs.ts";
import { ALL_GRAPHS, BASELINE, TABLE_5_CLAIMS, THRESHOLDS } from "./table_5_claims.ts";

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
  claims: TABLE_5_CLAIMS,
};
