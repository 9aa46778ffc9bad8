/**
 * Full-batch trainings of the original GCN in Kipf and Welling's setting, one a seed, to their test accuracy.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { MissingError } from "../../../platform/errors.ts";
import { mean, standardDeviation } from "../../../platform/statistics/mod.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { trainFullBatch } from "../../../training/full_batch.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import {
  bindVertexData,
  type VertexData,
  vertexData,
  vertexTaskShape,
} from "../../../training/vertex_data.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { checkSteps, recheckSteps, wrongStep } from "../../../training/executors/step_check.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { stepBounds } from "../../trials/step_bounds.ts";

/** Id of the one contender. */
export const CONTENDER = "gcn";

/**
 * The setting of Kipf and Welling, "Semi-supervised classification with graph convolutional networks", ICLR
 * 2017, section 5.2.
 */
export const KIPF_WELLING = { hidden: 16, dropout: 0.5, weightDecay: 5e-4, epochs: 200 } as const;
/** Epochs of a training in the smoke profile. */
export const SMOKE_EPOCHS = 20;
/** Trainings of a graph. */
export const SEEDS = 10;
/** The same on an emulated GPU, which takes some seconds a training. */
export const SEEDS_SOFTWARE = 3;

/** Outcome of one training. */
interface Training {
  /** Share of the test vertices whose class the trained model predicts. */
  readonly accuracy: number;
  /** Test loss. */
  readonly loss: number;
  /** Milliseconds of the training, without its evaluations. */
  readonly ms: number;
  /** Times that the host waited for the device in the training. */
  readonly waits: number;
  /** Check of every step before the first epoch. */
  readonly check: CheckReport;
}

/**
 * Trains once, from initial weights and dropout masks of the seed.
 *
 * @throws {WrongResultError} where a step is wrong, before the first epoch or after the last.
 */
async function train(lab: Lab, data: VertexData, seed: number): Promise<Training> {
  const { device, profile } = lab, { hidden, dropout, weightDecay } = KIPF_WELLING;
  const task = vertexClassification(vertexTaskShape(data), {
    layers: gcn({ classes: data.classes, hidden, dropout }),
    optimizer: adam({ weightDecay }),
    seed,
  });
  const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, data));
  try {
    initialise(executor, task.program, { seed });
    const check = await checkSteps(executor, { ...stepBounds(lab), seed });
    if (!check.ok) throw wrongStep(check);
    const epochs = profile.id === "smoke" ? SMOKE_EPOCHS : KIPF_WELLING.epochs;
    const { best, seconds, waits } = await trainFullBatch(executor, task.program, {
      epochs,
      evaluateEvery: epochs,
      sets: { truth: data.truth, test: data.split.test },
    });
    await recheckSteps(executor, seed);
    return { accuracy: best.test!.accuracy, loss: best.test!.loss, ms: 1e3 * seconds, waits, check };
  } finally {
    executor.close();
  }
}

/** Metrics of the trainings on a graph. */
export const ACCURACY_METRICS = {
  test_accuracy: { label: "test accuracy, median of the seeds", unit: "%", better: "higher" },
  mean_accuracy: { label: "test accuracy, mean", unit: "%", better: "higher" },
  deviation: { label: "standard deviation over the seeds", unit: "points", better: "lower" },
  test_loss: { label: "test loss", unit: "1", better: "lower" },
  training_time: { label: "time of a training", unit: "s", better: "lower" },
} as const satisfies Metrics;

/** Trains from each seed. Times of an emulated GPU say nothing and are left out. */
export async function measureAccuracy(
  lab: Lab,
  dataset: LoadedDataset,
): Promise<() => JointOutcome<typeof ACCURACY_METRICS>> {
  if (dataset.kind === "stand-in") {
    throw new MissingError({
      action: `train on ${dataset.id}`,
      current: "a stand-in, whose features and labels are not the publisher's",
      wanted: "the real graph: an accuracy on another one says nothing about the printed number",
      next: "deno task datasets fetch cora citeseer pubmed",
    });
  }
  const data = await vertexData(dataset, { seed: lab.seed });
  const isEmulated = lab.device.adapterKind === "software";
  const seeds = isEmulated ? SEEDS_SOFTWARE : SEEDS;
  const take = async (round: number) => {
    const training = await train(lab, data, lab.seed + round - 1);
    lab.say(`seed ${round} of ${seeds}: ${(100 * training.accuracy).toFixed(1)} %`);
    return training;
  };
  const { seed, signal } = lab;
  const runs = (await takeTurns([{ id: CONTENDER, take }], { rounds: seeds, seed, signal })).of(CONTENDER);
  const percent = runs.map(({ accuracy }) => 100 * accuracy);
  const check = worstOf(runs.map((run) => run.check));
  return () => ({
    times: isEmulated ? {} : {
      training_time: {
        ms: runs.map(({ ms }) => ms),
        waits: runs.map(({ waits }) => waits),
        check,
        timer: "wall",
      },
    },
    facts: {
      test_accuracy: percent,
      mean_accuracy: mean(percent),
      deviation: standardDeviation(percent),
      test_loss: runs.map(({ loss }) => loss),
    },
  });
}
