/**
 * roc Figure 5, whole technique: learned cuts and managed memory in one partitioned training.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { equalVertexRanges, imbalance } from "../../../graph/partitions/ranges.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import { takeTurns, type Turn } from "../../../hardware/turn_loop.ts";
import { hostClock, type HostTime } from "../../../hardware/waiting.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import type { CachingPolicy } from "../../../training/memory_manager/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { ManagedPartsTraining } from "../../../training/partitioned/mod.ts";
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
import type { Suite } from "../../suite.ts";
import { lossCheck } from "../../trials/epoch_rounds.ts";
import { byContender } from "../../trials/by_contender.ts";
import { learnPartitions } from "./partition_learning.ts";
import {
  gcnLayers,
  type GpuWorkload,
  gpuWorkload,
  PARTITION_NOTES,
  type PartitionedGraph,
  timedRounds,
  trainedGraph,
} from "./partitioned_graphs.ts";

/** A way to train the parts of a graph. */
interface PartsWay extends Contender {
  readonly cut: "equal-vertices" | "learned";
  readonly policy: CachingPolicy;
}

const NEUGRAPH: PartsWay = {
  id: "policy:neugraph",
  label: "equal vertices, streaming (NeuGraph's policy)",
  cut: "equal-vertices",
  policy: "streaming",
};
const CONTENDERS: readonly PartsWay[] = [
  NEUGRAPH,
  {
    id: "cached",
    label: "equal vertices, dynamic program",
    cut: "equal-vertices",
    policy: "dynamic-program",
  },
  { id: "cut", label: "learned cut, streaming", cut: "learned", policy: "streaming" },
  { id: "roc", label: "learned cut, dynamic program (ROC whole)", cut: "learned", policy: "dynamic-program" },
];

/** Bytes of a P100, at the published size. */
const CARD_BYTES = 16e9;
const MB = 1e6;

const METRICS = {
  epoch_time: { label: "epoch, all parts one after another", unit: "ms", better: "lower" },
  slowest_part: { label: "slowest part, copies included", unit: "ms", better: "lower" },
  part_imbalance: { label: "slowest part over the mean", unit: "x", better: "lower" },
  speedup: { label: "slowest part of NeuGraph's policy over it", unit: "x", better: "higher" },
  loaded: { label: "loaded an epoch by all parts", unit: "MB", better: "lower" },
  stored: { label: "written back an epoch by all parts", unit: "MB", better: "lower" },
} as const satisfies Metrics;

/** An epoch of one way. */
interface PartsEpochTimes extends HostTime {
  readonly loss: number;
  readonly partMs: readonly number[];
  readonly loadedBytes: number;
  readonly storedBytes: number;
}

/** Offsets of a cut; the learned one is that of Figures 5 and 8. */
async function offsetsOf(
  lab: Lab,
  dataset: LoadedDataset,
  { cut, graph, gpus }: Pick<PartsWay, "cut"> & { readonly graph: PartitionedGraph; readonly gpus: number },
): Promise<Uint32Array> {
  const equal = () => equalVertexRanges(dataset.graph.rows, gpus).offsets;
  if (cut === "equal-vertices") return equal();
  const { iterations } = await lab.once(learnPartitions, dataset, { graph, gpus, strategy: "learned" });
  return iterations.at(-1)?.offsets ?? equal();
}

/** Losses of as many epochs of the whole graph on the device. */
async function plainLosses(
  { device, seed }: Lab,
  data: VertexData,
  { graph, epochs }: { readonly graph: PartitionedGraph; readonly epochs: number },
): Promise<readonly number[]> {
  const model = { layers: gcnLayers(graph), optimizer: adam(), seed };
  const task = vertexClassification(vertexTaskShape(data), model);
  const executor = await DeviceExecutor.create(device, task.program, bindVertexData(task, data));
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

/** Trains the ways that were asked for in turns, each epoch of all parts, and compares their losses. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { gpus }: GpuWorkload,
  contenders: readonly PartsWay[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const { device, profile, seed } = lab, graph = trainedGraph(profile, "reddit");
  refuseEmulated(lab, "time epochs");
  const data = await vertexData(dataset, { seed, randomWidth: graph.featureWidth, classes: graph.classes });
  const rounds = timedRounds(profile), epochs = rounds + 1;
  const wanted = await plainLosses(lab, data, { graph, epochs });
  const losses = new Map<string, number[]>();
  const open: ManagedPartsTraining[] = [];
  try {
    const turns: Turn<PartsEpochTimes>[] = [];
    for (const { id, cut, policy } of contenders) {
      const training = await ManagedPartsTraining.create(device, {
        data,
        layers: gcnLayers(graph),
        offsets: await offsetsOf(lab, dataset, { cut, graph, gpus }),
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
    const taken = await takeTurns(turns, { rounds, warmUp: 1, seed });
    const slowest = (id: string) => taken.of(id).map(({ partMs }) => Math.max(...partMs));
    const hasBaseline = contenders.includes(NEUGRAPH);
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
            speedup: slowest(NEUGRAPH.id).map((ms, round) => ms / parts.ms[round]),
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

/** Learned cuts and managed memory in one training, beside each of them alone. */
export const wholeTraining: Suite<GpuWorkload, PartsWay, typeof METRICS> = {
  id: "roc/figure-5-whole",
  artifact: "Figure 5",
  title: "Partitioner and memory manager in one training",
  decidesFrom: "paper",
  question: "What do learned cuts and managed memory gain together, in a training that exchanges its rows?",
  contenders: CONTENDERS,
  baseline: NEUGRAPH.id,
  workloads: (profile) => {
    const { dataset } = trainedGraph(profile, "reddit");
    const counts = profile.id === "smoke" ? [2] : [2, 4];
    return counts.map((gpus) => gpuWorkload(gpus, { id: `reddit:${gpus}`, dataset, model: "GCN" }));
  },
  settings: {
    "training": "GCN, 256 hidden units, two layers; Adam on the sum of the parts' gradients, on the host",
    "memory": "a card of 16 GB over the scale of the stand-in for each part",
    "exchange": "through host memory; not in the times of the parts",
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "slowest_part", x: "devices" }, { metric: "loaded", x: "devices" }],
  notes: [
    ...PARTITION_NOTES,
    "Parts take turns on one device, each with its data in host memory: they load what a plan of the memory manager says, run a layer, " +
    "and write its results back. A part's forward pass is computed again in its backward pass. Results that stay on a GPU are written " +
    "back while it computes on; on CPU threads a copy blocks the kernels.",
    "All losses are compared, epoch by epoch, with those of the whole graph on the device. No claim is decided here: links between " +
    "devices are missing, which Figure 5 models.",
  ],
  claims: [],
};
