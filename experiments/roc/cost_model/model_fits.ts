/**
 * Values of a learned cost model: errors on ranges that it has not seen, its weights, and counts of what
 * contradicts it.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import type { CostModel } from "../../../graph/partitions/cost_model.ts";
import { recordOf } from "../../../platform/record_of.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { type Metrics, modelled } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { PART_METRICS, partFacts } from "../partitioning/part_premises.ts";
import { learnPartitions, type PartitionLearning } from "../partitioning/partition_learning.ts";
import { tableGraph } from "../partitioning/partitioned_graphs.ts";
import { boundaryCounts, costCounts, featureCounts, featuresOfVertex } from "./cost_model_counts.ts";
import { heldOutErrors, timeHeldOut } from "./held_out_ranges.ts";
import { timedRounds } from "../partitioning/deciding_rounds.ts";

/** Reddit on a number of GPUs, or the example of the text. */
export interface FitWorkload extends Workload {
  /** Number of GPUs; absent for the example. */
  readonly gpus?: number;
}

/** A state of the cost model. */
export interface ModelFit extends Contender {
  /** Takes the model from what was learned. */
  readonly modelOf: (learning: PartitionLearning) => CostModel;
}

/** Weights of the five features in the two layers of the GCN. */
const WEIGHTS = ([1, 2] as const).flatMap((layer) =>
  ([1, 2, 3, 4, 5] as const).map((feature) => ({
    metric: `w${feature}_of_layer_${layer}` as const,
    layer,
    feature,
  }))
);

/** Metrics of the models, and counts of what contradicts them. */
export const FIT_METRICS = {
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
export async function measureFits(
  lab: Lab,
  dataset: LoadedDataset,
  { gpus }: FitWorkload,
  contenders: readonly ModelFit[],
): Promise<(id: string) => JointOutcome<typeof FIT_METRICS>> {
  if (gpus === undefined) {
    return byContender(contenders, () => ({ times: {}, facts: { example_runs: exampleRuns() } }));
  }
  const graph = tableGraph(lab.profile), learnings: PartitionLearning[] = [];
  while (learnings.length < timedRounds(lab.profile)) {
    const setting = { graph, gpus, training: learnings.length, strategy: "learned" } as const;
    learnings.push(await lab.once(learnPartitions, dataset, setting));
  }
  const [{ features, matrix, layers }] = learnings;
  const { points, times } = await timeHeldOut(lab, learnings[0], graph);
  const iterations = learnings.flatMap((learning) => learning.iterations);
  return byContender(contenders, ({ modelOf }) => {
    const models = learnings.map(modelOf), [model] = models;
    const errors = models.map((each) => heldOutErrors(points, each));
    return {
      times: { held_out_time: times },
      facts: {
        share_error: errors.map(({ share }) => share),
        relative_error: errors.map(({ relative }) => relative),
        mean_square_error: errors.map(({ meanSquare }) => meanSquare),
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
