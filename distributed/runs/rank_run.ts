/**
 * Training of one rank from files to files: reads its own part, trains, and leaves checkpoints.
 *
 * @module
 */
import { uniformNeighbors } from "../../graph/sampling/uniform.ts";
import type { Device } from "../../hardware/device.ts";
import { type DeviceRequest, openDevice } from "../../hardware/open_device.ts";
import { MissingError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { peakMemory } from "../../platform/peak_memory.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { Checkpoints } from "../../training/runs/checkpoints.ts";
import type { EpochRecord, RankEpoch } from "../../training/runs/epoch_record.ts";
import type { EpochTraining } from "../../training/runs/epoch_training.ts";
import type { TrainingSettings } from "../../training/runs/model_settings.ts";
import { namedModel } from "../../training/runs/named_model.ts";
import { type EpochGroup, trainEpochs } from "../../training/runs/train_epochs.ts";
import type { Communicator } from "../communicator/communicator.ts";
import { cloneWords, valueOfClone } from "../communicator/cloned_values.ts";
import { readRankData, type StoredRankData } from "../partition_files/read_part.ts";
import type { HaloPolicyName, PushSettings } from "../training/halo_policy.ts";
import type { NeighborDrawOf } from "../training/remote_sampling.ts";
import { communicatorTransport } from "../training/rank_transport.ts";
import { withEqualReplicas } from "./equal_replicas.ts";
import { FullBatchRank } from "./full_batch_rank.ts";
import { RankEpochs } from "./rank_epochs.ts";

/** Settings of mini-batches on ranks. */
export interface RankBatchSettings {
  /** Training on mini-batches of each rank's own vertices. */
  readonly method: "mini-batch";
  /** Seeds of a mini-batch of one rank. */
  readonly batchSize: number;
  /** Neighbours drawn a layer, the layer next to the input first. */
  readonly fanouts: readonly number[];
  /** Policy for halo vertices. */
  readonly policy: HaloPolicyName;
  /** Settings of `aep`. */
  readonly push: PushSettings;
}

/** Settings of a training on ranks, as plain data: every rank gets a copy. */
export type RankRunSettings =
  & TrainingSettings
  & (RankBatchSettings | {
    /** One step an epoch, over the whole graph. */
    readonly method: "full-batch";
  });

/** Work of the ranks. */
export interface RankRun {
  /** Folder of the partition, into as many parts as there are ranks. */
  readonly partition: string;
  /** Folder of the checkpoints. */
  readonly checkpoints: string;
  /** Device of each rank; threads are a rank's own. */
  readonly device: DeviceRequest;
  /** Model and training. */
  readonly settings: RankRunSettings;
  /** Number of epochs, those of earlier runs included. */
  readonly epochs: number;
  /** Number of epochs from one scoring to the next; 0 for none. */
  readonly evaluateEvery: number;
}

/** Rank that is ready to train. */
export interface RankReport {
  /** Number of the rank. */
  readonly rank: number;
  /** Name of its host. */
  readonly host: string;
  /** Device and its name. */
  readonly device: string;
  /** Kind of the device, its instructions and its threads. */
  readonly on: Pick<Device, "backend" | "adapterKind" | "isa" | "threads">;
  /** Vertices that it owns. */
  readonly solid: number;
  /** Vertices of other ranks that its rows name. */
  readonly halo: number;
  /** Stored entries of its rows. */
  readonly edges: number;
  /** Training vertices that it owns. */
  readonly training: number;
  /** Memory of the rank. */
  readonly memory: RankMemory;
}

/** Memory of a rank before it trains, in bytes. */
export interface RankMemory {
  /** Most memory that its process has held before it read its part; of all ranks where they are workers. */
  readonly idle: number;
  /** Part of the rank: graph, ids, truth, and features of its own vertices. */
  readonly part: number;
  /** Features of its halo vertices, which their owners send where they are needed. */
  readonly halo: number;
}

/** Seconds of a rank's start. */
export interface RankStart {
  /** Opening of the device. */
  readonly device: number;
  /** Reading of the part, with its checksums. */
  readonly read: number;
  /** Opening of the training: exchange about the halo, parameters, programs. Other ranks are waited for. */
  readonly open: number;
}

/** Callbacks of a run; called on rank 0 only, but for those of a rank itself. */
export interface RankRunEvents {
  /** Called once, when all ranks have read their parts. */
  readonly onReady?: (ranks: readonly RankReport[]) => void;
  /** Called once, with the number of epochs that earlier runs have trained, and damaged checkpoints. */
  readonly onResume?: (epochs: number, damaged: readonly string[]) => void;
  /** Called on every rank, when it has read its part. */
  readonly onOwnReady?: (own: RankReport) => void;
  /** Called on every rank once, when its training is open. */
  readonly onOwnStart?: (seconds: RankStart) => void;
  /** Called on every rank after each epoch, with what it did, and the most memory that it has held so far. */
  readonly onOwnEpoch?: (epoch: number, own: RankEpoch, peak: RankPeak) => void;
  /** Called after each epoch, with the records of all epochs so far. */
  readonly onEpoch?: (records: readonly EpochRecord[]) => void | Promise<void>;
}

/** Result of a run, the same on all ranks. */
export interface RankRunResult {
  /** All ranks. */
  readonly ranks: readonly RankReport[];
  /** Records of all epochs, those of earlier runs included. */
  readonly epochs: readonly EpochRecord[];
  /** Number of epochs that earlier runs have trained: those of the records, and more, where none was left. */
  readonly earlier: number;
  /** Most memory of each rank; only where ranks are processes. */
  readonly peaks?: readonly RankPeak[];
}

/** Most memory that a rank has held at once, in bytes. */
export interface RankPeak {
  /** Resident memory of its process, that of its device included where this is the processor. */
  readonly process: number;
  /** Memory of its device: parameters, and activations of a mini-batch or block with its input. */
  readonly device: number;
}

/**
 * Trains a rank on its part of a partition. Collective.
 *
 * @throws {MissingError} or {@linkcode DataError} where files of the part are absent or damaged;
 * {@linkcode UsageError} where the partition has another number of parts.
 * @throws {DivergenceError} on all ranks where the loss of any rank is NaN or infinite;
 * {@linkcode WrongResultError} where a rank's copy of the model is not that of all others.
 * @example
 * ```ts ignore
 * // train_rank.ts, for runRanks({ engine: "mpi", ranks: 4, module, entry: "trainRank", input: run })
 * export function trainRank(communicator: Communicator, run: RankRun) {
 *   return trainStoredPart(communicator, run, { onEpoch: (records) => console.log(records.at(-1)) });
 * }
 * ```
 */
export async function trainStoredPart(
  communicator: Communicator,
  run: RankRun,
  events: RankRunEvents = {},
): Promise<RankRunResult> {
  const { settings, epochs, evaluateEvery } = run, { rank } = communicator;
  const group: EpochGroup = {
    gather: <Value>(own: Value) => communicator.allGather(cloneWords(own)).map(valueOfClone) as Value[],
  };
  const lap = stopwatch(), device = await openDevice(run.device);
  try {
    const opened = lap(), idle = peakMemory();
    const stored = await readRankData(run.partition, rank), read = lap();
    const peak = (): RankPeak => ({ process: peakMemory(), device: device.ledger.peak });
    const { onOwnReady, onOwnStart, onOwnEpoch } = events, own = reportOf(stored, device, idle);
    onOwnReady?.(own);
    const ranks = group.gather(own);
    const { onReady, onResume, onEpoch } = rank === 0 ? events : {};
    checkOneCut(group.gather(stored.partition));
    onReady?.(ranks);
    lap();
    const training = await openTraining(device, communicator, { stored, settings, group });
    onOwnStart?.({ device: opened, read, open: lap() });
    try {
      const checkpoints = new Checkpoints<unknown>(run.checkpoints, rank);
      let earlier = 0;
      const records = await trainEpochs(training, {
        epochs,
        evaluateEvery,
        group,
        checkpoints,
        ...(onOwnEpoch && { onOwnEpoch: (epoch, own) => onOwnEpoch(epoch, own, peak()) }),
        onResume(epochs, damaged) {
          earlier = epochs;
          onResume?.(epochs, damaged);
        },
        ...(onEpoch && { onEpoch }),
      });
      const peaks = group.gather(peak());
      return { ranks, epochs: records, earlier, ...(communicator.engine === "mpi" && { peaks }) };
    } finally {
      training.close();
    }
  } finally {
    device.close();
  }
}

/** Clock that returns the seconds since its last call. */
function stopwatch(): () => number {
  let begun = performance.now();
  return () => {
    const now = performance.now(), seconds = (now - begun) / 1000;
    begun = now;
    return seconds;
  };
}

async function openTraining(device: Device, communicator: Communicator, { stored, settings, group }: {
  readonly stored: StoredRankData;
  readonly settings: RankRunSettings;
  readonly group: EpochGroup;
}): Promise<EpochTraining<unknown>> {
  const { part, validation, test, classes } = stored, { learningRate, seed } = settings;
  const transport = communicatorTransport(communicator);
  const task = { data: stored, sets: { train: part.training, validation, test } };
  const common = { ...namedModel(settings, classes), optimizer: adam({ learningRate }), seed };
  if (settings.method === "full-batch") {
    return withEqualReplicas(await FullBatchRank.open(device, transport, { task, options: common }), group);
  }
  const { batchSize, fanouts, policy, push } = settings;
  const neighbors: NeighborDrawOf = (graph, own) => uniformNeighbors(graph, { fanouts, seed: own });
  const epochs = await RankEpochs.open(device, transport, {
    task,
    options: { ...common, batchSize, policy, push, neighbors },
  });
  return withEqualReplicas(epochs, group);
}

function reportOf(stored: StoredRankData, device: Device, idle: number): RankReport {
  const { backend, adapterKind, isa, threads } = device;
  const { part: { rank, solid, vertices, graph, training }, features: { width } } = stored;
  const halo = vertices.length - solid;
  return {
    rank,
    host: Deno.hostname(),
    device: `${backend}, ${device.name}`,
    on: { backend, adapterKind, isa, threads },
    solid,
    halo,
    edges: graph.colIdx.length,
    training: training.length,
    memory: { idle, part: arrayBytes(stored), halo: 4 * halo * width },
  };
}

/** Bytes of all arrays in a record of arrays and records. */
function arrayBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== "object" || value === null) return 0;
  return sumOf(Object.values(value), arrayBytes);
}

/** Ranks on several hosts may read several disks. */
function checkOneCut(partitions: readonly string[]): void {
  const other = partitions.findIndex((key) => key !== partitions[0]);
  if (other < 0) return;
  throw new MissingError({
    action: "train on ranks",
    current: `a part of another partition on rank ${other}`,
    wanted: "parts of one partition",
    next: "copy the folder of the partition to every host, or name one on a disk that all share",
  });
}
