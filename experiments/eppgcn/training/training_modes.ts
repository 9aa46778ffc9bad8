/**
 * Trainings of the paper's model on one of its graphs: all vertices active as in GNNAdvisor, and partially
 * active on execution paths. Table V and Figure 10 are two views of the same epochs.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { type ExecutionPath, executionPaths } from "../../../graph/execution_paths.ts";
import { MissingError } from "../../../platform/errors.ts";
import { median } from "../../../platform/statistics/mod.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { partiallyActive } from "../../../training/partially_active.ts";
import { type VertexData, vertexData } from "../../../training/vertex_data.ts";
import type { Device } from "../../../hardware/device.ts";
import type { KernelChoices } from "../../../training/executors/kernel_choice.ts";
import type { Lab } from "../../lab.ts";
import { measuresGroups } from "../grouped_product.ts";
import { trainedKernels, wholeKernels } from "./trained_groups.ts";
import type { Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import { measureSideBySide, type SideBySide, type SideResult } from "../../trials/side_by_side.ts";
import { trainingTrial, type TrainingTrialOptions } from "../../trials/training_trial.ts";
import { graphInProfile, type GraphWorkload, HIDDEN, paperGraph, timedGraphs } from "../paper_graphs.ts";
import { TRAINING_PERCENT } from "../drawn_paths.ts";

/** Epochs of a training (Section 6.1). */
export const EPOCHS = 100;
/** Layers of the model. */
export const LAYERS = 2;

/** Graphs with the most vertices: their dense features and not their edges make an epoch long. */
const THIRTY_SECONDTHS: ReadonlySet<string> = new Set(["web-google", "com-youtube"]);

/**
 * Dataset of a suite of trainings in a profile: smaller than that of products where epochs would last too
 * long.
 */
function trainedGraphInProfile(id: string, profile: Profile): string {
  return profile.id === "standard" && THIRTY_SECONDTHS.has(id) ? `${id}@1/32` : graphInProfile(id, profile);
}

/** A GCN on each of the paper's graphs that a profile times. */
export function trainedWorkloads(profile: Profile): GraphWorkload[] {
  return timedGraphs(profile).map((graph) => {
    const { id } = graph;
    return { id, graph, dataset: trainedGraphInProfile(id, profile), model: "GCN", factors: {} };
  });
}

/** Settings that the suites of whole trainings have in common. */
export const TRAINING_SETTINGS: Readonly<Record<string, string>> = {
  "model": "2-layer GCN, 16 hidden units, combined before aggregated, no dropout, no bias",
  "training": `${EPOCHS} epochs on 10 % of the vertices, drawn uniformly; Adam, learning rate 0.01`,
};

/**
 * Mode of aggregating gradients: on all vertices; on paths with a row a vertex, in groups of the classifier's
 * sizes or of the regression's; on paths with a row an active vertex; or EPPGCN whole, on paths with a row a
 * vertex after a forward pass in tuned groups.
 */
export type ActiveMode = "all" | "paths" | "regression" | "compact" | "whole";

/** All modes. Suites that name the same modes share one measurement of them. */
export const MODES: readonly ActiveMode[] = ["all", "paths", "regression", "compact", "whole"];

/**
 * Modes that a suite times for the contenders that were asked for: those of the contenders, but every mode
 * where the suite has no other contender, since Table V and Figure 10 then share one measurement.
 */
export function modesFor(
  asked: readonly { readonly mode: ActiveMode }[],
  all: readonly unknown[],
): readonly ActiveMode[] {
  return asked.length === all.length
    ? MODES
    : MODES.filter((each) => asked.some(({ mode }) => mode === each));
}

/** Mode that is timed for a mode on a device: one without groups has one way to train on paths. */
export function timedMode(device: Device, mode: ActiveMode): ActiveMode {
  return mode === "regression" && !measuresGroups(device) ? "paths" : mode;
}

/** Metrics of the parts of an epoch, timed one by one, and of its memory. */
export const PHASE_METRICS = {
  aggregation_time: { label: "aggregation", unit: "ms", better: "lower", shown: false },
  combination_time: { label: "combination", unit: "ms", better: "lower", shown: false },
  loss_time: { label: "loss", unit: "ms", better: "lower", shown: false },
  update_time: { label: "update", unit: "ms", better: "lower", shown: false },
  backward_time: { label: "backward propagation", unit: "ms", better: "lower", shown: false },
  device_bytes: { label: "bytes on the device", unit: "1", better: "lower", shown: false },
} as const satisfies Metrics;

/** Origin of the features of a training. */
export interface FeatureOptions {
  /**
   * Columns of random features; the publisher's, or random ones of the public scripts' width, when absent.
   */
  readonly randomWidth?: number;
}

/** Most columns of random features in a smoke run. */
const SMOKE_WIDTH = 128;

/** Data of a training: the publisher's features and labels where they are at hand, else random ones. */
export function modeTrainingData(
  lab: Lab,
  dataset: LoadedDataset,
  options: FeatureOptions = {},
): Promise<VertexData> {
  return lab.once(drawData, dataset, options);
}

async function drawData(
  lab: Lab,
  dataset: LoadedDataset,
  { randomWidth }: FeatureOptions,
): Promise<VertexData> {
  const { features, classes } = paperGraph(dataset.id);
  const width = lab.profile.id === "smoke" ? Math.min(features, SMOKE_WIDTH) : features;
  const options = { seed: lab.seed, classes, trainingShare: TRAINING_PERCENT / 100 };
  if (randomWidth !== undefined) return await vertexData(dataset, { ...options, randomWidth });
  const isThere = dataset.features !== undefined || dataset.denseFeatures !== undefined;
  if (!isThere) return await vertexData(dataset, { ...options, randomWidth: width });
  try {
    return await vertexData(dataset, options);
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    return await vertexData(dataset, { ...options, randomWidth: width });
  }
}

/** Execution paths of the training set. */
export function trainingPaths({ adjacency, symmetric, split }: VertexData): ExecutionPath[] {
  const transpose = symmetric ? { transpose: adjacency } : {};
  return executionPaths(adjacency, split.train, { layers: LAYERS, ...transpose });
}

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
