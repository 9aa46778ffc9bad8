/**
 * roc Table 2 and Section 4: the features of vertices, the cost model that learns from them, and the search
 * for boundaries.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import type { CostModel } from "../../../graph/partitions/cost_model.ts";
import { recordOf } from "../../../platform/record.ts";
import { mean, median } from "../../../platform/statistics/mod.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { modelled } from "../partitioning/changed_links.ts";
import { boundaryCounts, costCounts, featureCounts, featuresOfVertex } from "./cost_model_counts.ts";
import { firstFit, shareErrors, timeHeldOut } from "./held_out_ranges.ts";
import { learnPartitions, type PartitionLearning } from "../partitioning/partition_learning.ts";
import { RUN_NOTES } from "../partitioning/partition_runs.ts";
import { gpuWorkload, PARTITION_NOTES, tableGpus, tableGraph } from "../partitioning/partitioned_graphs.ts";
import { PART_METRICS, partFacts } from "../partitioning/balance_premises.ts";
import { costModelClaims } from "./table_2_claims.ts";

const WORKLOAD = "reddit", EXAMPLE = "example";

/** Reddit on a number of GPUs, or the example of the text. */
interface FitWorkload extends Workload {
  /** Number of GPUs; absent for the example. */
  readonly gpus?: number;
}

/** A state of the cost model. */
interface Fit extends Contender {
  /** Takes the model from what was learned. */
  readonly modelOf: (learning: PartitionLearning) => CostModel;
}

const FIRST: Fit = { id: "first-fit", label: "as soon as it can cut", modelOf: firstFit };
const LAST: Fit = { id: "last-fit", label: "after all iterations", modelOf: ({ model }) => model };

/** Weights of the five features in the two layers of the GCN. */
const WEIGHTS = ([1, 2] as const).flatMap((layer) =>
  ([1, 2, 3, 4, 5] as const).map((feature) => ({
    metric: `w${feature}_of_layer_${layer}` as const,
    layer,
    feature,
  }))
);

const METRICS = {
  share_error: { label: "error of shares of time, held-out ranges", unit: "1", better: "lower" },
  relative_error: { label: "|predicted - measured| / measured, held-out ranges", unit: "1", better: "lower" },
  mean_square_error: { label: "mean square error, held-out ranges", unit: "ms^2", better: "lower" },
  samples_an_iteration: { label: "data points an iteration", unit: "1" },
  most_probes: { label: "probes of a cut over the claimed bound, most", unit: "1", better: "lower" },
  most_excess: {
    label: "costliest range above the mean over a vertex's largest cost",
    unit: "1",
    better: "lower",
  },
  additivity_error: { label: "sum over vertices against all at once", unit: "1", better: "lower" },
  held_out_time: { label: "layers on held-out ranges", unit: "ms", shown: false },
  iterations: { label: "iterations", unit: "iterations", shown: false },
  example_runs: { label: "runs of the paper's example", unit: "blocks" },
  vertices_counted: { label: "vertices and layers counted", unit: "1", shown: false },
  wrong_features: { label: "vertices with other features", unit: "1", better: "lower", shown: false },
  wrong_bounds: { label: "vertices that break the bounds", unit: "1", better: "lower", shown: false },
  cuts: { label: "cuts", unit: "1", shown: false },
  wrong_cuts: { label: "cuts with a gap", unit: "1", better: "lower", shown: false },
  wrong_samples: { label: "iterations with other data points", unit: "1", better: "lower", shown: false },
  ...PART_METRICS,
  ...recordOf(
    WEIGHTS.map(({ metric, layer, feature }) =>
      [
        metric,
        { label: `weight ${feature} of layer ${layer}`, unit: "ns", shown: false },
      ] as const
    ),
  ),
} as const satisfies Metrics;

/** Holds the models that were asked for against ranges that neither has seen. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { gpus }: FitWorkload,
  contenders: readonly Fit[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  if (gpus === undefined) {
    return byContender(contenders, () => ({ times: {}, facts: { example_runs: exampleRuns() } }));
  }
  const graph = tableGraph(lab.profile);
  const learning = await lab.once(learnPartitions, dataset, { graph, gpus, strategy: "learned" });
  const { features, matrix, iterations, layers } = learning;
  const { points, times } = await timeHeldOut(lab, learning, graph);
  return byContender(contenders, ({ modelOf }) => {
    const model = modelOf(learning);
    const off = points.map(({ layer, features, ms }) => model.predict(layer, features)! - ms);
    return {
      times: { held_out_time: times },
      facts: {
        share_error: shareErrors(points, model),
        relative_error: off.map((each, at) => Math.abs(each) / points[at].ms),
        mean_square_error: mean(off.map((each) => each * each)),
        iterations: iterations.length,
        samples_an_iteration: median(iterations.map(({ points }) => points)),
        wrong_samples: iterations.filter(({ points }) => points !== layers.length * gpus).length,
        example_runs: exampleRuns(),
        ...partFacts(dataset.graph, { id: graph.id, gpus }),
        ...featureCounts(matrix, features),
        ...costCounts(model, features),
        ...boundaryCounts(model, features),
        ...recordOf(
          WEIGHTS.map(({ metric, layer, feature }) =>
            [metric, modelled(1e6 * model.weights(layer - 1)![feature - 1])] as const
          ),
        ),
      },
    };
  });
}

/** Third feature of the paper's example, whose neighbours are 3, 4, 6 and 8. */
function exampleRuns(): number {
  const graph = csrFromEdges({
    vertices: 9,
    source: Uint32Array.of(3, 4, 6, 8),
    target: new Uint32Array(4).fill(1),
  });
  return featuresOfVertex(graph, 1, 1)[2];
}

/** Counts what contradicts the cost model, and holds its predictions against measured ranges. */
export const table2: Suite<FitWorkload, Fit, typeof METRICS> = {
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
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "share_error", x: "workload" }],
  notes: [
    ...PARTITION_NOTES,
    ...RUN_NOTES,
    "That the model improves is decided on held-out ranges, point by point: the last fit against the first, by the relative error of " +
    "a range's share in the time of all. A machine whose speed has changed since the model learned moves all times alike, and no " +
    "boundary; errors of times as they are stand beside. Weights are fitted by non-negative least squares with a tiny ridge.",
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
