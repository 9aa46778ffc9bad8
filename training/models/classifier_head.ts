/**
 * Linear layers of the classifier that chooses group sizes, on the readouts of pooled graphs.
 *
 * @module
 */
import { indices } from "../../platform/indices.ts";
import { transpose } from "../../graph/transpose.ts";
import { emitEpilogue, epilogueGradient, makeEpilogue } from "../layers/epilogue.ts";
import { linear } from "../layers/linear.ts";
import type { BoundOperands } from "../pooling/bound_operands.ts";
import type { Readout } from "../pooling/readout.ts";
import type { EmittedLevel } from "../pooling/sag_pool.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
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

/** Questions about the graphs of a batch; a graph may have several. */
export interface GraphQuestions {
  /** Graph of each question, ascending. */
  readonly graph: Uint32Array;
  /** Features of the questions, `questions x columns`, row-major. */
  readonly features: Float32Array;
}

/**
 * Linear layers of a classifier: first on the readouts, one row a graph; then, with the questions' features,
 * one row a question.
 */
export class ClassifierHead {
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
