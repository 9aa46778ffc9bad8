/**
 * Segments of a model, cut where ranks exchange: at the input of every layer that aggregates. Each segment is
 * a program of its own, because the number of halo vertices that a layer reads is known only after the cache
 * search, which follows the layer below.
 *
 * A halo vertex's row is an input like any feature: the segment returns the gradient of its whole input, and
 * the caller passes only the rows of the solid vertices, which the segment below has computed, to that
 * segment. So historical embeddings are constants.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { isSparse } from "../../training/layers/features.ts";
import type { Gradient } from "../../training/layers/gradient.ts";
import type { Adjacency, Backward, Layer } from "../../training/layers/layer.ts";
import { isWeighted } from "../../training/mini_batch/aggregation.ts";
import type { BatchModel, BlockNeeds, BlockShape } from "../../training/mini_batch/batch_program.ts";
import type { StepTruth } from "../../training/operations/rules/classified_rows.ts";
import type { Program } from "../../training/program/program.ts";
import { type LearnedParameter, ProgramBuilder } from "../../training/program/program_builder.ts";
import type { Tensor } from "../../training/program/tensor.ts";

/** Layers that run on one block, and their place in the model. */
export interface LayerSegment {
  /** One aggregating layer with the row-wise layers behind it; in the first segment also those before it. */
  readonly layers: readonly Layer[];
  /** Columns of the segment's input, which ranks exchange. */
  readonly inputWidth: number;
  /** Whether a lower segment has parameters, so that the gradient of the input is needed. */
  readonly learnsBelow: boolean;
  /** Number of dropout streams of the lower segments. */
  readonly streamsBelow: number;
  /** Whether the segment's result are the logits. */
  readonly last: boolean;
}

/** Program of a segment for a block, with its operands. */
export interface SegmentProgram {
  /**
   * Program with forward and backward steps and, since every program needs one, an update, which keeps the
   * gradients until they have been summed.
   */
  readonly program: Program;
  /** Input, one row a source. */
  readonly features: Tensor;
  /** Result, one row a destination. */
  readonly output: Tensor;
  /** Gradient of the result, an input; absent in the last segment, which has a loss. */
  readonly outputGradient?: Tensor;
  /** Labels and weights of the loss; in the last segment only. */
  readonly target?: { readonly truth: StepTruth; readonly weights: Tensor };
  /** Input `1 x 1` that replaces the loss of other segments. */
  readonly noLoss?: Tensor;
  /** Gradient of the input, where a lower segment has parameters. */
  readonly featuresGradient?: Tensor;
  /** The segment's parameters and their gradients. */
  readonly learned: readonly LearnedParameter[];
  /** Adjacency operands that the segment uses. */
  readonly adjacency: Adjacency;
}

const SMALLEST: BlockShape = { rows: 1, cols: 1, nnz: 1 };

/**
 * Cuts a model into segments.
 *
 * @throws {UsageError} where no layer aggregates, or a layer's result is sparse.
 */
export function layerSegments(model: BatchModel): readonly LayerSegment[] {
  const groups: Layer[][] = [[]];
  let aggregates = false;
  for (const layer of model.layers) {
    if (!layer.rowWise && aggregates) groups.push([]);
    aggregates ||= !layer.rowWise;
    groups[groups.length - 1].push(layer);
  }
  if (!aggregates) {
    throw new UsageError({
      action: "train on ranks",
      current: "a model whose layers aggregate nothing",
      wanted: "at least one that does",
      next: "add a graph convolution",
    });
  }
  const segments: LayerSegment[] = [];
  let below = { inputWidth: model.featureWidth, learnsBelow: false, streamsBelow: 0 };
  for (const [at, layers] of groups.entries()) {
    const segment = { ...below, layers, last: at === groups.length - 1 };
    const { output, learns, streams } = emitSegment(model, segment, { block: SMALLEST });
    segments.push(segment);
    below = { inputWidth: output.cols, learnsBelow: learns, streamsBelow: streams };
  }
  return segments;
}

/**
 * Builds a segment's program for a block.
 *
 * @throws {UsageError} where layers, block and classes do not match.
 */
export function segmentProgram(model: BatchModel, segment: LayerSegment, block: BlockShape): SegmentProgram {
  // The first emission offers everything about the block, to learn which operands the layers use.
  const { program: { train }, adjacency } = emitSegment(model, segment, { block });
  const used = new Set<unknown>(train.flatMap((step) => Object.values(step)));
  return emitSegment(model, segment, {
    block,
    needs: {
      transposed: used.has(adjacency.transposed),
      transposedOrder: used.has(adjacency.transposedOrder),
      outputVertices: used.has(adjacency.outputVertices),
    },
  });
}

interface EmittedSegment extends SegmentProgram {
  /** Whether this or a lower segment has parameters. */
  readonly learns: boolean;
  readonly streams: number;
}

