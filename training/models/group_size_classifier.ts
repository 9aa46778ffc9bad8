/**
 * Classifier by which eppgcn chooses group sizes: levels of self-attention pooling, the sum of their
 * readouts, and linear layers that also read the graph's own features (eppgcn, Section 5; the public code has
 * the numbers).
 *
 * @module
 */
import { indices } from "../../platform/indices.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { transpose } from "../../graph/transpose.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import type { Executor } from "../executors/executor.ts";
import { emitEpilogue, epilogueGradient, makeEpilogue } from "../layers/epilogue.ts";
import { linear } from "../layers/linear.ts";
import type { Optimizer } from "../optimizers/optimizer.ts";
import { BoundOperands } from "../pooling/bound_operands.ts";
import { type GraphBatch, VERTEX_FEATURES } from "../pooling/graph_batch.ts";
import type { Readout } from "../pooling/readout.ts";
import { type EmittedLevel, type PoolingLevel, SagPooling } from "../pooling/sag_pool.ts";
import { inducedSubgraph, selectTop } from "../pooling/selection.ts";
import type { Bindings } from "../program/bindings.ts";
import type { Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { Sequence } from "../program/step_emitter.ts";
import type { Tensor } from "../program/tensor.ts";

/** Options of a graph classifier. */
export interface PoolingClassifierOptions {
  /** Number of levels of convolution and pooling. */
  readonly levels: number;
  /** Columns of every convolution. */
  readonly width: number;
  /** Share of the vertices that a level keeps. */
  readonly keep: number;
  /** Columns of the linear layers between readout and scores. */
  readonly hidden: readonly number[];
  /** Columns of the scores. */
  readonly classes: number;
  /** Dropout behind the linear layers but the last. */
  readonly dropout: number;
}

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

/** Questions about the graphs of a batch; a graph may have several. */
export interface GraphQuestions {
  /** Graph of each question, ascending. */
  readonly graph: Uint32Array;
  /** Features of the questions, `questions x columns`, row-major. */
  readonly features: Float32Array;
}

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
  const head = new Head(builder, operands, { questions, graphs: batch.graphs, options });
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
  const head = new Head(builder, operands, { questions, graphs: batch.graphs, options });
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

/**
 * Linear layers of a classifier: first on the readouts, one row a graph; then, with the questions' features,
 * one row a question.
 */
class Head {
  readonly #builder: ProgramBuilder;
  readonly #options: PoolingClassifierOptions;
  readonly #asked;
  readonly #answered;
  readonly #features: Tensor;

  constructor(
    builder: ProgramBuilder,
    operands: BoundOperands,
    { questions: { graph, features }, graphs, options }: {
      readonly questions: GraphQuestions;
      readonly graphs: number;
      readonly options: PoolingClassifierOptions;
    },
  ) {
    this.#builder = builder;
    this.#options = options;
    const rowPtr = indices(graph.length + 1);
    const asked = { rows: graph.length, cols: graphs, rowPtr, colIdx: graph };
    this.#asked = operands.sparse("graphs of questions", asked);
    this.#answered = operands.sparse("questions of graphs", transpose(asked));
    const cols = features.length / Math.max(1, graph.length);
    this.#features = operands.input("question features", features, { rows: graph.length, cols });
  }

  /**
   * Emits the layers. `[mean, max, features] W` is computed as three products: a program has no operation
   * that joins columns.
   */
  emit(
    sequence: Sequence,
    levels: readonly EmittedLevel[],
  ): { readonly scores: Tensor; backward(gradient: Tensor): Readout } {
    const { hidden: [width, ...deeper], classes, dropout } = this.#options;
    const steps = (layer: string, pass: "forward" | "backward") =>
      this.#builder.steps(sequence, { layer, pass });
    const adjacency = { matrix: this.#asked };
    const product = (label: string, features: Tensor, inputGradient: boolean) => {
      const { features: y, backward } = linear({ label, width }).forward(
        steps(label, "forward"),
        { features, adjacency, inputGradient },
      );
      return {
        y: y as Tensor,
        backward: (tensor: Tensor) => backward!(steps(label, "backward"), { tensor })!.tensor,
        learn: (tensor: Tensor) => void backward!(steps(label, "backward"), { tensor }),
      };
    };
    const first = steps("linear 1", "forward");
    const add = (x: Tensor, y: Tensor, name: string) =>
      first.emit(name, { op: "add", alpha: 1, x, beta: 1, y });
    const readouts = levels.map(({ readout }) => readout!);
    const mean = readouts.map(({ mean }) => mean).reduce((sum, each) => add(sum, each, "mean of levels"));
    const max = readouts.map(({ max }) => max).reduce((sum, each) => add(sum, each, "max of levels"));
    const ofMean = product("linear 1 of mean", mean, true), ofMax = product("linear 1 of max", max, true);
    const ofFeatures = product("linear 1 of features", this.#features, false);
    const read = first.emit("product a question", {
      op: "spmm",
      matrix: this.#asked,
      x: add(ofMean.y, ofMax.y, "product a graph"),
    }, "combination");
    const end = { negativeSlope: 0, bias: true, dropout };
    const epilogue = makeEpilogue(first, { ...end, width, decays: true });
    const y = emitEpilogue(first, add(read, ofFeatures.y, "product"), epilogue);

    const rest = [...deeper, classes].map((width, i) => {
      const last = i === deeper.length;
      return linear({ label: `linear ${i + 2}`, width, ...(last ? { bias: true } : end) });
    });
    let features = y;
    const backwards = rest.map((layer) => {
      const output = layer.forward(steps(layer.label, "forward"), {
        features,
        adjacency,
        inputGradient: true,
      });
      features = output.features as Tensor;
      return (tensor: Tensor) => output.backward!(steps(layer.label, "backward"), { tensor })!.tensor;
    });
    return {
      scores: features,
      backward: (gradient) => {
        const back = steps("linear 1", "backward");
        const ofY = backwards.reduceRight((tensor, backward) => backward(tensor), gradient);
        const { tensor: inner } = epilogueGradient(back, { tensor: ofY }, { epilogue, y });
        ofFeatures.learn(inner);
        const ofGraphs = back.emit("gradient a graph", {
          op: "spmm",
          matrix: this.#answered,
          x: inner,
        }, "combination");
        return { mean: ofMean.backward(ofGraphs), max: ofMax.backward(ofGraphs) };
      },
    };
  }
}
