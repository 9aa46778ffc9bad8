/**
 * Losses of trainings that differ in the order of their mini-batches and in nothing else.
 *
 * @module
 */
import type { LoadedDataset } from "../../../../datasets/dataset.ts";
import { neighborDraw } from "../../../../graph/sampling/mod.ts";
import { UsageError } from "../../../../platform/errors.ts";
import type { Layer } from "../../../../training/layers/layer.ts";
import { type Aggregation, hostSampler, MiniBatchTrainer } from "../../../../training/mini_batch/mod.ts";
import { gcn } from "../../../../training/models/gcn.ts";
import { gin } from "../../../../training/models/gin.ts";
import { adam } from "../../../../training/optimizers/adam.ts";
import type { Lab } from "../../../lab.ts";
import { FANOUTS, type SampledGraph } from "../../sampling_graphs.ts";
import { HIDDEN } from "../../trained_models.ts";
import { trainingData } from "../../training_data.ts";
import { plural } from "../../../../platform/text/plural.ts";

/** The hyper-parameters of the public code; the paper prints none. */
export const HYPERPARAMETERS = { dropout: 0.5, learningRate: 0.01, weightDecay: 5e-4 } as const;

/** Models of Figure 16. */
export const CONVERGING_MODELS = ["GCN", "GIN"] as const;

/** Model of Figure 16. */
export type ConvergingModel = typeof CONVERGING_MODELS[number];

/** Options of a training. */
export interface LossCurveOptions {
  /** The graph at the scale of the profile. */
  readonly graph: SampledGraph;
  /** Model. */
  readonly model: ConvergingModel;
  /** Mini-batches that are reordered at a time; 1 for none. */
  readonly window: number;
  /** Iterations of all epochs together. */
  readonly iterations: number;
  /** Seed of weights, shuffles, draws and dropout. */
  readonly seed: number;
}

/** Losses of a training. */
export interface LossCurve {
  /** Loss of each iteration. */
  readonly losses: readonly number[];
  /** Seeds of each iteration: the last mini-batch of an epoch is smaller. */
  readonly seeds: readonly number[];
  /** Iterations of an epoch. */
  readonly epochLength: number;
}

/**
 * Layers of a model, and the weights that they aggregate with. As in the public code, all parameters decay,
 * and the inputs of all layers but the first are dropped.
 */
export function convergingLayers(
  model: ConvergingModel,
  classes: number,
): { readonly layers: readonly Layer[]; readonly aggregation: Aggregation } {
  const { dropout } = HYPERPARAMETERS;
  const options = { classes, hidden: HIDDEN, layers: FANOUTS.length, dropout, inputDropout: 0 };
  return model === "GCN"
    ? { layers: gcn({ ...options, decays: "all" }), aggregation: "gcn" }
    : { layers: gin(options), aggregation: "sum" };
}

/** Trains, reading the loss of every iteration. Equal options give equal losses. */
export async function lossCurve(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, model, window, iterations, seed }: LossCurveOptions,
): Promise<LossCurve> {
  const data = await trainingData(lab, dataset, graph);
  const { learningRate, weightDecay } = HYPERPARAMETERS;
  const trainer = new MiniBatchTrainer(lab.device, data, {
    ...convergingLayers(model, data.classes),
    optimizer: adam({ learningRate, weightDecay }),
    batchSize: graph.batch,
    seed,
    window,
    readLosses: true,
    sampler: hostSampler(neighborDraw(dataset.graph, { fanouts: FANOUTS, seed })),
    loading: { match: window > 1 },
  });
  try {
    const losses: number[] = [], seeds: number[] = [];
    while (losses.length < iterations) {
      const record = await trainer.next();
      losses.push(record.loss!);
      seeds.push(record.seeds);
    }
    return { losses, seeds, epochLength: trainer.epochLength };
  } finally {
    trainer.close();
  }
}

/**
 * Mean over the last epochs, weighted by seeds: over the same vertices, in whatever order they came.
 *
 * @throws {UsageError} where the training had fewer epochs, or no whole number of them.
 */
export function finalLoss({ losses, seeds, epochLength }: LossCurve, epochs: number): number {
  const first = losses.length - epochs * epochLength;
  if (first < 0 || losses.length % epochLength !== 0) {
    throw new UsageError({
      action: "average the last epochs of a training",
      current: `${plural(losses.length, "iteration")}, ${epochLength} an epoch`,
      wanted: `${epochs} whole epochs at least`,
      next: "train for another number of iterations",
    });
  }
  let sum = 0, vertices = 0;
  for (let iteration = first; iteration < losses.length; iteration++) {
    sum += losses[iteration] * seeds[iteration];
    vertices += seeds[iteration];
  }
  return sum / vertices;
}
