/**
 * The topology of a sampled batch as a model's program takes it: all that the host computes before the device can train on it.
 *
 * @module
 */
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

/** The numbers of one layer's {@linkcode Adjacency}, and no more than the model asks for. */
export interface BlockTopology {
  /** Destinations x sources. */
  readonly matrix: CsrMatrix;
  /** Its transpose. */
  readonly transposed?: CsrMatrix;
  /** For each entry of the transpose its place in the matrix. */
  readonly transposedOrder?: Uint32Array;
  /** 0, 1, ... up to the number of destinations. */
  readonly outputVertices?: Uint32Array;
}

/** The topology of a batch. */
export interface BatchTopology {
  /** One a layer that aggregates, the one next to the input first. */
  readonly blocks: readonly BlockTopology[];
  /** What of each block there is. */
  readonly needs: readonly BlockNeeds[];
}

/**
 * The matrices of a batch, in time linear in the sampled edges.
 *
 * @throws {UsageError} where the sampler made another number of blocks than the model has layers that aggregate, or the values that
 * the aggregation takes are not there.
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
    ...(outputVertices ? { outputVertices: Uint32Array.from({ length: matrix.rows }, (_, r) => r) } : {}),
  };
}

function shapeOf(matrix: CsrMatrix) {
  return { rows: matrix.rows, cols: matrix.cols, nnz: nnz(matrix) };
}

/** A batch's program with its numbers. */
export interface BatchTask extends BatchProgram {
  /** All that the program is bound with but the features, which are lent, or added by who has them on the host. */
  readonly bindings: Bindings;
}

/**
 * Builds the program of a batch and binds it. The loss is the mean over the seeds.
 *
 * @param truth What the seeds are, in the order of the last block's rows.
 * @throws {UsageError} where layers, blocks and classes do not go together.
 */
export function batchTask(
  model: BatchModel,
  { blocks, needs }: BatchTopology,
  truth: VertexTruth,
): BatchTask {
  const built = batchProgram(model, blocks.map(({ matrix }) => shapeOf(matrix)), needs);
  const sparse = new Map<SparseOperand, CsrMatrix>();
  const indices = new Map<IndexOperand, Uint32Array>();
  const inputs = new Map<Tensor, HostNumbers>();
  blocks.forEach(({ matrix, transposed, transposedOrder, outputVertices }, i) => {
    const operands = built.adjacencies[i];
    sparse.set(operands.matrix, matrix);
    if (operands.transposed) sparse.set(operands.transposed, transposed!);
    if (operands.transposedOrder) indices.set(operands.transposedOrder, transposedOrder!);
    if (operands.outputVertices) indices.set(operands.outputVertices, outputVertices!);
  });
  if ("labels" in built.truth) indices.set(built.truth.labels, truth.labels!);
  else inputs.set(built.truth.targets, truth.targets!);
  const { cols: seeds } = built.weights;
  inputs.set(built.weights, new Float32Array(seeds).fill(1 / seeds));
  return { ...built, bindings: { sparse, indices, inputs } };
}
