/**
 * Trainings of the paper's model on one of its graphs: all vertices active as in GNNAdvisor, and partially
 * active on execution paths. Table V and Figure 10 are two views of the same epochs.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ExecutionPath } from "../../../graph/execution_paths.ts";
import { median } from "../../../platform/statistics/mod.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { partiallyActive } from "../../../training/partially_active.ts";
import type { VertexData } from "../../../training/vertex_data.ts";
import type { KernelChoices } from "../../../training/executors/kernel_choice.ts";
import type { Lab } from "../../lab.ts";
import { trainedKernels, wholeKernels } from "./trained_groups.ts";
import type { Metrics } from "../../metrics.ts";
import { measureSideBySide, type SideBySide, type SideResult } from "../../trials/side_by_side.ts";
import { trainingTrial, type TrainingTrialOptions } from "../../trials/training_trial.ts";
import { HIDDEN } from "../paper_graphs.ts";
import { type ActiveMode, timedMode } from "./active_modes.ts";
import { LAYERS, modeTrainingData, trainingPaths } from "./training_data.ts";

/** Epochs of a training (Section 6.1). */
export const EPOCHS = 100;

/** Settings that the suites of whole trainings have in common. */
export const TRAINING_SETTINGS: Readonly<Record<string, string>> = {
  "model": "2-layer GCN, 16 hidden units, combined before aggregated, no dropout, no bias",
  "training": `${EPOCHS} epochs on 10 % of the vertices, drawn uniformly; Adam, learning rate 0.01`,
};

/** Metrics of the parts of an epoch, timed one by one, and of its memory. */
export const PHASE_METRICS = {
  aggregation_time: { label: "aggregation", unit: "ms", better: "lower", shown: false },
  combination_time: { label: "combination", unit: "ms", better: "lower", shown: false },
  loss_time: { label: "loss", unit: "ms", better: "lower", shown: false },
  update_time: { label: "update", unit: "ms", better: "lower", shown: false },
  backward_time: { label: "backward propagation", unit: "ms", better: "lower", shown: false },
  device_bytes: { label: "bytes on the device", unit: "1", better: "lower", shown: false },
} as const satisfies Metrics;

/** The paper's model in a mode, combined before aggregated as in the public code. */
export function modeOptions(
  data: VertexData,
  mode: ActiveMode,
  { paths, kernels = { "path-spmm": { id: "execution-path" } } }: {
    readonly paths: readonly ExecutionPath[];
    readonly kernels?: KernelChoices;
  },
): TrainingTrialOptions {
  const layers = gcn({ classes: data.classes, hidden: HIDDEN, layers: LAYERS, order: "transform-first" });
  const model = { layers, optimizer: adam() };
  if (mode === "all") return { data, model, kernels };
  const active = partiallyActive(data.split.train, paths, mode === "compact" ? "compact" : "full");
  return { data, model: { ...model, active }, paths, kernels };
}

/** Epochs of the modes side by side, measured once a session for the same modes. */
export function trainingModes(
  lab: Lab,
  dataset: LoadedDataset,
  modes: readonly ActiveMode[],
): Promise<SideBySide> {
  const timed = [...new Set(modes.map((mode) => timedMode(lab.device, mode)))];
  return lab.once(timeModes, dataset, timed, lab.profile);
}

async function timeModes(
  lab: Lab,
  dataset: LoadedDataset,
  modes: readonly ActiveMode[],
): Promise<SideBySide> {
  const data = await modeTrainingData(lab, dataset);
  const paths = trainingPaths(data);
  const { adjacency } = data;
  const trials = modes.map((mode) => {
    const open = async () => {
      const grouping = mode === "regression" ? "regression" : "classifier";
      const kernels = mode === "whole"
        ? await wholeKernels(lab, dataset, { adjacency, paths })
        : await trainedKernels(lab, dataset, { adjacency, paths, grouping });
      return trainingTrial(lab, modeOptions(data, mode, { paths, kernels }));
    };
    return [mode, open] as const;
  });
  return await measureSideBySide(lab, new Map(trials));
}

/** Milliseconds of all phases together, one entry for each epoch whose phases were timed. */
export function allPhases({ parts }: SideResult): readonly number[] {
  const { aggregation_time, combination_time, loss_time, update_time } = parts;
  return aggregation_time.ms.map((ms, epoch) =>
    ms + combination_time.ms[epoch] + loss_time.ms[epoch] + update_time.ms[epoch]
  );
}

/**
 * Milliseconds of backward aggregation in a whole epoch. Its share holds for the rounds too, which ran at
 * another time than the epochs whose operations were timed one by one.
 */
export function backwardAggregationMs(side: SideResult): number {
  const whole = allPhases(side);
  const shares = side.parts.backward_aggregation_time.ms.map((ms, epoch) => ms / whole[epoch]);
  return median(side.ms) * median(shares);
}
