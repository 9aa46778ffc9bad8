/**
 * roc Table 2 and Section 4: the features of vertices, the cost model that learns from them, and the search
 * for boundaries.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { fittedModel } from "../partitioning/partition_learning.ts";
import { RUN_NOTES } from "../partitioning/timed_cuts.ts";
import { PARTITION_NOTES, tableGraph } from "../partitioning/partitioned_graphs.ts";
import { FIT_METRICS, type FitWorkload, measureFits, type ModelFit } from "./model_fits.ts";
import { costModelClaims } from "./table_2_claims.ts";
import { gpuWorkload, tableGpus } from "../partitioning/gpu_workloads.ts";

const WORKLOAD = "reddit", EXAMPLE = "example";

const FIRST: ModelFit = {
  id: "first-fit",
  label: "as soon as it can cut",
  modelOf: (learning) => fittedModel(learning, learning.iterations, { until: "it can cut" }),
};
const LAST: ModelFit = { id: "last-fit", label: "after all iterations", modelOf: ({ model }) => model };

/** Counts what contradicts the cost model, and holds its predictions against measured ranges. */
export const table2: Suite<FitWorkload, ModelFit, typeof FIT_METRICS> = {
  id: "roc/table-2",
  artifact: "Table 2",
  title: "Vertex features and cost model",
  question:
    "Do five features of a vertex predict what a partition costs, and do their sums cut a graph evenly?",
  contenders: [FIRST, LAST],
  baseline: FIRST.id,
  workloads: (profile) => {
    const { dataset } = tableGraph(profile);
    return [
      { id: EXAMPLE, factors: {} },
      gpuWorkload(tableGpus(profile), { id: WORKLOAD, dataset, model: "GCN" }),
    ];
  },
  settings: {
    "held-out ranges": "of a random place, 1/16 to 1/2 of the vertices, each layer by itself",
    "cuts": "into 2 to 64 ranges",
    "widths": "64 features, 32 hidden units (602 and 256 at the published size)",
  },
  measurement: { kind: "joint", measure: measureFits },
  metrics: FIT_METRICS,
  plots: [{ metric: "share_error", x: "workload" }],
  notes: [
    ...PARTITION_NOTES,
    ...RUN_NOTES,
    "That the model improves is decided on held-out ranges, training by training: the last fit against the first, by the median error of " +
    "a range's share in the time of all. A machine whose speed has changed since the model learned moves all times alike, and no " +
    "boundary; errors of times as they are stand beside. The held-out ranges are timed once; counts are those of the first training's model. Weights are fitted by non-negative least squares with a tiny ridge.",
  ],
  publishedAs: ({ id }, fit, metric) =>
    id === EXAMPLE && fit === LAST && metric === "example_runs"
      ? {
        metric: "vertex_feature",
        dataset: "toy",
        system: "ROC",
        config: { feature: "x3", vertex: "1", neighbours: "3,4,6,8" },
      }
      : undefined,
  claims: costModelClaims({
    first: { workload: WORKLOAD, contender: FIRST.id },
    last: { workload: WORKLOAD, contender: LAST.id },
    example: { workload: EXAMPLE, contender: LAST.id },
  }),
};
