/**
 * Accuracy that training on execution paths loses against all-active training.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { trainFullBatch } from "../../../training/full_batch.ts";
import { bindVertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import { trainingTask, type TrainingTrialOptions } from "../../trials/training_trial.ts";
import { EPOCHS, modeOptions } from "./training_modes.ts";
import { modeTrainingData, trainingPaths } from "./training_data.ts";

/** Epochs after which accuracies are compared where features are random: nothing can be learned from them. */
const EPOCHS_OF_RANDOM = 5;
/** Seeds of the weights where labels and features are the publisher's; one where something was drawn. */
const SEEDS = 5;

/** Accuracies of equal trainings in two modes. */
export interface AccuracyDifference {
  /**
   * Share of the test vertices that all-active training gets right, less that of training on paths: one entry
   * a seed.
   */
  readonly differences: readonly number[];
  /** Whether labels and features are the publisher's. */
  readonly published: boolean;
}

/** Trains in both modes from the lab's seed, and from further ones where there is something to learn. */
export async function accuracyDifference(lab: Lab, dataset: LoadedDataset): Promise<AccuracyDifference> {
  const data = await modeTrainingData(lab, dataset);
  const published = dataset.kind === "real" &&
    !data.drawn.includes("labels") && !data.drawn.includes("features");
  const paths = trainingPaths(data), differences: number[] = [];
  for (let i = 0; i < (published ? SEEDS : 1); i++) {
    const seeded = { ...lab, seed: lab.seed + i };
    const allActive = await trainedAccuracy(seeded, modeOptions(data, "all", { paths }));
    differences.push(allActive - await trainedAccuracy(seeded, modeOptions(data, "paths", { paths })));
  }
  return { differences, published };
}

/** Trains from the lab's seed; equal seeds begin with equal weights, whatever the mode. */
async function trainedAccuracy(lab: Lab, options: TrainingTrialOptions): Promise<number> {
  const { data, paths } = options;
  const epochs = data.drawn.includes("features") ? EPOCHS_OF_RANDOM : EPOCHS;
  const task = trainingTask(lab, options);
  const executor = await DeviceExecutor.open(lab.device, task.program, bindVertexData(task, data, paths));
  try {
    initialise(executor, task.program, lab);
    const { best } = await trainFullBatch(executor, task.program, {
      epochs,
      evaluateEvery: epochs,
      sets: { truth: data.truth, test: data.split.test },
    });
    return best.test!.accuracy;
  } finally {
    executor.close();
  }
}
