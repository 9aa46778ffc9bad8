/**
 * Preparation of training on an adapter: its memory, and the plans that an iteration encodes.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { miniBatches } from "../../../graph/sampling/mini_batches.ts";
import type { NeighborSampling } from "../../../graph/sampling/neighbor_sampling.ts";
import { allocateMatrix, type DeviceMatrix, freeMatrix, uploadMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { type BlockMatrix, planBlockMatrix } from "../../../kernels/block_matrix/mod.ts";
import type { RowsOperandsOf } from "../../../kernels/gather_scatter/rows.ts";
import { type IdMapOperandsOf, idMaps } from "../../../kernels/id_map/mod.ts";
import { type Kernel, type Plan, prepareKernel } from "../../../kernels/kernel.ts";
import { findKernel } from "../../../kernels/registry.ts";
import {
  type DeviceSampler,
  type LayerRoom,
  openSampler,
  REPORT_WORDS,
} from "../../../kernels/sampling/mod.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { DeviceExecutor } from "../../executors/device_executor.ts";
import type { KernelChoices } from "../../executors/kernel_choice.ts";
import type { Aggregation } from "../aggregation.ts";
import { batchModel, type ModelChoices, smallestProgram } from "../batch_program.ts";
import { batchKernels } from "../batch_kernels.ts";
import type { MiniBatchData } from "../mini_batch_data.ts";
import { ModelParameters } from "../model_parameters.ts";
import { batchInputs } from "./batch_inputs.ts";
import { BatchTable } from "./batch_table.ts";
import { ParameterBackup } from "./parameter_backup.ts";
import { type BoundedProgram, boundedProgram, matrixKind, residentSparse } from "./bounded_program.ts";

/** Settings of training on an adapter alone. */
export interface ResidentTrainingOptions extends ModelChoices {
  /** Graph that neighbours are drawn from. */
  readonly graph: CsrMatrix;
  /** Kind of sampling with its seed; as many blocks as there are layers that aggregate. */
  readonly sampling: NeighborSampling;
  /** Aggregation of the layers: `mean`, `gcn` or `sum`. */
  readonly aggregation: Aggregation;
  /** Seeds of a batch; the last one of an epoch may have fewer. */
  readonly batchSize: number;
  /** Seed of initial parameters, shuffles and dropout masks; the sampling has its own seed. */
  readonly seed: number;
  /**
   * Kernel of the ID maps; by default the three-step map, with which equal seeds give equal bits.
   */
  readonly idMap?: Kernel<IdMapOperandsOf>;
  /**
   * Memory of the blocks at first; by default that of some sampled batches, with a margin. Where a batch does
   * not fit, the epochs that were asked for are trained again with more.
   */
  readonly room?: readonly LayerRoom[];
  /** Kernels that replace the best known ones. Sparse products need one that goes row by row. */
  readonly kernels?: KernelChoices;
}

/** Whether a device is a GPU that can train a model of such an aggregation without the host. */
export function isResident(
  device: Device,
  { aggregation }: Pick<ResidentTrainingOptions, "aggregation">,
): device is WebGpuDevice {
  return device.backend === "webgpu" && aggregation !== "attention" && aggregation !== "sampled";
}

/** Parts that stay when the blocks are given more memory. */
export interface KeptParts {
  /** Parameters and moments. */
  readonly parameters: ModelParameters;
  /** Copy of the parameters and moments. */
  readonly backup: ParameterBackup;
  /** Features of all vertices. */
  readonly features: DeviceMatrix<WebGpuBuffer>;
}

/** Uploads the features and draws the parameters; what was allocated until an error is in `frees`. */
export function keptParts(
  device: WebGpuDevice,
  data: MiniBatchData,
  { options, frees }: { readonly options: ResidentTrainingOptions; readonly frees: (() => void)[] },
): KeptParts {
  const { rows, width, values } = data.features;
  const parameters = new ModelParameters(device, smallestProgram(batchModel(data, options)), options);
  frees.push(() => parameters.close());
  const backup = new ParameterBackup(device, parameters);
  frees.push(() => backup.close());
  const features = uploadMatrix(device, "features", rows, width, values);
  frees.push(() => freeMatrix(device, features));
  return { parameters, backup, features };
}

/** Words of the loss, which comes first in the log of an iteration. */
export const LOSS_WORDS = 1;

/** Words that an iteration leaves in a buffer, for the log. */
export interface Result {
  readonly buffer: WebGpuBuffer;
  readonly words: number;
}

/** Prepared parts of a training. */
export interface ResidentParts {
  readonly epochLength: number;
  readonly executor: DeviceExecutor;
  readonly table: BatchTable;
  readonly results: readonly Result[];
  readonly resultWords: number;
  /** Sampler of all batches. */
  readonly sampler: DeviceSampler<WebGpuBuffer>;
  /** Program of all batches. */
  readonly bounded: BoundedProgram;
  /** Matrices of the blocks, one a block. */
  readonly matrices: readonly BlockMatrix[];
  /** Features of the batch. */
  readonly features: DeviceMatrix<WebGpuBuffer>;
  /** Phases of an iteration on the batch that the table has put in place, in their order. */
  readonly phases: readonly ResidentPhase[];
  /** Frees the parts. */
  close(): void;
}

