/**
 * Program of one mini-batch, built for its own shapes. Like all programs it is made from shapes alone, so
 * that a program of published sizes needs no memory.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { Adjacency, Layer } from "../layers/layer.ts";
import type { StepTruth } from "../operations/rules/classified_rows.ts";
import type { Optimizer } from "../optimizers/optimizer.ts";
import { classifierProgram } from "../program/classifier_program.ts";
import type { Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { Tensor } from "../program/tensor.ts";
import { type Aggregation, isWeighted } from "./aggregation.ts";
import type { MiniBatchData } from "./mini_batch_data.ts";
import { plural } from "../../platform/text/plural.ts";

/** Common settings of all programs of a training. */
export interface BatchModel {
  /** Layers from the features to the logits. Each layer that is not row-wise takes a block. */
  readonly layers: readonly Layer[];
  /** Aggregation of the layers. */
  readonly aggregation: Aggregation;
  /** Optimizer of the parameters. */
  readonly optimizer: Optimizer;
  /** Seed of the dropout masks. */
  readonly seed: number;
  /** Columns of the features. */
  readonly featureWidth: number;
  /** Columns of the logits. */
  readonly classes: number;
  /** `single` for one class a vertex (softmax), `several` for any number (sigmoid). */
  readonly labels: "single" | "several";
}

/** Choices of a model; the data say the rest. */
export type ModelChoices = Pick<BatchModel, "layers" | "aggregation" | "optimizer" | "seed">;

/** Completes a model by the width of the features, the classes and the kind of truth. */
export function batchModel(
  { features: { width }, truth, classes }: Omit<MiniBatchData, "training">,
  { layers, aggregation, optimizer, seed }: ModelChoices,
): BatchModel {
  const labels = truth.labels ? "single" : "several";
  return { layers, aggregation, optimizer, seed, classes, featureWidth: width, labels };
}

/** Shape of a block's aggregation matrix, with the entries that the aggregation adds. */
export interface BlockShape {
  /** Number of destinations. */
  readonly rows: number;
  /** Number of sources. */
  readonly cols: number;
  /** Number of stored entries. */
  readonly nnz: number;
}

/** Operands of a block that layers may need beside its matrix. */
export interface BlockNeeds {
  /** Whether layers need the transpose, where a gradient passes through the block. */
  readonly transposed: boolean;
  /** Whether layers need the place in the matrix of each entry of the transpose, as attention does. */
  readonly transposedOrder: boolean;
  /**
   * Whether layers need the places of the destinations among the sources, to combine a vertex's own features
   * separately.
   */
  readonly outputVertices: boolean;
}

/** Program of a mini-batch, with the operands to bind. */
export interface BatchProgram {
  /** Program of the batch's training step; it has no evaluation. */
  readonly program: Program;
  /** Features, one row a source of the first block. */
  readonly features: Tensor;
  /** Truth, one row a seed. */
  readonly truth: StepTruth;
  /** Weights of the seeds in the loss, `1 x seeds`. */
  readonly weights: Tensor;
  /** Adjacencies, one a block. */
  readonly adjacencies: readonly Adjacency[];
}

const ALL: BlockNeeds = { transposed: true, transposedOrder: true, outputVertices: true };

/**
 * Builds a batch's program. The loss is a weighted sum over the seeds, the rows of the last block.
 *
 * @param blocks Blocks, one for each layer that aggregates, the one next to the input first.
 * @param needs Available operands of each block; all by default.
 * @throws {UsageError} where layers, blocks and classes do not match.
 */
export function batchProgram(
  model: BatchModel,
  blocks: readonly BlockShape[],
  needs?: readonly BlockNeeds[],
): BatchProgram {
  const { layers, optimizer, featureWidth, classes } = model;
  requireBlocks(layers, blocks.length);
  const builder = new ProgramBuilder(model);
  const weighted = isWeighted(model.aggregation);
  const adjacencies = blocks.map((shape, i): Adjacency => {
    const { transposed, transposedOrder, outputVertices } = needs?.[i] ?? ALL;
    const { rows, cols, nnz } = shape, label = `block ${i + 1}`;
    const flipped = { rows: cols, cols: rows, nnz, weighted };
    return {
      matrix: builder.sparse(label, { rows, cols, nnz, weighted }),
      ...(transposed ? { transposed: builder.sparse(`${label} transposed`, flipped) } : {}),
      ...(transposedOrder ? { transposedOrder: builder.index(`order of ${label} transposed`, nnz) } : {}),
      ...(outputVertices ? { outputVertices: builder.index(`destinations of ${label}`, rows) } : {}),
    };
  });
  const seeds = blocks[blocks.length - 1].rows;
  const features = builder.tensor("input", "features", { rows: blocks[0].cols, cols: featureWidth });
  const truth: StepTruth = model.labels === "single"
    ? { labels: builder.index("labels", seeds) }
    : { targets: builder.tensor("input", "targets", { rows: seeds, cols: classes }) };
  const weights = builder.tensor("input", "loss weights", { rows: 1, cols: seeds });
  let taken = 0;
  const stages = layers.map((layer) => ({
    layer,
    // A row-wise layer reads none, but every stage has one.
    adjacency: adjacencies[layer.rowWise ? 0 : taken++],
  }));
  const program = classifierProgram(builder, {
    stages,
    features,
    truth,
    weights,
    optimizer,
    evaluate: false,
  });
  if (program.scores.cols !== classes) {
    throw new UsageError({
      action: "build the program of a mini-batch",
      current: `layers that end with ${plural(program.scores.cols, "column")}`,
      wanted: `${classes}, one a class`,
      next: "give the last layer the number of classes as its width",
    });
  }
  return { program, features, truth, weights, adjacencies };
}

/**
 * Determines the operands that a model needs of blocks of these shapes, by emitting the model with all
 * possible operands: a layer that transforms before it aggregates, because that is less work on this block,
 * passes gradients through it even where no lower layer has parameters.
 *
 * @throws {UsageError} as {@linkcode batchProgram}.
 */
export function blockNeeds(model: BatchModel, blocks: readonly BlockShape[]): BlockNeeds[] {
  const { program, adjacencies } = batchProgram(model, blocks);
  const used = new Set<unknown>(program.train.flatMap((step) => Object.values(step)));
  return adjacencies.map(({ transposed, transposedOrder, outputVertices }) => ({
    transposed: used.has(transposed),
    transposedOrder: used.has(transposedOrder),
    outputVertices: used.has(outputVertices),
  }));
}

/**
 * Builds a program for one vertex that is its own neighbour in every block: its parameters and moments are
 * those of every batch.
 *
 * @throws {UsageError} for a model without a layer that aggregates, or layers that do not match.
 */
export function smallestProgram(model: BatchModel): Program {
  const blocks = model.layers.filter(({ rowWise }) => !rowWise).map(() => ({ rows: 1, cols: 1, nnz: 1 }));
  return batchProgram(model, blocks).program;
}

function requireBlocks(layers: readonly Layer[], blocks: number): void {
  const aggregating = layers.filter(({ rowWise }) => !rowWise).length;
  if (aggregating === blocks && blocks > 0) return;
  const none = aggregating === 0;
  throw new UsageError({
    action: "train on mini-batches",
    current: none ? "a model whose layers aggregate nothing" : `batches of ${plural(blocks, "block")}`,
    wanted: none ? "at least one that does" : `${aggregating}, one for each layer that aggregates`,
    next: none
      ? "train it as a full batch, or add a graph convolution"
      : "give the sampler as many fan-outs as the model has such layers",
  });
}
