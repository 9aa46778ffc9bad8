/**
 * Epoch of a GCN or a GAT by a peer, checked against the losses of this project's kernels in the same epochs
 * from the same weights.
 *
 * @module
 */
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import { initialise } from "../../training/executors/initialisation.ts";
import { programLedger } from "../../training/program/memory_ledger.ts";
import { bindVertexData } from "../../training/vertex_data.ts";
import type { Lab } from "../lab.ts";
import type { Trial } from "../measurement.ts";
import { epochWork, trainingTask, type TrainingTrialOptions } from "../trials/training_trial.ts";
import { peerProblem } from "./peer_problem.ts";
import { peerTrainingTrial } from "./peer_training_trial.ts";

/** Epochs whose losses a peer is held to. */
const REFERENCE_EPOCHS = 5;

/** Training losses of the first five epochs, by the device's own kernels. */
export async function firstLosses(
  lab: Lab,
  options: Pick<TrainingTrialOptions, "data" | "model">,
): Promise<readonly number[]> {
  const task = trainingTask(lab, options);
  const { program } = task;
  const executor = await DeviceExecutor.open(lab.device, program, bindVertexData(task, options.data));
  const losses: number[] = [];
  try {
    initialise(executor, program, lab);
    for (let epoch = 1; epoch <= REFERENCE_EPOCHS; epoch++) {
      executor.train(epoch);
      losses.push((await executor.read(program.loss))[0]);
    }
  } finally {
    executor.close();
  }
  return losses;
}

/**
 * Builds the trial and starts the worker, which is held to the losses of {@linkcode firstLosses}.
 *
 * @throws {UsageError} where the model is neither, or the peer does not train.
 * @throws {MissingError} where the peer is not set up.
 */
export async function peerEpochTrial(
  lab: Lab,
  { peer, data, model, losses }: Pick<TrainingTrialOptions, "data" | "model"> & {
    readonly peer: string;
    readonly losses: readonly number[];
  },
): Promise<Trial> {
  const { program } = trainingTask(lab, { data, model });
  return await peerTrainingTrial(lab, {
    peer,
    problem: peerProblem(program, data, { seed: lab.seed }),
    losses,
    trainingBytes: programLedger(program).peak.bytes,
    work: epochWork(program.train),
  });
}
