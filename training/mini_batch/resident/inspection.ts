/**
 * Copy of a batch that lies on an adapter, for checks of what the adapter has sampled, loaded and computed.
 *
 * @module
 */
import type { SampledBatch } from "../../../graph/sampling/block.ts";
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { DeviceBuffer } from "../../../hardware/device.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { ResidentCsr } from "../../../kernels/spmm/resident_csr.ts";
import { UsageError } from "../../../platform/errors.ts";
import type { SparseOperand } from "../../program/tensor.ts";
import { type MiniBatchData, truthOf } from "../mini_batch_data.ts";
import { residentSparse } from "./bounded_program.ts";
import type { ResidentParts } from "./resident_parts.ts";

/** Batch as the adapter has it. */
export interface InspectedBatch {
  /** Sampled mini-batch. */
  readonly sampled: SampledBatch;
  /** Features of the sources of the first block, one row a source. */
  readonly features: DeviceMatrix;
}

/**
 * Reads the last batch, and puts its matrices and labels into the bindings of the program.
 *
 * @throws {UsageError} where no epoch is over.
 */
export async function inspectBatch(
  device: WebGpuDevice,
  { sampler, bounded, matrices, features, epochLength }: ResidentParts,
  { data, epochs }: { readonly data: MiniBatchData; readonly epochs: number },
): Promise<InspectedBatch> {
  if (epochs === 0) {
    throw new UsageError({
      action: "inspect a batch",
      current: "none that was sampled",
      wanted: "the last one of an epoch",
      next: "train an epoch first",
    });
  }
  const { blocks } = await sampler.read();
  const { matrix: { rows }, sources } = blocks[blocks.length - 1];
  const seeds = sources.slice(0, rows), seedRows = seeds.map((_, row) => row);
  const { sparse, indices } = bounded.bindings;
  for (const [operand, resident] of residentSparse(bounded, matrices)) {
    await copyCsr(device, resident, { operand, to: sparse.get(operand)! });
  }
  if ("labels" in bounded.truth) indices.get(bounded.truth.labels)!.set(truthOf(data, seeds).labels!);
  return {
    sampled: { batch: epochs * epochLength - 1, seeds, seedRows, blocks },
    features: { ...features, rows: blocks[0].sources.length },
  };
}

/** Copies the arrays of a matrix on the device over those of its stand-in. */
async function copyCsr(
  device: WebGpuDevice,
  { rowPtr, colIdx, values }: ResidentCsr<WebGpuBuffer>,
  { operand: { rows, nnz }, to }: {
    readonly operand: SparseOperand;
    readonly to: { rowPtr: Uint32Array; colIdx: Uint32Array; values?: Float32Array };
  },
): Promise<void> {
  const words = async (buffer: DeviceBuffer, count: number) =>
    new Uint32Array(await device.read(buffer as WebGpuBuffer, 4 * count));
  to.rowPtr.set(await words(rowPtr, rows + 1));
  to.colIdx.set(await words(colIdx, nnz));
  if (values) to.values!.set(new Float32Array((await words(values, nnz)).buffer));
}
