/**
 * Time to prepare execution paths for a training: to build them, and to bring them to the device.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ExecutionPath } from "../../../graph/execution_paths.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { checkSteps } from "../../../training/executors/step_check.ts";
import { bindVertexData, type VertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { stepBounds } from "../../trials/step_bounds.ts";
import { trainingTask } from "../../trials/training_trial.ts";
import { checkPaths } from "../../trials/path_check.ts";
import { modeOptions } from "./training_modes.ts";
import { modeTrainingData, trainingPaths } from "./training_data.ts";

/**
 * Times of preparing the paths of a graph, one a round; measured once a session for the same number of
 * rounds. Their check tells whether every path is what the matrix says, and every product with it right.
 */
export function pathPreparation(lab: Lab, dataset: LoadedDataset, rounds: number): Promise<CheckedTimes> {
  return lab.once(preparePaths, dataset, rounds);
}

/** Builds the paths in every round and checks each build; their copy to the device is made once. */
async function preparePaths(lab: Lab, dataset: LoadedDataset, rounds: number): Promise<CheckedTimes> {
  const data = await modeTrainingData(lab, dataset);
  const { adjacency, split } = data;
  const build = () => {
    const started = performance.now();
    const paths = trainingPaths(data);
    const ms = performance.now() - started;
    return Promise.resolve({ ms, check: checkPaths(paths, adjacency, split.train) });
  };
  const { seed, signal } = lab;
  const builds = (await takeTurns([{ id: "paths", take: build }], { rounds, seed, signal })).of("paths");
  const copy = await copyPaths(lab, data, trainingPaths(data));
  const check = worstOf([...builds.map((each) => each.check), copy.check]);
  return { ms: builds.map(({ ms }) => ms + copy.ms), check, timer: "wall", waits: 0 };
}

/** Error of a contender whose paths are wrong. */
export function wrongPaths({ worst }: CheckReport): WrongResultError {
  const { row, got, wanted } = worst!;
  return new WrongResultError({
    action: "time the preparation of execution paths",
    current: `${got} in row ${row}`,
    wanted: String(wanted),
    next: "compare the paths with the rows of the matrix that lead from the training set",
  });
}

/** Copies the paths to the device, and checks the steps of an epoch that multiplies by them there. */
async function copyPaths(
  lab: Lab,
  data: VertexData,
  paths: readonly ExecutionPath[],
): Promise<{ readonly ms: number; readonly check: CheckReport }> {
  const task = trainingTask(lab, modeOptions(data, "paths", { paths }));
  const executor = await DeviceExecutor.open(lab.device, task.program, bindVertexData(task, data, paths));
  try {
    initialise(executor, task.program, lab);
    return { ms: copyOfPathsMs(executor), check: await checkSteps(executor, stepBounds(lab)) };
  } finally {
    executor.close();
  }
}

/** Milliseconds in which the paths of a training came to the device. */
export function copyOfPathsMs({ trainPlans }: DeviceExecutor): number {
  const products = trainPlans.filter(({ step }) => step.op === "path-spmm");
  return sumOf(products, ({ prepareMs }) => prepareMs);
}
