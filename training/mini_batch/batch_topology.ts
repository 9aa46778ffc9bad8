/**
 * Topology of a sampled batch for a model's program, computed on the host before the device can train on the
 * batch.
 *
 * @module
 */
import { indices } from "../../platform/indices.ts";
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { SampledBatch } from "../../graph/sampling/block.ts";
import { transpose } from "../../graph/transpose.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import type { VertexTruth } from "../metrics.ts";
import type { Bindings } from "../program/bindings.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../program/tensor.ts";
import { transposedEntries } from "../transposed_entries.ts";
import { aggregationMatrix } from "./aggregation.ts";
import {
  type BatchModel,
  type BatchProgram,
  batchProgram,
  type BlockNeeds,
  blockNeeds,
} from "./batch_program.ts";

/** Numbers of one layer's {@linkcode Adjacency}, as far as the model needs them. */
export interface BlockTopology {
  /** Sparse matrix, destinations x sources. */
  readonly matrix: CsrMatrix;
  /** Transpose of the matrix. */
  readonly transposed?: CsrMatrix;
  /** Place in the matrix of each entry of the transpose. */
  readonly transposedOrder?: Uint32Array;
  /** Places of the destinations: 0, 1, ... up to their number. */
  readonly outputVertices?: Uint32Array;
}

/** Topology of a batch. */
export interface BatchTopology {
  /** Topologies of the blocks, one for each layer that aggregates, the one next to the input first. */
  readonly blocks: readonly BlockTopology[];
  /** Operands that each block has. */
  readonly needs: readonly BlockNeeds[];
}

/**
 * Computes the matrices of a batch, in time linear in the sampled edges.
 *
 * @throws {UsageError} where the number of blocks differs from that of the model's aggregating layers, or
 * values that the aggregation needs are missing.
 */
export function batchTopology({ blocks }: Pick<SampledBatch, "blocks">, model: BatchModel): BatchTopology {
  const matrices = blocks.map((block) => aggregationMatrix(block, model.aggregation));
  const needs = blockNeeds(model, matrices.map(shapeOf));
  return { blocks: matrices.map((matrix, i) => completed(matrix, needs[i])), needs };
}

function completed(
  matrix: CsrMatrix,
  { transposed, transposedOrder, outputVertices }: BlockNeeds,
): BlockTopology {
  return {
    matrix,
    ...(transposed ? { transposed: transpose(matrix) } : {}),
    ...(transposedOrder ? { transposedOrder: transposedEntries(matrix) } : {}),
    ...(outputVertices ? { outputVertices: indices(matrix.rows) } : {}),
  };
}

function shapeOf(matrix: CsrMatrix) {
  return { rows: matrix.rows, cols: matrix.cols, nnz: nnz(matrix) };
}

/** Program of a batch with its numbers. */
export interface BatchTask extends BatchProgram {
  /**
   * Bindings of the program without the features, which are lent, or added by a caller that has them on the
   * host.
   */
  readonly bindings: Bindings;
}

/**
 * Builds the program of a batch and binds it. The loss is the mean over the seeds.
 *
 * @param truth Truth of the seeds, in the order of the last block's rows.
 * @throws {UsageError} where layers, blocks and classes do not match.
 */
export function batchTask(
  model: BatchModel,
  { blocks, needs }: BatchTopology,
  truth: VertexTruth,
): BatchTask {
  const built = batchProgram(model, blocks.map(({ matrix }) => shapeOf(matrix)), needs);
  const sparse = new Map<SparseOperand, CsrMatrix>();
  const lists = new Map<IndexOperand, Uint32Array>();
  const inputs = new Map<Tensor, HostNumbers>();
  blocks.forEach(({ matrix, transposed, transposedOrder, outputVertices }, i) => {
    const operands = built.adjacencies[i];
    sparse.set(operands.matrix, matrix);
    if (operands.transposed) sparse.set(operands.transposed, transposed!);
    if (operands.transposedOrder) lists.set(operands.transposedOrder, transposedOrder!);
    if (operands.outputVertices) lists.set(operands.outputVertices, outputVertices!);
  });
  if ("labels" in built.truth) lists.set(built.truth.labels, truth.labels!);
  else inputs.set(built.truth.targets, truth.targets!);
  const { cols: seeds } = built.weights;
  inputs.set(built.weights, new Float32Array(seeds).fill(1 / seeds));
  return { ...built, bindings: { sparse, indices: lists, inputs } };
}
