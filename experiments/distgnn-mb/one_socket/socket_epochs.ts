/**
 * Epochs on one socket, timed side by side with some of its optimisations: Figure 2, and the gain over a
 * naive implementation.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { uniformNeighbors } from "../../../graph/sampling/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import { idMaps } from "../../../kernels/id_map/mod.ts";
import { openSampler } from "../../../kernels/sampling/mod.ts";
import { MissingError } from "../../../platform/errors.ts";
import {
  type BatchSampler,
  deviceBatchSampler,
  hostSampler,
  type IterationRecord,
  type MiniBatchData,
  miniBatchData,
} from "../../../training/mini_batch/mod.ts";
import { vertexData } from "../../../training/vertex_data.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import { BATCH_METRICS } from "../batch_premises.ts";
import { FANOUTS, rankTrainingVertices, scaledGraph } from "../scaled_graphs.ts";
import { type Optimisations, SocketTraining } from "./socket_training.ts";
import type { SocketWorkload } from "./socket_workloads.ts";

/** A training with some optimisations. */
export interface SocketContender extends Contender {
  /** Optimisations that are switched on. */
  readonly optimisations: Optimisations;
}

/** Metrics of an epoch. */
export const SOCKET_METRICS = {
  time: { label: "epoch time", unit: "ms", better: "lower" },
  sampling_time: { label: "mini-batch creation", unit: "ms", better: "lower" },
  compute_time: { label: "forward, backward and update", unit: "ms", better: "lower" },
  epoch_speedup: { label: "speed-up over the baseline", unit: "x", better: "higher" },
  epoch_batches: { label: "mini-batches of an epoch", unit: "minibatches", shown: false },
  ...BATCH_METRICS,
} as const satisfies Metrics;

/** Epoch of one contender. */
export interface SocketEpoch {
  /** Times of the epoch and of its parts: those of an iteration, times the iterations of an epoch. */
  readonly times: Readonly<Record<"time" | "sampling_time" | "compute_time", CheckedTimes>>;
  /** Iterations of an epoch. */
  readonly batches: number;
  /** Seeds of a mini-batch. */
  readonly seeds: number;
}

/** Outcome of a contender, with how many times as long the baseline's epoch is. */
export function epochOutcome(
  epochOf: (id: string) => SocketEpoch,
  id: string,
  baseline: string,
): JointOutcome<typeof SOCKET_METRICS> {
  const { times, batches, seeds } = epochOf(id), { times: { time: before } } = epochOf(baseline);
  const epoch_speedup = before.ms.map((ms, round) => ms / times.time.ms[round]);
  return {
    times,
    facts: { epoch_speedup, epoch_batches: batches, seeds, measured_batches: before.ms.length },
  };
}

function epochTimes({ samples, steps, epochLength }: SocketTraining, records: readonly IterationRecord[]) {
  const sampling = records.map(({ times: { drawMs, idMapMs, sortMs } }) =>
    epochLength * (drawMs + idMapMs + sortMs)
  );
  const compute = records.map(({ times }) => epochLength * times.computeMs);
  const epoch = sampling.map((ms, round) => ms + compute[round]), timer = "wall" as const;
  return {
    time: { ms: epoch, check: worstOf([samples, steps]), timer },
    sampling_time: { ms: sampling, check: samples, timer },
    compute_time: { ms: compute, check: steps, timer },
  };
}

/**
 * Trains by all contenders that were asked for, an iteration of each a round. The result gives the epoch of
 * one of them by its id, or throws the error that ended it.
 *
 * @throws {MissingError} on other devices than CPU threads.
 */
export async function socketEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  { workload, contenders, rounds }: {
    readonly workload: SocketWorkload;
    readonly contenders: readonly SocketContender[];
    readonly rounds: number;
  },
): Promise<(id: string) => SocketEpoch> {
  const { device, seed, signal } = lab;
  requireWasm(device, "time the optimisations of a socket");
  const { model, factors: { batch, hidden } } = workload;
  const data = await trainingData(lab, dataset, workload);
  const reference = hostSampler(uniformNeighbors(dataset.graph, { fanouts: FANOUTS, seed }));
  const single = openWasmDevice({ threads: 1 });
  const closing: (() => void)[] = [() => single.close()];
  try {
    const samplers = {
      "one thread": await openBatchSampler(single, { dataset, batch, seed }),
      "all threads": await openBatchSampler(device, { dataset, batch, seed }),
    };
    for (const sampler of Object.values(samplers)) closing.push(() => sampler.close());
    const trainings = contenders.map(({ id, optimisations }) => {
      const on = optimisations.computing === "one thread" ? single : device;
      const sampler = samplers[optimisations.sampling];
      const shared = { model, hidden, batch, seed, reference };
      const training = new SocketTraining(on, data, { ...shared, optimisations, sampler });
      closing.push(() => training.close());
      return { id, training };
    });
    const taken = await takeTurns(
      trainings.map(({ id, training }) => ({
        id,
        take: (round: number) => round > 0 ? training.next() : training.first(),
      })),
      { rounds, warmUp: 1, seed, signal },
    );
    const rechecked = await takeTurns(
      trainings.filter(({ id }) => taken.failure(id) === undefined)
        .map(({ id, training }) => ({ id, take: () => training.last() })),
      { rounds: 1, seed, signal },
    );
    const byId = new Map(trainings.map(({ id, training }) => [id, training]));
    return (id) => {
      const records = taken.of(id), training = byId.get(id)!;
      rechecked.of(id);
      return { times: epochTimes(training, records), batches: training.epochLength, seeds: batch };
    };
  } finally {
    for (const close of closing.reverse()) close();
  }
}

/**
 * Refuses all devices but threads of WebAssembly, which alone have the kernels that are compared.
 *
 * @throws {MissingError} on any other device.
 */
export function requireWasm({ backend, name }: Pick<Device, "backend" | "name">, action: string): void {
  if (backend !== "webgpu") return;
  throw new MissingError({
    action,
    current: `device ${name}`,
    wanted: "CPU threads",
    next: "run it with --device wasm",
  });
}

async function trainingData(
  { profile, seed }: Lab,
  dataset: LoadedDataset,
  { factors: { graph } }: SocketWorkload,
): Promise<MiniBatchData> {
  const scaled = scaledGraph(profile, graph), { classes, featureWidth: randomWidth } = scaled;
  const data = miniBatchData(
    await vertexData(dataset, { seed, classes, randomWidth, normalise: (matrix) => matrix }),
  );
  return { ...data, training: rankTrainingVertices(dataset, scaled, seed) };
}

async function openBatchSampler(
  device: Device,
  { dataset: { graph }, batch: maxSeeds, seed }: {
    readonly dataset: LoadedDataset;
    readonly batch: number;
    readonly seed: number;
  },
): Promise<BatchSampler> {
  const idMap = kernelsOn(idMaps, device.backend).find(({ id }) => id === "three-step")!;
  const options = { kind: "uniform", graph, fanouts: FANOUTS, seed, idMap, maxSeeds } as const;
  return deviceBatchSampler(device, await openSampler(device, options));
}
