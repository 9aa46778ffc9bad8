/**
 * Trainings of one model on devices that do not hold it, against the same on a device without a cap: loss by
 * loss, in epochs that take turns.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Device } from "../../hardware/device.ts";
import { openBeside } from "../../hardware/open_device.ts";
import { OutOfMemoryError, WrongResultError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import type { Layer } from "../../training/layers/layer.ts";
import type { CachingPolicy } from "../../training/memory_manager/mod.ts";
import { gcn } from "../../training/models/gcn.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { vertexClassification } from "../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexData, vertexTaskShape } from "../../training/vertex_data.ts";
import type { Contender } from "../cell.ts";
import type { Lab } from "../lab.ts";
import type { JointOutcome } from "../measurement.ts";
import type { Metrics } from "../metrics.ts";
import { CACHING_POLICIES } from "../trials/caching_policies.ts";
import { epochRounds, type EpochTimes } from "../trials/epoch_rounds.ts";
import type { Outcomes } from "../trials/outcomes.ts";

/** Contender on a device without a cap, and contender that has all of the model on the capped one. */
export const UNCAPPED = "uncapped", WHOLE = "whole";
/** Layers of the model, and their dropout. */
export const LAYERS = 3, DROPOUT = 0.5;
/** Share of what the model takes that is the cap, where the device itself holds it all. */
export const OWN_SHARE = 1 / 2;

/** Metrics of the trainings. */
export const MANAGED_METRICS = {
  epoch_time: { label: "epoch time", unit: "ms", better: "lower" },
  time_over_uncapped: { label: "epoch time over the uncapped device's", unit: "x", better: "lower" },
  loaded: { label: "loaded an epoch, counted as planned", unit: "MB", better: "lower" },
  peak_memory: { label: "most on the device at once", unit: "MB", better: "lower" },
  memory_cap: { label: "memory of the device", unit: "MB" },
  memory_needed: { label: "memory that all of the model takes", unit: "MB" },
  final_loss: { label: "loss of the last epoch", unit: "1", better: "lower" },
} as const satisfies Metrics;

/** Widths of a model on a graph. */
export interface ModelWidths {
  /** Columns of the features. */
  readonly width: number;
  /** Columns of the hidden layers. */
  readonly hidden: number;
  /** Number of classes where the graph has none. */
  readonly classes: number;
}

/** Trainings of all contenders on a graph. */
interface ManagedTraining {
  /** Bytes of the device with all of the model on it. */
  readonly neededBytes: number;
  /** Bytes that the device is limited to. */
  readonly capBytes: number;
  /** Epochs of each contender. */
  readonly epochs: Outcomes<EpochTimes>;
  /** The most bytes on each contender's device at once. */
  readonly peakBytes: ReadonlyMap<string, number>;
}

/**
 * Trains by all contenders in turns, each on a device of its own. The uncapped training, which every other is
 * held against, is always among those that run.
 */
export async function measureManaged(
  lab: Lab,
  dataset: LoadedDataset,
  { width: randomWidth, hidden, classes: most }: ModelWidths,
  contenders: readonly Contender[],
): Promise<(id: string) => JointOutcome<typeof MANAGED_METRICS>> {
  const asked = (contender: string) => contenders.some((each) => each.id === contender);
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
    const whole = [uncapped, ...asked(WHOLE) ? [{ ...await open(WHOLE, capBytes), kernels: {} }] : []];
    const managed = [];
    for (const { id: policy } of CACHING_POLICIES.filter((each) => asked(each.id))) {
      managed.push({ ...await open(policy, capBytes), policy: policy as CachingPolicy });
    }
    const epochs = await epochRounds(lab, [...whole, ...managed], {
      data,
      layers,
      rounds: lab.profile.rounds,
    });
    const peakBytes = new Map([...devices].map(([contender, { ledger }]) => [contender, ledger.peak]));
    return (id) => outcomeOf({ neededBytes, capBytes, epochs, peakBytes }, id);
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
  const executor = await DeviceExecutor.open(device, task.program, bindVertexData(task, data));
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

function outcomeOf(training: ManagedTraining, id: string): JointOutcome<typeof MANAGED_METRICS> {
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
