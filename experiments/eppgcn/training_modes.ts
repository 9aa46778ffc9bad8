/**
 * Trainings of the paper's model on one of its graphs: all vertices active as in GNNAdvisor, and partially active with paths
 * that are built before training or in its first epoch. Table V and Figure 10 are two views of the same measurement.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { type ExecutionPath, executionPaths } from "../../graph/execution_paths.ts";
import type { Device } from "../../hardware/device.ts";
import { MissingError } from "../../platform/errors.ts";
import { median } from "../../platform/statistics/mod.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import { initialise } from "../../training/executors/initialisation.ts";
import { trainFullBatch } from "../../training/full_batch.ts";
import { gcn } from "../../training/models/gcn.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { partiallyActive } from "../../training/partially_active.ts";
import { bindVertexData, type VertexData, vertexData } from "../../training/vertex_data.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { measureSideBySide, plainFacts } from "../trials/side_by_side.ts";
import { trainingTask, trainingTrial, type TrainingTrialOptions } from "../trials/training_trial.ts";
import { graphInProfile, HIDDEN, paperGraph, timedGraphs, TRAINING_PERCENT } from "./paper_graphs.ts";
import type { TextWorkload } from "../text_suite.ts";

/** Epochs of a training (Section 6.1). */
export const EPOCHS = 100;
/** Epochs after which accuracies are compared where features are random: nothing can be learned from them. */
const EPOCHS_OF_RANDOM = 5;
const LAYERS = 2;

/** The two graphs with the most vertices: their dense features and not their edges make an epoch long. */
const THIRTY_SECONDTHS: ReadonlySet<string> = new Set(["web-google", "com-youtube"]);

/** What a suite of trainings asks for in a profile: below what suites of products take, where epochs would last too long. */
export function trainedGraphInProfile(id: string, profile: Profile): string {
  return profile.id === "standard" && THIRTY_SECONDTHS.has(id) ? `${id}@1/32` : graphInProfile(id, profile);
}

/** A GCN on each of the paper's graphs that a profile times. */
export function trainedWorkloads(profile: Profile): TextWorkload[] {
  return timedGraphs(profile).map(({ id }) => ({
    ...{ id, dataset: trainedGraphInProfile(id, profile), model: "GCN", factors: {} },
  }));
}

/** What the suites of whole trainings have in common. */
export const TRAINING_SETTINGS: Readonly<Record<string, string>> = {
  "model": "2-layer GCN, 16 hidden units, combined before aggregated, no dropout, no bias",
  "training": `${EPOCHS} epochs on 10 % of the vertices, drawn uniformly; Adam, learning rate 0.01`,
};

/** How gradients are aggregated. */
export type ActiveMode = "all" | "paths" | "compact";

/** Random features in place of the publisher's of this width (Figure 1); the paper's own where absent. */
export interface ModeOptions {
  /** Columns of random features; the publisher's, or random ones of the public scripts' width, when absent. */
  readonly randomWidth?: number;
}

/** The publisher's features and labels where they lie at hand, else random ones of the public scripts' widths. */
export async function trainingData(
  lab: Lab,
  dataset: LoadedDataset,
  { randomWidth }: ModeOptions = {},
): Promise<VertexData> {
  const { features: width, classes } = paperGraph(dataset.id);
  const options = { seed: lab.seed, classes, trainingShare: TRAINING_PERCENT / 100 };
  if (randomWidth !== undefined) return await vertexData(dataset, { ...options, randomWidth });
  try {
    const isThere = dataset.features !== undefined || dataset.denseFeatures !== undefined;
    return await vertexData(dataset, { ...options, ...(isThere ? {} : { randomWidth: width }) });
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    return await vertexData(dataset, { ...options, randomWidth: width });
  }
}

function pathsFor({ adjacency, symmetric, split }: VertexData): ExecutionPath[] {
  return executionPaths(adjacency, split.train, {
    layers: LAYERS,
    ...(symmetric ? { transpose: adjacency } : {}),
  });
}

/** The paper's model, combined before aggregated as in the public code. */
export function modeOptions(
  data: VertexData,
  mode: ActiveMode,
  paths: readonly ExecutionPath[],
): TrainingTrialOptions {
  const layers = gcn({ classes: data.classes, hidden: HIDDEN, layers: LAYERS, order: "transform-first" });
  const model = { layers, optimizer: adam() };
  if (mode === "all") return { data, model };
  const active = partiallyActive(data.split.train, paths, mode === "compact" ? "compact" : "full");
  return { data, model: { ...model, active }, paths, kernels: { "path-spmm": { id: "execution-path" } } };
}

