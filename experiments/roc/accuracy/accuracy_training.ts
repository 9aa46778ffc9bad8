/**
 * Trainings whose accuracy is compared, by model, size and batches.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import { residualGcn } from "../../../training/models/residual_gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { lateFrom } from "../../claims/seed_parts.ts";
import type { Lab } from "../../lab.ts";
import { type AccuracyCurve, sampledCurve, wholeBatchCurve } from "../../trials/accuracy_curves.ts";
import { accuracyData, HYPERPARAMETERS } from "./accuracy_data.ts";
import { samplingOf, type SamplingSetting } from "./sampling_methods.ts";

/** Parameters of a training that is scored. */
export interface AccuracyTraining {
  /** Model; all of 2 layers where none are given. */
  readonly model: "gcn" | "graphsage" | "residual-gcn";
  /** Number of layers. */
  readonly layers?: number;
  /** Columns of the hidden layers. */
  readonly hidden: number;
  /** Share of activations that are dropped. */
  readonly dropout: number;
  /** Sampling of mini-batches; full batches when absent. */
  readonly sampled?: SamplingSetting & {
    /** Number of seeds of a mini-batch. */
    readonly batch: number;
  };
  /** Number of passes over the training vertices. */
  readonly epochs: number;
  /**
   * Set where the last epoch alone is scored, and the one from which the last third begins; every epoch when
   * absent.
   */
  readonly scored?: "last-third";
  /** Seed of weights, shuffles, draws and dropout. */
  readonly seed: number;
}

/** Lengths of the trainings of a comparison. */
export interface TrainingLength {
  /** Number of seeds that each is repeated from. */
  readonly seeds: number;
  /** Number of epochs of full batches. */
  readonly whole: number;
  /** Number of epochs of sampled ones. */
  readonly sampled: number;
  /** Number of seeds of a mini-batch. */
  readonly batch: number;
}

/** Epochs of a training, and the size of its mini-batches where it has any. */
export function lengthOf(
  sampled: SamplingSetting | undefined,
  length: TrainingLength,
): Pick<AccuracyTraining, "epochs" | "sampled"> {
  return sampled === undefined
    ? { epochs: length.whole }
    : { epochs: length.sampled, sampled: { ...sampled, batch: length.batch } };
}

/** Lengths for readers. */
export function lengthText({ whole, sampled, seeds }: TrainingLength): string {
  return `${whole} epochs of full batches, ${sampled} of sampled ones; ${seeds} seeds`;
}

/** Layers of a training. All parameters decay, in every model, as in the authors' program. */
export function accuracyLayers(
  { model, layers, hidden, dropout }: Pick<AccuracyTraining, "model" | "layers" | "hidden" | "dropout">,
  classes: number,
): readonly Layer[] {
  const options = { hidden, dropout, classes, ...(layers !== undefined && { layers }) };
  switch (model) {
    case "gcn":
      return gcn({ ...options, decays: "all" });
    case "graphsage":
      return graphSage(options);
    case "residual-gcn":
      return residualGcn(options);
    default:
      throw model satisfies never;
  }
}

/**
 * Trains and scores. Called through `lab.once`.
 *
 * @throws {WrongResultError} where a sample, a feature or a step is wrong.
 */
export async function trainCurve(
  lab: Lab,
  dataset: LoadedDataset,
  training: AccuracyTraining,
): Promise<AccuracyCurve> {
  const { sampled, epochs, scored, seed } = training;
  const data = await lab.once(accuracyData, dataset, { aggregation: sampled?.aggregation ?? "gcn" });
  const run = {
    layers: accuracyLayers(training, data.classes),
    optimizer: adam(HYPERPARAMETERS),
    epochs,
    seed,
    scoreEvery: scored === "last-third" ? lateFrom(epochs) : 1,
  };
  if (sampled === undefined) return await wholeBatchCurve(lab, data, run);
  const sampling = samplingOf(dataset, data, { ...sampled, seed });
  return await sampledCurve(lab, data, { ...run, ...sampling, batch: sampled.batch });
}
