/**
 * EPPGCN whole, trained from its first epoch: the execution paths are grown in it, brought to the device and
 * used at once, behind a forward pass in tuned groups. Its losses are those of all-active training.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ExecutionPath } from "../../../graph/execution_paths.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import type { KernelChoices } from "../../../training/executors/kernel_choice.ts";
import { onceTimer, timeOnce } from "../../../hardware/measuring/time_once.ts";
import { bindVertexData, type VertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { lossCheck } from "../../trials/epoch_rounds.ts";
import { trainingTask } from "../../trials/training_trial.ts";
import { checkPaths } from "../../trials/path_check.ts";
import { copyOfPathsMs } from "./path_preparation.ts";
import { wholeKernels } from "./trained_groups.ts";
import { modeOptions } from "./training_modes.ts";
import { modeTrainingData, trainingPaths } from "./training_data.ts";

/** Note of the suites of whole trainings. */
export const WHOLE_NOTE =
  "EPPGCN whole aggregates forward in groups of Equation 3's size, which add to their rows by float atomics on every device, and " +
  "backward on paths, which have groups on a card alone. Its losses are compared with those of all-active training.";

/** Epochs whose losses are compared. */
const COMPARED_EPOCHS = 3;

/** First epochs of trainings that begin anew in every round. */
export interface FirstEpochs {
  /** Time of the first epoch with all that it prepares; its check is that of the paths and of the losses. */
  readonly epoch: CheckedTimes;
  /**
   * Part of it that goes into paths and group sizes: growing, choosing, and bringing them to the device; its
   * check is that of the paths.
   */
  readonly preparation: CheckedTimes;
}

/**
 * First epochs of EPPGCN whole in on-the-fly mode, measured once a session for the same number of rounds.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export function firstEpochs(lab: Lab, dataset: LoadedDataset, rounds: number): Promise<FirstEpochs> {
  return lab.once(trainFirstEpochs, dataset, rounds);
}

/** Check that EPPGCN whole has the losses of all-active training from the same weights, epoch by epoch. */
export function wholeLosses(lab: Lab, dataset: LoadedDataset): Promise<CheckReport> {
  return lab.once(compareLosses, dataset, {});
}

/** Error of a training whose losses are not those of all-active training. */
export function wrongLosses({ worst }: CheckReport): WrongResultError {
  const { row, got, wanted } = worst!;
  return new WrongResultError({
    action: "train on execution paths and in groups",
    current: `a loss of ${got} in epoch ${row + 1}`,
    wanted: `${wanted}, as all-active training has`,
    next: 'compare the gradients of both: deno task repro eppgcn --artifact "Algorithm 2"',
  });
}

async function trainFirstEpochs(lab: Lab, dataset: LoadedDataset, rounds: number): Promise<FirstEpochs> {
  refuseEmulated(lab, "time epochs");
  const data = await modeTrainingData(lab, dataset);
  const [wanted] = await allActiveLosses(lab, data);
  const take = async () => {
    const started = performance.now();
    const paths = trainingPaths(data);
    const kernels = await wholeKernels(lab, dataset, { adjacency: data.adjacency, paths });
    const growMs = performance.now() - started;
    return await withWhole(lab, data, { paths, kernels }, async (executor) => {
      // Pages, threads and clocks are those of any first epoch, and no cost of the paths.
      executor.train(1);
      await executor.finish();
      initialise(executor, executor.program, lab);
      const epochMs = await timeOnce(lab.device, () => executor.train(1));
      const preparationMs = growMs + copyOfPathsMs(executor);
      const [loss] = await executor.read(executor.program.loss);
      const grown = checkPaths(paths, data.adjacency, data.split.train);
      const check = worstOf([grown, lossCheck([loss], [wanted])]);
      return { preparationMs, ms: preparationMs + epochMs, grown, check };
    });
  };
  const { seed, signal } = lab;
  const taken = (await takeTurns([{ id: "whole", take }], { rounds, seed, signal })).of("whole");
  const check = worstOf(taken.map((each) => each.check)), grown = worstOf(taken.map((each) => each.grown));
  const timer = onceTimer(lab.device);
  return {
    // A wall clock has the wait for the epoch.
    epoch: { ms: taken.map(({ ms }) => ms), check, timer, waits: 1 },
    preparation: {
      ms: taken.map(({ preparationMs }) => preparationMs),
      check: grown,
      timer: "wall",
      waits: 0,
    },
  };
}

async function compareLosses(lab: Lab, dataset: LoadedDataset): Promise<CheckReport> {
  const data = await modeTrainingData(lab, dataset), paths = trainingPaths(data);
  const kernels = await wholeKernels(lab, dataset, { adjacency: data.adjacency, paths });
  const losses = await withWhole(lab, data, { paths, kernels }, lossesOf);
  return lossCheck(losses, await allActiveLosses(lab, data));
}

/** Losses of all-active training, which Theorem 1 says to be the same. */
async function allActiveLosses(lab: Lab, data: VertexData): Promise<readonly number[]> {
  const task = trainingTask(lab, modeOptions(data, "all", { paths: [] }));
  const executor = await DeviceExecutor.open(lab.device, task.program, bindVertexData(task, data));
  try {
    initialise(executor, task.program, lab);
    return await lossesOf(executor);
  } finally {
    executor.close();
  }
}

async function lossesOf(executor: DeviceExecutor): Promise<readonly number[]> {
  const losses: number[] = [];
  for (let epoch = 1; epoch <= COMPARED_EPOCHS; epoch++) {
    executor.train(epoch);
    losses.push((await executor.read(executor.program.loss))[0]);
  }
  return losses;
}

/** Works with an executor of EPPGCN whole, at its initial weights, and frees it. */
async function withWhole<Result>(
  lab: Lab,
  data: VertexData,
  { paths, kernels }: { readonly paths: readonly ExecutionPath[]; readonly kernels: KernelChoices },
  work: (executor: DeviceExecutor) => Promise<Result>,
): Promise<Result> {
  const task = trainingTask(lab, modeOptions(data, "whole", { paths, kernels }));
  const bindings = bindVertexData(task, data, paths);
  const executor = await DeviceExecutor.open(lab.device, task.program, bindings, { kernels });
  try {
    initialise(executor, task.program, lab);
    return await work(executor);
  } finally {
    executor.close();
  }
}
