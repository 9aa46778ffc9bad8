/**
 * Training a model that the device does not hold, a suite of our own: refused with all of it on the device,
 * and the same training bit by bit with roc's memory manager, whichever way tensors are cached.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Device } from "../../hardware/device.ts";
import { openBeside } from "../../hardware/open_device.ts";
import { formatBytes, OutOfMemoryError, WrongResultError } from "../../platform/errors.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import type { Layer } from "../../training/layers/layer.ts";
import type { CachingPolicy } from "../../training/memory_manager/mod.ts";
import { gcn } from "../../training/models/gcn.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { vertexClassification } from "../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexData, vertexTaskShape } from "../../training/vertex_data.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { JointOutcome } from "../measurement.ts";
import type { Metrics } from "../metrics.ts";
import type { Contender, Workload } from "../cell.ts";
import type { Suite } from "../suite.ts";
import { CACHING_POLICIES } from "../trials/caching_policies.ts";
import { type EpochOutcomes, epochRounds, type EpochTimes } from "../trials/epoch_rounds.ts";

const UNCAPPED = "uncapped", WHOLE = "whole";
const DROPOUT = 0.5;
const LAYERS = 3;

/** Share of what the model takes that is the cap, where the device itself holds it all. */
const OWN_SHARE = 1 / 2;

/**
 * A graph of many entries, and one of many vertices; scales at which no single operation takes 64 MiB, but
 * for `paper`.
 */
const GRAPHS = {
  reddit: { width: 602, hidden: 256, classes: 41, scales: { smoke: 2048, standard: 48, paper: 8 } },
  twitter: { width: 128, hidden: 64, classes: 16, scales: { smoke: 512, standard: 3, paper: 1 } },
} as const;

type GraphId = keyof typeof GRAPHS;

const datasetOf = ({ id }: Profile, graph: GraphId) => `${graph}@1/${GRAPHS[graph].scales[id]}`;

/** Trainings of all contenders on a graph. */
interface ManagedTraining {
  /** Bytes of the device with all of the model on it. */
  readonly neededBytes: number;
  /** Bytes that the device is limited to. */
  readonly capBytes: number;
  /** Epochs of each contender. */
  readonly epochs: EpochOutcomes;
  /** The most bytes on each contender's device at once. */
  readonly peakBytes: ReadonlyMap<string, number>;
}

/** Trains by all contenders in turns, each on a device of its own. */
async function managedTraining(
  lab: Lab,
  dataset: LoadedDataset,
  { id }: Workload,
  contenders: readonly Contender[],
): Promise<ManagedTraining> {
  const asked = (contender: string) => contenders.some((each) => each.id === contender);
  const { width: randomWidth, classes: most, hidden } = GRAPHS[id as GraphId];
  // Labels only where the graph has no classes of its own; what they are does not change what moves.
  const { labels: _, multiLabels: __, classes: ___, ...graph } = dataset;
  const data = await vertexData(graph, { seed: lab.seed, randomWidth, classes: most });
  const layers = gcn({ classes: data.classes, hidden, layers: LAYERS, dropout: DROPOUT });
  const devices = new Map<string, Device>();
  const open = async (contender: string, memoryBytes?: number) => {
    const device = await openBeside(lab.device, memoryBytes);
    devices.set(contender, device);
    return { id: contender, device };
  };
  try {
    const uncapped = { ...await open(UNCAPPED), kernels: {} };
    const neededBytes = await wholeBytes(uncapped.device, { data, layers, seed: lab.seed });
    const { memoryBytes } = lab.device.limits;
    const capBytes = memoryBytes < neededBytes ? memoryBytes : Math.floor(OWN_SHARE * neededBytes);
    const ways = [uncapped, ...asked(WHOLE) ? [{ ...await open(WHOLE, capBytes), kernels: {} }] : []];
    const managed = [];
    for (const { id: policy } of CACHING_POLICIES.filter((each) => asked(each.id))) {
      managed.push({ ...await open(policy, capBytes), policy: policy as CachingPolicy });
    }
    const epochs = await epochRounds(lab, [...ways, ...managed], {
      data,
      layers,
      rounds: lab.profile.rounds,
    });
    const peakBytes = new Map([...devices].map(([contender, { ledger }]) => [contender, ledger.peak]));
    return { neededBytes, capBytes, epochs, peakBytes };
  } finally {
    for (const device of devices.values()) device.close();
  }
}

/** Bytes of a device with the whole training on it, and nothing else. */
async function wholeBytes(
  device: Device,
  { data, layers, seed }: {
    readonly data: VertexData;
    readonly layers: readonly Layer[];
    readonly seed: number;
  },
): Promise<number> {
  const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adam(), seed });
  const executor = await DeviceExecutor.create(device, task.program, bindVertexData(task, data));
  const { peak } = device.ledger;
  executor.close();
  return peak;
}

