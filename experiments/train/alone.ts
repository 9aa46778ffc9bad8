/**
 * Training on one device.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { featureSlices, featureWidth } from "../../distributed/partition_files/feature_slices.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { uniformNeighbors, type UniformOptions } from "../../graph/sampling/uniform.ts";
import type { Device } from "../../hardware/device.ts";
import { kernelsOn } from "../../kernels/backend_kernels.ts";
import { idMaps } from "../../kernels/id_map/mod.ts";
import type { SamplerSetting } from "../../kernels/sampling/device_sampler.ts";
import { openSampler } from "../../kernels/sampling/mod.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";
import { indices } from "../../platform/indices.ts";
import { loadingInPlace } from "../../training/feature_loading/mod.ts";
import { aggregationMatrix } from "../../training/mini_batch/aggregation.ts";
import type { BatchSampler } from "../../training/mini_batch/batch_sampler.ts";
import { deviceBatchSampler } from "../../training/mini_batch/device_batch_sampler.ts";
import { hostSampler } from "../../training/mini_batch/host_sampler.ts";
import { miniBatchData } from "../../training/mini_batch/mini_batch_data.ts";
import { isResident } from "../../training/mini_batch/resident/mod.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { Checkpoints } from "../../training/runs/checkpoints.ts";
import type { EpochRecord } from "../../training/runs/epoch_record.ts";
import type { EpochTraining } from "../../training/runs/epoch_training.ts";
import { FullBatchEpochs } from "../../training/runs/full_batch_epochs.ts";
import { MiniBatchEpochs } from "../../training/runs/mini_batch_epochs.ts";
import { namedModel } from "../../training/runs/named_model.ts";
import { ResidentEpochs, type ResidentModel } from "../../training/runs/resident_epochs.ts";
import type { MiniBatchTask } from "../../training/runs/sampled_epochs.ts";
import { type EpochOptions, trainEpochs } from "../../training/runs/train_epochs.ts";
import { vertexData, type VertexFeatures } from "../../training/vertex_data.ts";
import type { AloneSettings } from "./train_plan.ts";
import type { DrawnSizes } from "./training_folder.ts";

/** Training on one device. */
export interface AloneRun {
  /** Graph with its data. */
  readonly dataset: LoadedDataset;
  /** Model and method. */
  readonly settings: AloneSettings;
  /** Sizes of the data that are drawn; the dataset says them when absent. */
  readonly drawnSizes?: DrawnSizes;
  /** Folder of the checkpoints. */
  readonly checkpoints: string;
  /** Called once, with the data that were drawn at random because the dataset lacks them. */
  readonly onDrawn?: (drawn: readonly string[]) => void;
}

/**
 * Trains on one device, and returns the records of all epochs.
 *
 * @throws the errors of {@linkcode trainEpochs}.
 */
export async function trainAlone(
  device: Device,
  { settings, checkpoints, ...data }: AloneRun,
  options: Omit<EpochOptions<unknown>, "checkpoints" | "group">,
): Promise<readonly EpochRecord[]> {
  const training: EpochTraining<unknown> = settings.method === "full-batch"
    ? await openFullBatch(device, { ...data, settings })
    : await openMiniBatches(device, { ...data, settings });
  try {
    return await trainEpochs(training, { ...options, checkpoints: new Checkpoints(checkpoints, 0) });
  } finally {
    training.close();
  }
}

/** Parts of which a training is opened. */
interface Opened<Settings = AloneSettings> extends Omit<AloneRun, "settings" | "checkpoints"> {
  readonly settings: Settings;
}

async function openFullBatch(
  device: Device,
  { dataset, settings, drawnSizes, onDrawn }: Opened,
): Promise<FullBatchEpochs> {
  const { seed, learningRate } = settings;
  // The aggregation is that of the model, whose number of classes the data say.
  const { aggregation } = namedModel(settings, 1);
  const normalise = (matrix: CsrMatrix) =>
    aggregationMatrix({ matrix, sources: new Uint32Array() }, aggregation);
  const data = await vertexData(dataset, { seed, ...drawnSizes, normalise });
  onDrawn?.(data.drawn);
  const { layers } = namedModel(settings, data.classes);
  return await FullBatchEpochs.open(device, data, { layers, optimizer: adam({ learningRate }), seed });
}

async function openMiniBatches(
  device: Device,
  { dataset, settings, drawnSizes, onDrawn }: Opened<AloneSettings & { readonly method: "mini-batch" }>,
): Promise<MiniBatchEpochs | ResidentEpochs> {
  const { seed, learningRate, batchSize, fanouts } = settings, { graph } = dataset;
  const prepared = await vertexData(dataset, { seed, ...drawnSizes, normalise: (matrix) => matrix });
  onDrawn?.(prepared.drawn);
  // A rank has its training vertices in ascending order, too.
  const data = miniBatchData({
    ...prepared,
    features: dense(prepared.features, graph.rows),
    split: { ...prepared.split, train: prepared.split.train.toSorted() },
  });
  const task = { graph, data, split: prepared.split };
  const model = {
    ...namedModel(settings, data.classes),
    optimizer: adam({ learningRate }),
    batchSize,
    seed,
  };
  const sampling = { fanouts, seed };
  const resident = await openResident(device, task, { ...model, sampling });
  if (resident) return resident;
  const sampler = await openThreadedSampler(device, { graph, ...sampling, maxSeeds: batchSize }) ??
    hostSampler(uniformNeighbors(graph, sampling));
  const loading = loadingInPlace(device, data.features);
  return new MiniBatchEpochs(device, task, { ...model, sampler, ...(loading && { loading }) });
}

/**
 * Sampler on the threads of a CPU, whose batches are those of the host's sampler, numbers of the vertices
 * included; `undefined` on a GPU, and where the device has no room for the graph.
 */
async function openThreadedSampler(
  device: Device,
  options: Pick<SamplerSetting, "graph" | "maxSeeds"> & UniformOptions,
): Promise<BatchSampler | undefined> {
  if (device.backend === "webgpu") return undefined;
  const idMap = kernelsOn(idMaps, device.backend).find(({ id }) => id === "three-step")!;
  try {
    return deviceBatchSampler(device, await openSampler(device, { ...options, idMap }));
  } catch (error) {
    if (!(error instanceof OutOfMemoryError)) throw error;
    return undefined;
  }
}

/** Training that stays on a GPU; `undefined` for a model that it cannot train so, or without room for it. */
async function openResident(
  device: Device,
  task: MiniBatchTask,
  model: ResidentModel,
): Promise<ResidentEpochs | undefined> {
  if (!isResident(device, model)) return undefined;
  try {
    return await ResidentEpochs.open(device, task, model);
  } catch (error) {
    if (!(error instanceof OutOfMemoryError)) throw error;
    return undefined;
  }
}

/** Features with their zeros written out, as parts on a disk have them. */
function dense(features: VertexFeatures, rows: number): VertexFeatures {
  if (features.kind === "dense") return features;
  const width = featureWidth(features), values = new Float32Array(rows * width);
  let at = 0;
  for (const slice of featureSlices(features, indices(rows))) {
    values.set(slice, at);
    at += slice.length;
  }
  return { kind: "dense", width, values };
}
