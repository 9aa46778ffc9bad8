/**
 * Classifier by which eppgcn chooses group sizes: levels of self-attention pooling, the sum of their
 * readouts, and linear layers that also read the graph's own features (eppgcn, Section 5; the public code has
 * the numbers).
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import type { Executor } from "../executors/executor.ts";
import type { Optimizer } from "../optimizers/optimizer.ts";
import { BoundOperands } from "../pooling/bound_operands.ts";
import { type GraphBatch, VERTEX_FEATURES } from "../pooling/graph_batch.ts";
import { type PoolingLevel, SagPooling } from "../pooling/sag_pool.ts";
import { selectTop } from "../pooling/selection.ts";
import type { Bindings } from "../program/bindings.ts";
import type { Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { Tensor } from "../program/tensor.ts";
import { ClassifierHead, type GraphQuestions, type PoolingClassifierOptions } from "./classifier_head.ts";
import { inducedSubgraph } from "../../graph/induced_subgraph.ts";

/** Number of group sizes to choose from: class c is the group size c + 1. */
export const GROUP_SIZE_CLASSES = 32;

/**
 * Options of eppgcn's public code with smaller sizes: there 128 columns, linear layers of 128, 64 and 32
 * columns, and a dropout of 0.25.
 */
export const GROUP_SIZE_CLASSIFIER: PoolingClassifierOptions = {
  levels: 2,
  width: 16,
  keep: 0.25,
  hidden: [64, 32],
  classes: GROUP_SIZE_CLASSES,
  dropout: 0.1,
};

/** Batch of graphs with the known selections of its levels. */
export interface PooledBatch {
  /** Batch of graphs. */
  readonly batch: GraphBatch;
  /** Levels, from the bottom up. */
  readonly levels: readonly PoolingLevel[];
}

/** Program with its bindings. */
export interface BoundProgram {
  /** The program. */
  readonly program: Program;
  /** Matrices, indices and inputs of the program. */
  readonly bindings: Bindings;
}

/** Opens a classifier's program: an executor with the parameters written. */
export type OpenClassifier = (bound: BoundProgram) => Executor | Promise<Executor>;

/**
 * Builds the program that scores the vertices of the topmost level of a batch, whose selection is not known
 * yet.
 */
export function attentionProgram(
  { levels, batch }: PooledBatch,
  { width }: PoolingClassifierOptions,
): BoundProgram {
  const builder = new ProgramBuilder({ seed: 0 }), operands = new BoundOperands(builder);
  const features = vertexFeatures(operands, batch);
  const pooling = new SagPooling(builder, operands, { levels, width });
  const { scores } = pooling.emit("evaluate", features).at(-1)!;
  return { program: builder.buildInference(scores), bindings: operands.bindings };
}

/** Builds the program that answers questions about a batch: scores of the classes, one row a question. */
export function inferenceProgram(
  { levels, batch }: PooledBatch,
  questions: GraphQuestions,
  options: PoolingClassifierOptions,
): BoundProgram {
  const builder = new ProgramBuilder({ seed: 0 }), operands = new BoundOperands(builder);
  const features = vertexFeatures(operands, batch);
  const pooling = new SagPooling(builder, operands, { levels, width: options.width });
  const head = new ClassifierHead(builder, operands, { questions, graphs: batch.graphs, options });
  const { scores } = head.emit("evaluate", pooling.emit("evaluate", features));
  return { program: builder.buildInference(scores), bindings: operands.bindings };
}

/** Questions with labels, for {@linkcode trainingProgram}. */
export interface LabelledQuestions extends GraphQuestions {
  /** Class of each question. */
  readonly labels: Uint32Array;
}

/**
 * Builds a training step on a batch whose vertices are selected: softmax and cross-entropy, the mean over the
 * questions.
 */
export function trainingProgram(
  { levels, batch }: PooledBatch,
  questions: LabelledQuestions,
  { optimizer, seed, ...options }: PoolingClassifierOptions & {
    readonly optimizer: Optimizer;
    readonly seed: number;
  },
): BoundProgram {
  const builder = new ProgramBuilder({ seed }), operands = new BoundOperands(builder);
  const features = vertexFeatures(operands, batch);
  const pooling = new SagPooling(builder, operands, { levels, width: options.width });
  const head = new ClassifierHead(builder, operands, { questions, graphs: batch.graphs, options });
  const count = questions.labels.length;
  const truth = { labels: operands.index("classes", questions.labels) };
  const weights = operands.input("weights", new Float32Array(count).fill(1 / count), {
    rows: 1,
    cols: count,
  });

  const pooled = pooling.emit("train", features), { scores: logits, backward } = head.emit("train", pooled);
  const lossSteps = builder.steps("train", { layer: "loss", pass: "forward" });
  const losses = lossSteps.emit("of each question", { op: "cross-entropy", logits, truth, weights });
  const loss = builder.tensor("loss", "loss", { rows: 1, cols: 1 });
  lossSteps.write({ op: "column-sum", x: losses, out: loss }, "loss");

  const gradient = builder.steps("train", { layer: "loss", pass: "backward" })
    .emit("gradient", { op: "cross-entropy-gradient", logits, truth, weights });
  // The result is the sum of the readouts, so that each readout gets the gradient of the sum.
  const readout = backward(gradient);
  let below: Tensor | undefined;
  for (const level of pooled.toReversed()) {
    below = level.backward({ readout, ...(below ? { pooled: below } : {}) });
  }
  optimizer.update(builder.steps("train", { layer: optimizer.label, pass: "update" }), builder.learned());

  const { scores } = head.emit("evaluate", pooling.emit("evaluate", features));
  return { program: builder.build({ loss, scores }), bindings: operands.bindings };
}

/**
 * Selects the vertices of every level, from the bottom up: each level's scores come from a program of its
 * own, with the parameters that `open` has written.
 */
export async function selectLevels(
  batch: GraphBatch,
  options: PoolingClassifierOptions,
  open: OpenClassifier,
): Promise<PooledBatch> {
  const levels: PoolingLevel[] = [];
  let graph: CsrMatrix = batch.adjacency, offsets = batch.offsets;
  for (let level = 0; level < options.levels; level++) {
    const adjacency = gcnNormalise(graph);
    const bound = attentionProgram({ batch, levels: [...levels, { adjacency }] }, options);
    const scores = await scoresOf(bound, open);
    const selection = selectTop(scores, offsets, options.keep);
    levels.push({ adjacency, selection });
    graph = inducedSubgraph(graph, selection.kept);
    offsets = selection.offsets;
  }
  return { batch, levels };
}

/** Runs a program's evaluation and reads the scores. */
export async function scoresOf(bound: BoundProgram, open: OpenClassifier): Promise<HostNumbers> {
  const executor = await open(bound);
  try {
    executor.evaluate();
    return await executor.read(bound.program.scores);
  } finally {
    executor.close();
  }
}

function vertexFeatures(operands: BoundOperands, { features }: GraphBatch): Tensor {
  const shape = { rows: features.length / VERTEX_FEATURES, cols: VERTEX_FEATURES };
  return operands.input("vertex features", features, shape);
}
