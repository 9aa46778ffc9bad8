/**
 * Iterations of a training on a graph that devices share, by the strategies that adapt their cut to
 * measured times.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import type { CostModel } from "../../../graph/partitions/cost_model.ts";
import { equalEdgeRanges, equalVertexRanges } from "../../../graph/partitions/ranges.ts";
import type { FeaturePrefixes } from "../../../graph/partitions/vertex_costs.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import {
  DeviceClock,
  type PartitionedIteration,
  type PartitionedLayer,
  PartitionedTraining,
} from "../../../training/partitioned/mod.ts";
import type { Lab } from "../../lab.ts";
import type { ProfileId } from "../../profiles.ts";
import { CHECKED_WORK } from "./partition_rounds.ts";
import { gcnLayers, type PartitionedGraph, tableGpus, tableGraph } from "./partitioned_graphs.ts";
import type { FigureStrategy } from "./strategies.ts";

/** A graph and the devices that share it. */
export interface PartitionSetting {
  /** Graph at the scale of the profile. */
  readonly graph: PartitionedGraph;
  /** Number of devices. */
  readonly gpus: number;
}

/** Iterations by one strategy, and the cost model that learned from them. */
export interface PartitionLearning {
  /** Matrix that layers aggregate with. */
  readonly matrix: CsrMatrix;
  /** Layers of the model. */
  readonly layers: readonly PartitionedLayer[];
  /** Features of the vertices. */
  readonly features: FeaturePrefixes;
  /** Model as it is after all iterations. */
  readonly model: CostModel;
  /** Iterations from the first on. */
  readonly iterations: readonly PartitionedIteration[];
}

/** Whether a setting is that of Tables 1 and 2, with all iterations. */
function isTable({ profile }: Lab, { graph, gpus }: PartitionSetting): boolean {
  return graph.dataset === tableGraph(profile).dataset && gpus === tableGpus(profile);
}

/** Two devices give two points an iteration, and a model needs five. */
const FEWEST_ITERATIONS = 3;

/** Strategies that adapt their cut to measured times. */
type AdaptiveStrategy = "learned" | "dynamic";

/**
 * Iterations of the tables: 20 at the published size, fewer on two cores, where one takes seconds.
 * Repartitioning by the times of the iteration before has nothing to gather first, as the model has.
 */
const TABLE_ITERATIONS: Readonly<Record<AdaptiveStrategy, Readonly<Record<ProfileId, number>>>> = {
  learned: { smoke: FEWEST_ITERATIONS, standard: 8, paper: 20 },
  dynamic: { smoke: FEWEST_ITERATIONS, standard: 4, paper: 20 },
};

/**
 * Number of iterations: those of the tables, elsewhere as many as the model needs for its first cuts, one or
 * two of them.
 */
function iterationsOf(lab: Lab, setting: PartitionSetting, strategy: AdaptiveStrategy): number {
  const { profile: { id } } = lab, { gpus } = setting;
  if (isTable(lab, setting)) return TABLE_ITERATIONS[strategy][id];
  if (gpus === 1) return 0;
  if (id === "smoke") return FEWEST_ITERATIONS;
  return gpus < 4 ? 5 : gpus < 8 ? 4 : 2;
}

/**
 * Trains by one strategy, one timed iteration after the other. Its times are what the strategy adapts to; no
 * claim rests on them.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export async function learnPartitions(
  lab: Lab,
  dataset: LoadedDataset,
  setting: PartitionSetting & { readonly strategy: AdaptiveStrategy },
): Promise<PartitionLearning> {
  refuseEmulated(lab, "time partitions");
  const { graph, gpus, strategy } = setting, { device, profile, seed } = lab;
  const matrix = gcnNormalise(dataset.graph);
  const clock = new DeviceClock(device, {
    layers: gcnLayers(graph),
    featureWidth: graph.featureWidth,
    work: "training",
    seed,
    rounds: 1,
    checkedWork: CHECKED_WORK,
    ...(profile.sampleMs !== undefined && { sampleMs: profile.sampleMs }),
  });
  const training = new PartitionedTraining({ matrix, parts: gpus, clock, strategy });
  const iterations: PartitionedIteration[] = [], count = iterationsOf(lab, setting, strategy);
  while (iterations.length < count) {
    lab.say(`${strategy} partitions: iteration ${iterations.length + 1} of ${count} on ${gpus} GPUs`);
    iterations.push(await training.next());
  }
  const { model, features } = training;
  return { matrix, layers: clock.layers, features, model, iterations };
}

/** Milliseconds that a cost model predicts of a range of vertices, in all layers. */
export function predictedMs(
  model: CostModel,
  features: FeaturePrefixes,
  [begin, end]: readonly [begin: number, end: number],
): number {
  return model.widths.reduce(
    (sum, width, layer) => sum + model.predict(layer, features.range(width, begin, end))!,
    0,
  );
}

/** Offsets of the ranges of a strategy as they stand after training. */
export async function strategyOffsets(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, gpus, strategy }: PartitionSetting & { readonly strategy: FigureStrategy["id"] },
): Promise<Uint32Array> {
  const equal = equalVertexRanges(dataset.graph.rows, gpus).offsets;
  switch (strategy) {
    case "equal-vertices":
      return equal;
    case "equal-edges":
      return equalEdgeRanges(gcnNormalise(dataset.graph), gpus).offsets;
    case "learned": {
      const { iterations } = await lab.once(learnPartitions, dataset, { graph, gpus, strategy });
      return iterations.at(-1)?.offsets ?? equal;
    }
    default:
      throw strategy satisfies never;
  }
}
