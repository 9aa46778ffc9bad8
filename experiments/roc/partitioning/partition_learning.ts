/**
 * Iterations of a training on a graph that devices share, by the strategies that adapt their cut to
 * measured times.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { CostModel } from "../../../graph/partitions/cost_model.ts";
import { equalRanges, isEqualCut } from "../../../graph/partitions/equal_cut.ts";
import { type FeaturePrefixes, vertexFeatures } from "../../../graph/partitions/vertex_costs.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import {
  DeviceClock,
  type PartitionedIteration,
  type PartitionedLayer,
  partitionedLayers,
  PartitionedTraining,
} from "../../../training/partitioned/mod.ts";
import type { Lab } from "../../lab.ts";
import type { ProfileId } from "../../profiles.ts";
import { CHECKED_WORK } from "./partition_rounds.ts";
import { gcnLayers, type PartitionedGraph, tableGraph } from "./partitioned_graphs.ts";
import type { FigureStrategy } from "./strategies.ts";
import { tableGpus } from "./gpu_workloads.ts";

/** A graph and the devices that share it. */
export interface PartitionSetting {
  /** Graph at the scale of the profile. */
  readonly graph: PartitionedGraph;
  /** Number of devices. */
  readonly gpus: number;
}

/** One of several trainings of a setting, each of which adapts its cuts from the beginning. */
export interface PartitionTraining extends PartitionSetting {
  /** Number of the training, from 0; each has a seed of its own. */
  readonly training: number;
}

/** Operands that all trainings of a setting share. */
export interface PartitionedTask {
  /** Matrix that layers aggregate with. */
  readonly matrix: CsrMatrix;
  /** Layers of the model. */
  readonly layers: readonly PartitionedLayer[];
  /** Features of the vertices. */
  readonly features: FeaturePrefixes;
}

/** Iterations by one strategy, and the cost model that learned from them. */
export interface PartitionLearning extends PartitionedTask {
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

/** Prepares the operands that all trainings on a graph share. Called through `lab.once`. */
export function partitionedTask(
  _lab: Lab,
  dataset: LoadedDataset,
  { graph }: Pick<PartitionSetting, "graph">,
): PartitionedTask {
  const matrix = gcnNormalise(dataset.graph),
    layers = partitionedLayers(gcnLayers(graph), graph.featureWidth);
  return { matrix, layers, features: vertexFeatures(matrix, layers.map(({ inputWidth }) => inputWidth)) };
}

/**
 * Trains by one strategy, one timed iteration after the other. Its times are what the strategy adapts to; no
 * claim rests on them.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
async function runIterations(
  lab: Lab,
  dataset: LoadedDataset,
  setting: PartitionTraining & { readonly strategy: AdaptiveStrategy },
): Promise<readonly PartitionedIteration[]> {
  refuseEmulated(lab, "time partitions");
  const { graph, gpus, strategy, training: number } = setting, { device, profile, seed } = lab;
  const { matrix } = await lab.once(partitionedTask, dataset, { graph });
  const clock = new DeviceClock(device, {
    layers: gcnLayers(graph),
    featureWidth: graph.featureWidth,
    work: "training",
    seed: seed + number,
    rounds: 1,
    checkedWork: CHECKED_WORK,
    ...(profile.sampleMs !== undefined && { sampleMs: profile.sampleMs }),
  });
  const training = new PartitionedTraining({ matrix, parts: gpus, clock, strategy });
  const iterations: PartitionedIteration[] = [], count = iterationsOf(lab, setting, strategy);
  while (iterations.length < count) {
    lab.phase(
      `training ${number + 1}, ${strategy} partitions: iteration ${
        iterations.length + 1
      } of ${count} on ${gpus} GPUs`,
    );
    iterations.push(await training.next());
  }
  return iterations;
}

/**
 * Iterations of a training by one strategy, and what its cost model is after them. A session that was stopped
 * goes on with the next training.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export async function learnPartitions(
  lab: Lab,
  dataset: LoadedDataset,
  setting: PartitionTraining & { readonly strategy: AdaptiveStrategy },
): Promise<PartitionLearning> {
  const iterations = await lab.kept("roc/partition-iterations", runIterations, dataset, setting);
  const { graph } = setting, task = await lab.once(partitionedTask, dataset, { graph });
  return { ...task, iterations, model: fittedModel(task, iterations, { until: "all iterations" }) };
}

/** Cost model that has learned from iterations, one after another: from all of them, or until it can cut. */
export function fittedModel(
  { layers, features }: PartitionedTask,
  iterations: readonly PartitionedIteration[],
  { until }: { readonly until: "all iterations" | "it can cut" },
): CostModel {
  const model = new CostModel(layers.map(({ inputWidth }) => inputWidth));
  for (const { offsets, layerMs } of iterations) {
    for (const [layer, width] of model.widths.entries()) {
      for (const [place, ms] of layerMs.entries()) {
        const [begin, end] = [offsets[place], offsets[place + 1]];
        if (end > begin) model.add(layer, { features: features.range(width, begin, end), ms: ms[layer] });
      }
    }
    model.fit();
    if (until === "it can cut" && model.ready) break;
  }
  return model;
}

/** Milliseconds that a cost model predicts of a range of vertices, in all layers. */
export function predictedMs(
  model: CostModel,
  features: FeaturePrefixes,
  [begin, end]: readonly [begin: number, end: number],
): number {
  return sumOf(model.widths, (width, layer) => model.predict(layer, features.range(width, begin, end))!);
}

/** Offsets of the ranges of a strategy as they stand after the first training. */
export async function strategyOffsets(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, gpus, strategy }: PartitionSetting & { readonly strategy: FigureStrategy["id"] },
): Promise<Uint32Array> {
  const { matrix } = await lab.once(partitionedTask, dataset, { graph });
  if (isEqualCut(strategy)) return equalRanges(strategy, matrix, gpus).offsets;
  const { iterations } = await lab.once(learnPartitions, dataset, { graph, gpus, strategy, training: 0 });
  return iterations.at(-1)?.offsets ?? equalRanges("equal-vertices", matrix, gpus).offsets;
}
