/**
 * Epochs on one socket with some of its optimisations: what Figure 2 and the gain over a naive implementation are measured from.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Device } from "../../hardware/device.ts";
import { takeTurns } from "../../hardware/turn_loop.ts";
import { openWasmDevice } from "../../hardware/wasm/device.ts";
import { idMaps } from "../../kernels/id_map/mod.ts";
import { openSampler } from "../../kernels/sampling/mod.ts";
import { MissingError, WrongResultError } from "../../platform/errors.ts";
import type { KernelChoices } from "../../training/executors/kernel_choice.ts";
import { checkSteps } from "../../training/executors/step_check.ts";
import {
  type BatchSampler,
  deviceBatchSampler,
  type IterationRecord,
  type MiniBatchData,
  miniBatchData,
  MiniBatchTrainer,
} from "../../training/mini_batch/mod.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { vertexData } from "../../training/vertex_data.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { CHECKED_WORK } from "../trials/training_trial.ts";
import { figure2Model, MODEL_IDS, type ModelId } from "./figure_2_models.ts";
import {
  FANOUTS,
  GRAPH_IDS,
  HIDDEN,
  PAPER_BATCH,
  scaledDown,
  scaledGraph,
  trainingVertices,
} from "./scaled_graphs.ts";
import type { TextWorkload } from "../text_suite.ts";

/** Seeds of a mini-batch at least: with fewer there is nothing but launches to time. */
export const LEAST_BATCH = 16;

/** At smoke sizes. */
const SMOKE = { batch: 16, hidden: 16 } as const;

/** What is switched on. */
export interface Optimisations {
  /** Whether bias, ReLU and dropout are computed while a product is stored. */
  readonly fused: boolean;
  /** Who samples. */
  readonly sampling: "one thread" | "all threads";
  /** Who computes; all threads when absent. */
  readonly computing?: "one thread";
  /** The kernels that are not to be the best known ones. */
  readonly kernels?: KernelChoices;
}

/** The id of a model's workload on a graph. */
export const socketWorkloadId = (graph: string, model: string): string => `${graph}:${model.toLowerCase()}`;

/** Seeds of a mini-batch on a graph. */
export function socketBatch({ id }: Pick<Lab["profile"], "id">, graph: string): number {
  return id === "smoke"
    ? SMOKE.batch
    : Math.max(LEAST_BATCH, scaledDown(PAPER_BATCH, scaledGraph({ id }, graph)));
}

/** Both models on both graphs. */
export function socketWorkloads(profile: Lab["profile"]): TextWorkload[] {
  const hidden = String(profile.id === "smoke" ? SMOKE.hidden : HIDDEN);
  return GRAPH_IDS.flatMap((graph) =>
    MODEL_IDS.map((model): TextWorkload => ({
      ...{ id: socketWorkloadId(graph, model), dataset: scaledGraph(profile, graph).dataset, model },
      factors: { graph, batch: String(socketBatch(profile, graph)), hidden },
    }))
  );
}

/** What was measured of a workload. */
export interface SocketEpochs {
  /** Iterations of an epoch. */
  readonly epochLength: number;
  /** Rounds of each contender, paired. */
  readonly records: ReadonlyMap<string, readonly IterationRecord[]>;
}

/** How it is measured. */
export interface SocketSetting {
  /** On what. */
  readonly workload: TextWorkload;
  /** By contender. */
  readonly switched: Readonly<Record<string, Optimisations>>;
  /** Iterations of each, one a round. */
  readonly rounds: number;
}

const measured = new WeakMap<Device, Map<string, Promise<SocketEpochs>>>();

/**
 * Measures all contenders of a workload at once: they take turns.
 *
 * @throws {MissingError} on other devices than CPU threads.
 */
export function socketEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  setting: SocketSetting,
): Promise<SocketEpochs> {
  const { device, profile, seed } = lab, { workload, switched, rounds } = setting;
  if (device.backend !== "wasm") {
    throw new MissingError({
      action: "time the optimisations of a socket",
      current: `device ${device.name}`,
      wanted: "CPU threads",
      next: "run it with --device wasm",
    });
  }
  const known = measured.getOrInsertComputed(device, () => new Map());
  const key = JSON.stringify({ workload, switched, rounds, hash: dataset.hash, seed, profile: profile.id });
  return known.getOrInsertComputed(key, () => measure(lab, dataset, setting));
}