/** Phase of an iteration: `compute` includes the matrices of the blocks. */
export interface ResidentPhase {
  /** Name of the phase. */
  readonly phase: "sample" | "load" | "compute";
  /** Encodes the phase. */
  run(): void;
}

/** Inputs of {@linkcode prepareParts}. */
export interface PreparedFrom {
  /** Settings of the training. */
  readonly options: ResidentTrainingOptions;
  /** Parts that stay. */
  readonly kept: KeptParts;
  /** Memory of the blocks. */
  readonly room: readonly LayerRoom[];
}

/**
 * Prepares sampler, matrices, program and table for blocks of this room.
 *
 * @throws {OutOfMemoryError} with nothing left allocated.
 */
export async function prepareParts(
  device: WebGpuDevice,
  data: MiniBatchData,
  from: PreparedFrom,
): Promise<ResidentParts> {
  const frees: (() => void)[] = [];
  const close = () => frees.splice(0).reverse().forEach((free) => free());
  try {
    return { ...await prepareOpen(device, data, { ...from, frees }), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Prepares the parts; what was allocated, also until an error, is in `frees`. */
async function prepareOpen(
  device: WebGpuDevice,
  data: MiniBatchData,
  { options, kept, room, frees }: PreparedFrom & { readonly frees: (() => void)[] },
): Promise<Omit<ResidentParts, "close">> {
  const { graph, sampling, aggregation, batchSize, seed } = options, kernels = batchKernels(options.kernels);
  const { training } = data, { parameters, features } = kept;
  const kind = matrixKind(aggregation), model = batchModel(data, options);
  const { length: epochLength } = miniBatches(training, { batchSize, seed, epoch: 0 });
  const idMap = options.idMap ??
    idMaps.find(({ id, backend }) => id === "three-step" && backend === "webgpu")!;
  const maxSeeds = Math.min(batchSize, training.length);
  const sampler = await openSampler(device, { ...sampling, graph, maxSeeds, idMap, room });
  frees.push(() => sampler.destroy());
  const bounded = boundedProgram(model, sampler.blocks.map(({ capacity }) => capacity));
  const matrices: BlockMatrix[] = [];
  for (const [i, block] of sampler.blocks.entries()) {
    const { transposed } = bounded.needs[i];
    const matrix = await planBlockMatrix(device, block, { ...kind, transposed });
    frees.push(() => matrix.plan.destroy());
    matrices.push(matrix);
  }
  const { rows, cols } = bounded.features;
  const own = allocateMatrix(device, "features of a batch", rows, cols);
  frees.push(() => freeMatrix(device, own));
  const gather = await gatherRows(device, { x: features, index: sampler.blocks[0].sources, output: own });
  frees.push(() => gather.destroy());
  const labelled = "labels" in bounded.truth
    ? { operand: bounded.truth.labels, buffer: device.allocate("labels", 4 * bounded.truth.labels.length) }
    : undefined;
  if (labelled) frees.push(() => device.free(labelled.buffer));
  const executor = await DeviceExecutor.open(device, bounded.program, bounded.bindings, {
    kernels,
    lent: parameters.lend(bounded.program).set(bounded.features, own),
    resident: {
      sparse: residentSparse(bounded, matrices),
      indices: new Map(labelled ? [[labelled.operand, labelled.buffer]] : []),
    },
  });
  frees.push(() => executor.close());
  const inputs = batchInputs({
    sampler,
    data,
    executor,
    bounded,
    labels: labelled?.buffer,
    samplerSeed: sampling.seed,
  });
  const table = new BatchTable(device, inputs, epochLength);
  frees.push(() => table.close());
  const results: Result[] = [
    { buffer: executor.matrix(bounded.program.loss).panels[0].buffer as WebGpuBuffer, words: LOSS_WORDS },
    { buffer: sampler.report, words: REPORT_WORDS * sampler.blocks.length },
  ];
  const computed = [...matrices, ...executor.trainPlans].map(({ plan }) => plan);
  return {
    epochLength,
    executor,
    table,
    results,
    resultWords: sumOf(results, ({ words }) => words),
    sampler,
    bounded,
    matrices,
    features: own,
    phases: [
      { phase: "sample", run: () => sampler.run() },
      { phase: "load", run: () => gather.run() },
      { phase: "compute", run: () => computed.forEach((plan) => plan.run()) },
    ],
  };
}

function gatherRows(device: WebGpuDevice, operands: RowsOperandsOf["webgpu"]): Promise<Plan> {
  const kernel = findKernel("gather-rows", "row-copy", "webgpu") as Kernel<RowsOperandsOf>;
  return prepareKernel(kernel, device, operands, operands.output.cols);
}