function emitSegment(
  model: BatchModel,
  segment: LayerSegment,
  { block, needs }: { readonly block: BlockShape; readonly needs?: BlockNeeds },
): EmittedSegment {
  const builder = new ProgramBuilder(model);
  // Masks of different layers must differ, and equal those of a program of all layers.
  for (let stream = 0; stream < segment.streamsBelow; stream++) builder.dropout(0);
  const adjacency = blockAdjacency(builder, { ...block, weighted: isWeighted(model.aggregation) }, needs);
  const features = builder.tensor("input", "features", { rows: block.cols, cols: segment.inputWidth });
  const { output, backwards } = emitForward(builder, segment, { features, adjacency });
  const learns = backwards[backwards.length - 1].backward !== undefined;

  const end = segment.last ? emitLoss(builder, model, output) : {
    ...emitNoLoss(builder),
    ...(learns && { gradient: builder.tensor("input", "output gradient", output) }),
  };
  const { gradient: ofOutput, loss, ...operands } = end;
  const ofFeatures = ofOutput && emitBackward(builder, backwards, { tensor: ofOutput });
  const learned = builder.learned(), { optimizer } = model;
  optimizer.update(builder.steps("train", { layer: optimizer.label, pass: "update" }), learned);
  return {
    program: builder.buildTraining({ loss, logits: output }),
    features,
    output,
    learned,
    adjacency,
    learns,
    ...operands,
    ...(!segment.last && ofOutput && { outputGradient: ofOutput }),
    ...(segment.learnsBelow && ofFeatures && { featuresGradient: ofFeatures.tensor }),
    streams: builder.dropout(0).stream,
  };
}

function blockAdjacency(
  builder: ProgramBuilder,
  { rows, cols, nnz, weighted }: BlockShape & { readonly weighted: boolean },
  needs: BlockNeeds = { transposed: true, transposedOrder: true, outputVertices: true },
): Adjacency {
  const { transposed, transposedOrder, outputVertices } = needs;
  return {
    matrix: builder.sparse("block", { rows, cols, nnz, weighted }),
    ...(transposed && {
      transposed: builder.sparse("block transposed", { rows: cols, cols: rows, nnz, weighted }),
    }),
    ...(transposedOrder && { transposedOrder: builder.index("order of block transposed", nnz) }),
    ...(outputVertices && { outputVertices: builder.index("destinations of block", rows) }),
  };
}

interface Passed {
  readonly layer: string;
  readonly backward: Backward | undefined;
}

function emitForward(
  builder: ProgramBuilder,
  { layers, learnsBelow }: LayerSegment,
  { features, adjacency }: { readonly features: Tensor; readonly adjacency: Adjacency },
): { readonly output: Tensor; readonly backwards: readonly Passed[] } {
  let output = features, inputGradient = learnsBelow;
  const backwards: Passed[] = [];
  for (const layer of layers) {
    const steps = builder.steps("train", { layer: layer.label, pass: "forward" });
    const emitted = layer.forward(steps, { features: output, adjacency, inputGradient });
    if (isSparse(emitted.features)) {
      throw new UsageError({
        action: `train ${layer.label} on ranks`,
        current: "a sparse result",
        wanted: "rows of numbers, which can be exchanged",
        next: "load the features as a dense matrix",
      });
    }
    output = emitted.features;
    inputGradient = emitted.backward !== undefined;
    backwards.push({ layer: layer.label, backward: emitted.backward });
  }
  return { output, backwards };
}

/** Emits the loss as a program of all layers does (`classifierProgram`). */
function emitLoss(builder: ProgramBuilder, { labels, classes }: BatchModel, logits: Tensor) {
  const { rows } = logits;
  const truth: StepTruth = labels === "single"
    ? { labels: builder.index("labels", rows) }
    : { targets: builder.tensor("input", "targets", { rows, cols: classes }) };
  const weights = builder.tensor("input", "loss weights", { rows: 1, cols: rows });
  const steps = builder.steps("train", { layer: "loss", pass: "forward" });
  const losses = steps.emit("of each row", { op: "cross-entropy", logits, truth, weights });
  const loss = builder.tensor("loss", "loss", { rows: 1, cols: 1 });
  steps.write({ op: "column-sum", x: losses, out: loss }, "loss");
  const gradient = builder.steps("train", { layer: "loss", pass: "backward" })
    .emit("gradient", { op: "cross-entropy-gradient", logits, truth, weights });
  return { loss, gradient, target: { truth, weights } };
}

/** Emits the input in place of a loss, which every program must have and a lower segment lacks. */
function emitNoLoss(builder: ProgramBuilder) {
  const noLoss = builder.tensor("input", "no loss", { rows: 1, cols: 1 });
  const loss = builder.tensor("loss", "loss", { rows: 1, cols: 1 });
  builder.steps("train", { layer: "loss", pass: "forward" })
    .write({ op: "column-sum", x: noLoss, out: loss }, "loss");
  return { loss, noLoss };
}

function emitBackward(
  builder: ProgramBuilder,
  backwards: readonly Passed[],
  ofOutput: Gradient,
): Gradient | undefined {
  let gradient: Gradient | undefined = ofOutput;
  for (const { layer, backward } of backwards.toReversed()) {
    if (!backward || !gradient) return undefined;
    gradient = backward(builder.steps("train", { layer, pass: "backward" }), gradient);
  }
  return gradient;
}