/**
 * Times of a contender whose losses are those of the uncapped training.
 *
 * @throws {OutOfMemoryError} where it did not fit, with the bytes that all of the model takes, and the cap.
 * @throws {WrongResultError} where a loss is another one.
 */
function ownTimes({ epochs, neededBytes, capBytes }: ManagedTraining, id: string): EpochTimes {
  const action = `train by "${id}"`, { losses: wanted } = epochs.of(UNCAPPED);
  let own: EpochTimes;
  try {
    own = epochs.of(id);
  } catch (cause) {
    if (!(cause instanceof OutOfMemoryError)) throw cause;
    const { current, wanted } = cause.parts, cap = formatBytes(capBytes);
    throw new OutOfMemoryError({
      action,
      current: id === WHOLE
        ? `all of the model takes ${formatBytes(neededBytes)}, the device has ${cap}`
        : `a single operation does not fit into ${cap} (${current}, wanted ${wanted})`,
      wanted,
      next: id === WHOLE ? "train it by a plan of the memory manager" : "raise --device-memory",
    }, { cause });
  }
  const epoch = own.losses.findIndex((loss, at) => loss !== wanted[at]);
  if (epoch < 0) return own;
  throw new WrongResultError({
    action,
    current: `a loss of ${own.losses[epoch]} in epoch ${epoch + 1}`,
    wanted: `${wanted[epoch]}, as on a device without a cap`,
    next: "report this with the device's name",
  });
}

const METRICS = {
  epoch_time: { label: "epoch time", unit: "ms", better: "lower" },
  time_over_uncapped: { label: "epoch time over the uncapped device's", unit: "x", better: "lower" },
  loaded: { label: "loaded an epoch, counted as planned", unit: "MB", better: "lower" },
  peak_memory: { label: "most on the device at once", unit: "MB", better: "lower" },
  memory_cap: { label: "memory of the device", unit: "MB" },
  memory_needed: { label: "memory that all of the model takes", unit: "MB" },
  final_loss: { label: "loss of the last epoch", unit: "1", better: "lower" },
} as const satisfies Metrics;

function outcomeOf(training: ManagedTraining, id: string): JointOutcome<typeof METRICS> {
  const { neededBytes, capBytes, epochs, peakBytes } = training;
  const own = ownTimes(training, id), uncapped = epochs.of(UNCAPPED);
  return {
    times: { epoch_time: { ms: own.ms, waits: own.waits!, check: own.check, timer: "wall" } },
    facts: {
      peak_memory: peakBytes.get(id)! / 1e6,
      final_loss: own.losses.at(-1)!,
      ...(id !== UNCAPPED && {
        time_over_uncapped: own.ms.map((ms, round) => ms / uncapped.ms[round]),
        memory_cap: capBytes / 1e6,
        memory_needed: neededBytes / 1e6,
        loaded: own.loadedBytes / 1e6,
      }),
    },
  };
}

/** Trainings of models that the device does not hold, against the same on a device without a cap. */
export const managedTrainingSuite: Suite<Workload, Contender, typeof METRICS> = {
  id: "own/managed-training",
  artifact: "Managed training",
  title: "Models that the device does not hold",
  question:
    "Does a model train on a device that does not hold it, to the same losses, and what does it cost?",
  contenders: [
    { id: UNCAPPED, label: "all on a device without a cap" },
    { id: WHOLE, label: "all on the capped device" },
    ...CACHING_POLICIES,
  ],
  baseline: UNCAPPED,
  workloads: (profile) =>
    (Object.keys(GRAPHS) as GraphId[]).map((graph) => ({
      id: graph,
      dataset: datasetOf(profile, graph),
      model: "GCN",
      factors: { width: GRAPHS[graph].width, hidden: GRAPHS[graph].hidden },
    })),
  settings: {
    "model": `${LAYERS}-layer GCN, dropout ${DROPOUT}; Adam; random features and labels`,
    "cap": `--device-memory, else ${OWN_SHARE} of what the model takes`,
    "sample": "an epoch of each contender in each round, in a random order, after one that warms up",
  },
  measurement: {
    kind: "joint",
    // The uncapped training, which every other is held against, is always among those that run.
    measure: async (lab, dataset, workload, contenders) => {
      const training = await managedTraining(lab, dataset, workload, contenders);
      return (id) => outcomeOf(training, id);
    },
  },
  metrics: METRICS,
  plots: [{ metric: "epoch_time", x: "workload" }, { metric: "loaded", x: "workload" }],
  notes: [
    "Each contender trains on a device of its own beside the session's, of the same processor. Where the session's device holds all of " +
    `the model, the cap is ${OWN_SHARE} of what that takes.`,
    "A row of a managed training says that its losses were those of the uncapped one in every epoch, bit by bit, that in all epochs " +
    "together it loaded the bytes of its plan, and that its device never held more than the cap; else the row has failed.",
    "What is loaded goes from host memory to the device; results go back beside it, and are not counted. On CPU threads both are " +
    "copies within one RAM.",
  ],
  claims: [],
};