/** What was measured of a mode: epochs in milliseconds, one a round, and what else is known of one. */
export interface ModeResult {
  /** Milliseconds of an epoch, one a round. */
  readonly epochMs: readonly number[];
  /** Milliseconds of backward aggregation in an epoch. */
  readonly aggregationMs: number;
  /** Phases, counts and proof of the check. */
  readonly facts: readonly Fact[];
}

/** What was measured of a graph. */
export interface TrainingModes {
  /** By mode. */
  readonly modes: Readonly<Record<ActiveMode, ModeResult>>;
  /** Share of the test vertices that all-active training gets right, less that of training on paths. */
  readonly accuracyDifference: number;
  /** Milliseconds to build the paths and bring them to the device, one a round. */
  readonly preparationMs: readonly number[];
}

const measured = new WeakMap<Device, Map<string, Promise<TrainingModes>>>();

/** Measures a graph once a process, whichever suite asks first. */
export function trainingModes(lab: Lab, dataset: LoadedDataset): Promise<TrainingModes> {
  const known = measured.get(lab.device) ?? new Map<string, Promise<TrainingModes>>();
  measured.set(lab.device, known);
  const key = `${dataset.hash} ${lab.seed} ${lab.profile.id}`;
  let modes = known.get(key);
  if (!modes) known.set(key, modes = compare(lab, dataset));
  return modes;
}

async function compare(lab: Lab, dataset: LoadedDataset): Promise<TrainingModes> {
  const data = await trainingData(lab, dataset);
  const paths = pathsFor(data);
  const options = (mode: ActiveMode) => modeOptions(data, mode, paths);
  const sides = await measureSideBySide(
    lab,
    new Map(
      (["all", "paths", "compact"] as const).map((mode) => [mode, () => trainingTrial(lab, options(mode))]),
    ),
  );
  const result = (mode: ActiveMode): ModeResult => {
    const own = sides.of(mode), { ms } = own, facts = plainFacts(own);
    return { epochMs: ms, facts, aggregationMs: median(ms) * aggregationShare(facts) };
  };
  const modes = { all: result("all"), paths: result("paths"), compact: result("compact") };
  const allActive = await trainedAccuracy(lab, options("all"));
  return {
    modes,
    accuracyDifference: allActive - await trainedAccuracy(lab, options("paths")),
    preparationMs: await preparation(lab, data, { paths, rounds: modes.paths.epochMs.length }),
  };
}

const PHASES = ["aggregation_time", "combination_time", "loss_time", "update_time"] as const;

/** Milliseconds of a phase, one for each of the epochs in which phases were timed. */
export function phase(facts: readonly Fact[], metric: string): readonly number[] {
  const { value } = facts.find((fact) => fact.metric === metric)!;
  return typeof value === "number" ? [value] : value;
}

/** Milliseconds of all phases together, one an epoch. */
export function allPhases(facts: readonly Fact[]): readonly number[] {
  const phases = PHASES.map((metric) => phase(facts, metric));
  return phases[0].map((_, epoch) => phases.reduce((sum, ms) => sum + ms[epoch], 0));
}

/** A share holds for the rounds too, which ran at another time than the epochs whose operations were timed one by one. */
function aggregationShare(facts: readonly Fact[]): number {
  const whole = allPhases(facts);
  return median(phase(facts, "backward_aggregation_time").map((ms, epoch) => ms / whole[epoch]));
}

/** Builds the paths again and again, and prepares their products once: those are copies to the device. */
async function preparation(
  lab: Lab,
  data: VertexData,
  { paths, rounds }: { readonly paths: readonly ExecutionPath[]; readonly rounds: number },
): Promise<number[]> {
  const task = trainingTask(lab, modeOptions(data, "paths", paths));
  const bindings = bindVertexData(task, data, paths);
  const executor = await DeviceExecutor.create(lab.device, task.program, bindings);
  const products = executor.trainPlans.filter(({ step }) => step.op === "path-spmm");
  const copyMs = products.reduce((sum, { prepareMs }) => sum + prepareMs, 0);
  executor.close();
  return Array.from({ length: rounds }, () => {
    const started = performance.now();
    pathsFor(data);
    return performance.now() - started + copyMs;
  });
}

/** Trains from the lab's seed; equal seeds begin with equal weights, whatever the mode. */
async function trainedAccuracy(lab: Lab, options: TrainingTrialOptions): Promise<number> {
  const { data, paths } = options;
  const epochs = data.drawn.includes("features") ? EPOCHS_OF_RANDOM : EPOCHS;
  const task = trainingTask(lab, options);
  const executor = await DeviceExecutor.create(lab.device, task.program, bindVertexData(task, data, paths));
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