async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { workload, switched, rounds }: SocketSetting,
): Promise<SocketEpochs> {
  const { device, seed } = lab;
  const data = await classification(lab, dataset, workload);
  const single = openWasmDevice({ threads: 1 });
  const closing: (() => void)[] = [() => single.close()];
  try {
    const samplers = {
      "one thread": await openBatchSampler(single, lab, { dataset, workload }),
      "all threads": await openBatchSampler(device, lab, { dataset, workload }),
    };
    for (const sampler of Object.values(samplers)) closing.push(() => sampler.close());
    const trainers = Object.entries(switched).map(([id, optimisations]) => {
      const { sampling, computing } = optimisations, sampler = samplers[sampling];
      const on = computing === "one thread" ? single : device;
      const trainer = openTrainer(on, data, { workload, optimisations, sampler, seed });
      closing.push(() => trainer.close());
      return { id, trainer };
    });
    // The round that warms up is the one that is checked.
    const turns = trainers.map(({ id, trainer }) => ({ id, take: () => trainer.next() }));
    const taken = await takeTurns(turns, { rounds, warmUp: 1, seed });
    const records = new Map(trainers.map(({ id }) => [id, taken.of(id)]));
    return { epochLength: trainers[0].trainer.epochLength, records };
  } finally {
    for (const close of closing.reverse()) close();
  }
}

async function classification(
  { profile, seed }: Lab,
  dataset: LoadedDataset,
  { factors: { graph } }: TextWorkload,
): Promise<MiniBatchData> {
  const scaled = scaledGraph(profile, graph), { classes, featureWidth: randomWidth } = scaled;
  const data = miniBatchData(
    await vertexData(dataset, { seed, classes, randomWidth, normalise: (matrix) => matrix }),
  );
  return { ...data, training: trainingVertices(dataset, scaled, seed) };
}

async function openBatchSampler(
  device: Device,
  { seed }: Lab,
  { dataset, workload }: { readonly dataset: LoadedDataset; readonly workload: TextWorkload },
): Promise<BatchSampler> {
  const idMap = idMaps.find(({ id, backend }) => id === "three-step" && backend === device.backend)!;
  const maxSeeds = Number(workload.factors.batch);
  return deviceBatchSampler(
    device,
    await openSampler(device, {
      kind: "uniform",
      graph: dataset.graph,
      fanouts: FANOUTS,
      seed,
      idMap,
      maxSeeds,
    }),
  );
}

function openTrainer(
  device: Device,
  data: MiniBatchData,
  { workload: { model, factors }, optimisations: { fused, kernels }, sampler, seed }: {
    readonly workload: TextWorkload;
    readonly optimisations: Optimisations;
    readonly sampler: BatchSampler;
    readonly seed: number;
  },
): MiniBatchTrainer {
  const hidden = Number(factors.hidden), { classes } = data;
  return new MiniBatchTrainer(device, data, {
    ...figure2Model(model as ModelId, { classes, hidden, fused }),
    ...{ optimizer: adam(), sampler, batchSize: Number(factors.batch), seed },
    ...(kernels && { kernels }),
    onPrepared: async (executor, { iteration }) => {
      if (iteration > 1) return;
      const bounds = { seed, exhaustiveWork: CHECKED_WORK, sampledWork: CHECKED_WORK };
      const report = await checkSteps(executor, bounds);
      if (report.ok) return;
      throw new WrongResultError({
        action: `time an epoch of ${model}`,
        current: `another "${report.tensor}" of ${report.layer} than the oracle has`,
        wanted: "equal numbers within the tolerance",
        next: "run the kernels' tests on this device",
      });
    },
  });
}

/** Milliseconds of an epoch by round: sampling, and the kernels of an iteration. */
export function epochTimes(
  { epochLength, records }: SocketEpochs,
  contender: string,
): { readonly sampling: number[]; readonly compute: number[]; readonly epoch: number[] } {
  const own = records.get(contender)!;
  const sampling = own.map(({ times: { drawMs, idMapMs, sortMs } }) =>
    epochLength * (drawMs + idMapMs + sortMs)
  );
  const compute = own.map(({ times }) => epochLength * times.computeMs);
  return { sampling, compute, epoch: sampling.map((ms, round) => ms + compute[round]) };
}

/** An epoch's time, its parts, and how many times as long the baseline's is, round by round. */
export function epochTimeFacts(epochs: SocketEpochs, contender: string, baseline: string): Fact[] {
  const { sampling, compute, epoch } = epochTimes(epochs, contender), before = epochTimes(epochs, baseline);
  return [
    { metric: "time", unit: "ms", value: epoch },
    { metric: "sampling_time", unit: "ms", value: sampling },
    { metric: "compute_time", unit: "ms", value: compute },
    { metric: "epoch_speedup", unit: "x", value: before.epoch.map((ms, round) => ms / epoch[round]) },
    { metric: "epoch_batches", unit: "minibatches", value: epochs.epochLength },
  ];
}
