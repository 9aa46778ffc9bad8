/**
 * Epochs of a training of the parts of a graph, one after another on one device, with losses held against
 * those of the whole graph.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { imbalance } from "../../../graph/partitions/ranges.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import { takeTurns, type Turn } from "../../../hardware/measuring/turn_loop.ts";
import { hostClock, type HostTime } from "../../../hardware/measuring/waiting.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import type { CachingPolicy } from "../../../training/memory_manager/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { type ManagedPartsEpoch, ManagedPartsTraining } from "../../../training/partitioned/mod.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import {
  bindVertexData,
  type VertexData,
  vertexData,
  vertexTaskShape,
} from "../../../training/vertex_data.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { lossCheck } from "../../trials/epoch_rounds.ts";
import { strategyOffsets } from "../partitioning/partition_learning.ts";
import { gcnLayers, type PartitionedGraph, trainedGraph } from "../partitioning/partitioned_graphs.ts";
import { CARD_BYTES } from "./copied_bytes.ts";
import type { GpuWorkload } from "../partitioning/gpu_workloads.ts";
import { timedRounds } from "../partitioning/deciding_rounds.ts";

/** Cut and policy by which the parts of a graph are trained. */
export interface PartsContender extends Contender {
  /** Strategy that cuts the graph. */
  readonly cut: "equal-vertices" | "learned";
  /** Policy by which tensors stay on a device. */
  readonly policy: CachingPolicy;
}

/** Equal vertices and streaming, as NeuGraph trains, which speed-ups are over. */
export const EQUAL_STREAMED: PartsContender = {
  id: "policy:neugraph",
  label: "equal vertices, streaming (NeuGraph's policy)",
  cut: "equal-vertices",
  policy: "streaming",
};

const MB = 1e6;

/** Metrics of the epochs. */
export const PARTS_METRICS = {
  epoch_time: { label: "epoch, all parts one after another", unit: "ms", better: "lower" },
  slowest_part: { label: "slowest part, copies included", unit: "ms", better: "lower" },
  part_imbalance: { label: "slowest part over the mean", unit: "x", better: "lower" },
  speedup: { label: "slowest part of NeuGraph's policy over it", unit: "x", better: "higher" },
  loaded: { label: "loaded an epoch by all parts", unit: "MB", better: "lower" },
  stored: { label: "written back an epoch by all parts", unit: "MB", better: "lower" },
} as const satisfies Metrics;

/** Losses of as many epochs of the whole graph on the device. */
async function plainLosses(
  { device, seed }: Lab,
  data: VertexData,
  { graph, epochs }: { readonly graph: PartitionedGraph; readonly epochs: number },
): Promise<readonly number[]> {
  const model = { layers: gcnLayers(graph), optimizer: adam(), seed };
  const task = vertexClassification(vertexTaskShape(data), model);
  const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, data));
  try {
    initialise(executor, task.program, { seed });
    const losses: number[] = [];
    while (losses.length < epochs) {
      executor.train(losses.length + 1);
      losses.push((await executor.read(task.program.loss))[0]);
    }
    return losses;
  } finally {
    executor.close();
  }
}

/** Trains the contenders that were asked for in turns, each epoch of all parts, and compares their losses. */
export async function measureParts(
  lab: Lab,
  dataset: LoadedDataset,
  { gpus }: GpuWorkload,
  contenders: readonly PartsContender[],
): Promise<(id: string) => JointOutcome<typeof PARTS_METRICS>> {
  const { device, profile, seed, signal } = lab, graph = trainedGraph(profile, "reddit");
  refuseEmulated(lab, "time epochs");
  const data = await vertexData(dataset, { seed, randomWidth: graph.featureWidth, classes: graph.classes });
  const rounds = timedRounds(profile), epochs = rounds + 1;
  const wanted = await plainLosses(lab, data, { graph, epochs });
  const losses = new Map<string, number[]>();
  const open: ManagedPartsTraining[] = [];
  try {
    const turns: Turn<ManagedPartsEpoch & HostTime>[] = [];
    for (const { id, cut, policy } of contenders) {
      const training = await ManagedPartsTraining.open(device, {
        data,
        layers: gcnLayers(graph),
        offsets: await strategyOffsets(lab, dataset, { strategy: cut, graph, gpus }),
        policy,
        capacityBytes: CARD_BYTES / graph.scale,
        seed,
      });
      open.push(training);
      const own: number[] = [];
      losses.set(id, own);
      turns.push({
        id,
        take: async () => {
          const read = hostClock(device);
          const epoch = await training.train(own.length + 1);
          own.push(epoch.loss);
          return { ...epoch, ...read() };
        },
      });
    }
    const taken = await takeTurns(turns, { rounds, warmUp: 1, seed, signal });
    const slowest = (id: string) => taken.of(id).map(({ partMs }) => Math.max(...partMs));
    const hasBaseline = contenders.includes(EQUAL_STREAMED);
    return byContender(contenders, ({ id }) => {
      const own = taken.of(id), check = lossCheck(losses.get(id)!, wanted);
      if (!check.ok) throw wrongLoss(id, check.worst!);
      const waits = own.map((epoch) => epoch.waits);
      // The slowest part has its share of them at least.
      const parts = {
        ms: slowest(id),
        waits: own.map((epoch) => epoch.waits / epoch.partMs.length),
        check,
        timer: "wall",
      } as const;
      return {
        times: { epoch_time: { ...parts, ms: own.map(({ ms }) => ms), waits }, slowest_part: parts },
        facts: {
          part_imbalance: own.map(({ partMs }) => imbalance(partMs)),
          ...(hasBaseline && {
            speedup: slowest(EQUAL_STREAMED.id).map((ms, round) => ms / parts.ms[round]),
          }),
          loaded: own[0].loadedBytes / MB,
          stored: own[0].storedBytes / MB,
        },
      };
    });
  } finally {
    for (const training of open) training.close();
  }
}

function wrongLoss(
  id: string,
  { row, got, wanted }: { readonly row: number; readonly got: number; readonly wanted: number },
): WrongResultError {
  return new WrongResultError({
    action: `train parts by ${id}`,
    current: `a loss of ${got} in epoch ${row + 1}`,
    wanted: `${wanted}, as the whole graph has`,
    next: "compare the gradients of the parts with those of the whole graph",
  });
}
