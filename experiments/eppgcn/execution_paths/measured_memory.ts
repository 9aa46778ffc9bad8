/**
 * Bytes that a training and its execution paths really take on this device over the least of the ledger, and
 * the bounds that both set to the memory that paths add.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ExecutionPath } from "../../../graph/execution_paths.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { programLedger } from "../../../training/program/memory_ledger.ts";
import { bindVertexData, type VertexData } from "../../../training/vertex_data.ts";
import type { Interval } from "../../claims/interval.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { trainingTask } from "../../trials/training_trial.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import { type ActiveMode, modeOptions, trainingData, trainingPaths } from "../training/training_modes.ts";
import { pathBytes } from "./training_memory.ts";

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
  "The ledger counts the least that there can be. What a training and its paths really take on this device was measured on Cora: a " +
  "claim about shares is decided where both say the same of it.";

/** Overheads of this device, measured once a session. */
export function memoryOverheads(lab: Lab): Promise<Facts<typeof OVERHEAD_METRICS>> {
  return lab.once(measureOverheads, NO_DATASET, {});
}

async function measureOverheads(
  lab: Lab,
  _dataset: LoadedDataset,
  _settings: object,
): Promise<Facts<typeof OVERHEAD_METRICS>> {
  const data = await trainingData(lab, await lab.load({ dataset: SMALLEST }));
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
  const executor = await DeviceExecutor.create(device, task.program, bindings);
  try {
    executor.train(1);
    await executor.finish();
    return device.ledger.live - before;
  } finally {
    executor.close();
  }
}

/** Memory that paths add, from the ledger's share and from the overheads of the same cell. */
export function addedMemory(
  evidence: SuiteEvidence,
  cell: CellKey,
  metric: string,
): { readonly bounds: Interval; readonly rows: readonly Row[] } {
  const rows = [metric, "training_overhead", "path_overhead"].map((each) => evidence.row(cell, each));
  const [value, training, paths] = rows.map(medianOf);
  const bounds = {
    low: value * Math.min(1, paths) / Math.max(1, training),
    value,
    high: value * Math.max(1, paths) / Math.min(1, training),
  };
  return { bounds, rows };
}

/** Reason for an open part whose bounds are on both sides of a number. */
export function openBeside(bound: string): string {
  return `the ledger and what this device takes are on both sides of ${bound}`;
}
