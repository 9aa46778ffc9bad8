/**
 * Program of any mini-batch of a sampler: built for the bounds of its blocks, so that it is prepared once and
 * the host need not know how many vertices are sampled.
 *
 * A batch fills the first rows of its tensors. The rows behind them are of no consequence: no entry of a
 * block leads to them, their weight in the loss is 0, and so are their gradients.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { type BlockMatrixKind, matrixBounds } from "../../../kernels/block_matrix/mod.ts";
import type { BlockSizes } from "../../../kernels/sampling/mod.ts";
import type { ResidentCsr } from "../../../kernels/spmm/resident_csr.ts";
import { UsageError } from "../../../platform/errors.ts";
import { indices } from "../../../platform/indices.ts";
import type { HostNumbers } from "../../../kernels/operation.ts";
import type { Bindings } from "../../program/bindings.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../program/tensor.ts";
import type { Aggregation } from "../aggregation.ts";
import {
  type BatchModel,
  type BatchProgram,
  batchProgram,
  type BlockNeeds,
  blockNeeds,
  type BlockShape,
} from "../batch_program.ts";

/** Program for the bounds of a sampler's blocks. */
export interface BoundedProgram extends BatchProgram {
  /** Operands that each block has. */
  readonly needs: readonly BlockNeeds[];
  /** Stand-ins for every operand, of its bounds; only the places of destinations are those of any batch. */
  readonly bindings: Bindings;
}

/**
 * Kind of the matrices of an aggregation that the device computes.
 *
 * @throws {UsageError} for an aggregation whose values it does not compute there.
 */
export function matrixKind(aggregation: Aggregation): Omit<BlockMatrixKind, "transposed"> {
  switch (aggregation) {
    case "mean":
      return { diagonal: false, values: "mean" };
    case "gcn":
      return { diagonal: true, values: "gcn" };
    case "sum":
      return { diagonal: true };
    case "attention":
    case "sampled":
      throw new UsageError({
        action: "train on mini-batches that stay on the device",
        current: `the aggregation \`${aggregation}\``,
        wanted: "`mean`, `gcn` or `sum`, whose matrices the device computes",
        next: "train on batches that the host prepares: MiniBatchTrainer",
      });
    default:
      throw aggregation satisfies never;
  }
}

/**
 * Builds the program of blocks of these bounds, the one next to the input first.
 *
 * @throws {UsageError} where layers, blocks and classes do not match, or the aggregation is not computed on
 * devices.
 */
export function boundedProgram(model: BatchModel, capacities: readonly BlockSizes[]): BoundedProgram {
  const kind = matrixKind(model.aggregation);
  const shapes = capacities.map((capacity): BlockShape => {
    const { rows, entries, cols } = matrixBounds(capacity, kind);
    return { rows, cols, nnz: entries };
  });
  const needs = blockNeeds(model, shapes);
  const built = batchProgram(model, shapes, needs);
  const sparse = new Map<SparseOperand, CsrMatrix>();
  const lists = new Map<IndexOperand, Uint32Array>();
  const inputs = new Map<Tensor, HostNumbers>();
  for (const { matrix, transposed, transposedOrder, outputVertices } of built.adjacencies) {
    for (const operand of transposed ? [matrix, transposed] : [matrix]) sparse.set(operand, standIn(operand));
    if (transposedOrder) lists.set(transposedOrder, new Uint32Array(transposedOrder.length));
    if (outputVertices) {
      lists.set(outputVertices, indices(outputVertices.length));
    }
  }
  const { truth, weights } = built;
  if ("labels" in truth) lists.set(truth.labels, new Uint32Array(truth.labels.length));
  else inputs.set(truth.targets, new Float32Array(truth.targets.rows * truth.targets.cols));
  inputs.set(weights, new Float32Array(weights.cols));
  return { ...built, needs, bindings: { sparse, indices: lists, inputs } };
}

/** Arrays on the device of the operands of a program, block by block. */
export function residentSparse(
  { adjacencies }: Pick<BatchProgram, "adjacencies">,
  matrices: readonly {
    readonly matrix: ResidentCsr<WebGpuBuffer>;
    readonly transposed?: ResidentCsr<WebGpuBuffer>;
  }[],
): Map<SparseOperand, ResidentCsr<WebGpuBuffer>> {
  const resident = new Map<SparseOperand, ResidentCsr<WebGpuBuffer>>();
  adjacencies.forEach(({ matrix, transposed }, i) => {
    resident.set(matrix, matrices[i].matrix);
    if (transposed) resident.set(transposed, matrices[i].transposed!);
  });
  return resident;
}

/** Stand-in for a matrix, of its shape and number of entries: a check puts the entries of a batch here. */
function standIn({ rows, cols, nnz, weighted }: SparseOperand): CsrMatrix {
  const rowPtr = new Uint32Array(rows + 1), colIdx = new Uint32Array(nnz);
  rowPtr[rows] = nnz;
  return weighted
    ? { rows, cols, rowPtr, colIdx, values: new Float32Array(nnz) }
    : { rows, cols, rowPtr, colIdx };
}
