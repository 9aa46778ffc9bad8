/**
 * Bytes that a training and its execution paths really take on this device over the least of the ledger.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ExecutionPath } from "../../../graph/execution_paths.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { programLedger } from "../../../training/program/memory_ledger.ts";
import { bindVertexData, type VertexData } from "../../../training/vertex_data.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { trainingTask } from "../../trials/training_trial.ts";
import { modeOptions } from "../training/training_modes.ts";
import { pathBytes } from "./training_memory.ts";
import type { ActiveMode } from "../training/active_modes.ts";
import { modeTrainingData, trainingPaths } from "../training/training_data.ts";

/** Smallest graph of the paper, on which the overheads are measured. */
export const SMALLEST = "cora";

/** Overheads of this device. */
export const OVERHEAD_METRICS = {
  training_overhead: {
    label: "training's bytes on this device over the ledger's",
    unit: "1",
    better: "lower",
    shown: false,
  },
  path_overhead: {
    label: "paths' bytes on this device over the ledger's",
    unit: "1",
    better: "lower",
    shown: false,
  },
} as const satisfies Metrics;

/** Note of the suites whose claims are about memory. */
export const OVERHEAD_NOTE =
  "The ledger counts the least that training and paths need, and a share of the least is no least share. The paper does not say what it " +
  "counted. Its public code takes the most that nvidia-smi shows of a card, which has the process's own memory in it, and keeps a path " +
  "in four arrays as long as all edges, whatever the training ratio. A claim about shares is decided where it is the same with such " +
  "arrays, with what this device takes for paths (measured on Cora), and with any memory beside the tensors.";

/** Overheads of this device, measured once a session. */
export function memoryOverheads(lab: Lab): Promise<Facts<typeof OVERHEAD_METRICS>> {
  return lab.once(measureOverheads, NO_DATASET, {});
}

async function measureOverheads(
  lab: Lab,
  _dataset: LoadedDataset,
  _settings: object,
): Promise<Facts<typeof OVERHEAD_METRICS>> {
  const data = await modeTrainingData(lab, await lab.load({ dataset: SMALLEST }));
  const paths = trainingPaths(data);
  const all = await bytesOf(lab, data, { mode: "all", paths: [] });
  const active = await bytesOf(lab, data, { mode: "paths", paths });
  const { program } = trainingTask(lab, modeOptions(data, "all", { paths: [] }));
  return {
    training_overhead: all / programLedger(program).peak.bytes,
    path_overhead: (active - all) / pathBytes(paths),
  };
}

/** Bytes on the device during an epoch. */
async function bytesOf(
  lab: Lab,
  data: VertexData,
  { mode, paths }: { readonly mode: ActiveMode; readonly paths: readonly ExecutionPath[] },
): Promise<number> {
  const { device } = lab, before = device.ledger.live;
  const task = trainingTask(lab, modeOptions(data, mode, { paths }));
  const bindings = bindVertexData(task, data, paths);
  const executor = await DeviceExecutor.open(device, task.program, bindings);
  try {
    executor.train(1);
    await executor.finish();
    return device.ledger.live - before;
  } finally {
    executor.close();
  }
}
