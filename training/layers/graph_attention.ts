/**
 * Graph attention layer: a weighted sum over neighbours, whose weights depend on the features of vertex and
 * neighbour.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { StepEpilogue } from "../operations/rules/epilogue.ts";
import type { StepEmitter } from "../program/step_emitter.ts";
import type { Tensor } from "../program/tensor.ts";
import {
  checkEpilogue,
  emitEpilogue,
  epilogueGradient,
  type EpilogueOptions,
  makeEpilogue,
} from "./epilogue.ts";
import { type Features, featureShape } from "./features.ts";
import { wholeGradient } from "./gradient.ts";
import type { Adjacency, Layer } from "./layer.ts";
import { type Emitted, transform } from "./transform.ts";
import { plural } from "../../platform/text/plural.ts";

/** Bias and activation of a product before attention. */
export interface ProjectionOptions extends Pick<EpilogueOptions, "bias" | "negativeSlope"> {
  /** Whether bias and activation are a pass each after the product; false by default: fused into it. */
  readonly separate?: boolean;
}

/**
 * Options of a graph attention layer. Its epilogue's `negativeSlope` is that of the result, not of the
 * scores.
 */
export interface GraphAttentionOptions extends EpilogueOptions {
  /** Name of the layer: `layer 1`. */
  readonly label: string;
  /** Number H of heads: weighted sums side by side, each with weights of its own. */
  readonly heads: number;
  /** Columns d of each head. The result has `heads * headWidth`. */
  readonly headWidth: number;
  /**
   * Bias and activation of `W h` before attention; none by default. The GAT of distgnn-mb (Section 2) has a
   * bias and ReLU there, `negativeSlope` 0; its bias is a parameter `projection bias`.
   */
  readonly projection?: ProjectionOptions;
  /** Factor of negative scores; 0.2 by default, as in the paper. */
  readonly scoreSlope?: number;
  /** Whether weight decay applies to the layer's parameters; true by default. */
  readonly decays?: boolean;
}

/**
 * Creates a graph attention layer: `h'_v = epilogue(concatenation over heads of sum over u of a_vu W h_u)`,
 * where a_vu is the softmax over the entries of row v of `LeakyReLU(a1 . W h_v + a2 . W h_u)` (Velickovic et
 * al., "Graph attention networks", ICLR 2018, equations 3 and 5), with W, a1 and a2 for each head. Each
 * vertex attends to the entries of its row of the adjacency, including itself where it is on the diagonal;
 * the values of entries are not read. The attention coefficients are not dropped.
 *
 * With Z = H W, or what a `projection` makes of that, both score parts of all heads are the product of Z and
 * a block-diagonal matrix B of a1 and a2. Backward, with G the gradient before the epilogue: that of an
 * entry's weight is `<G_v, Z_u>`; brought through softmax and LeakyReLU, its sums over rows and over columns
 * are the gradient S of the scores; so `dB = Z^T S` and `dZ = A'^T G + S B^T`, with A' the weights.
 *
 * @throws {UsageError} for options out of range.
 * @example
 * ```ts
 * import { graphAttention } from "gnn-repro/training";
 * const hidden = graphAttention({ label: "layer 1", heads: 8, headWidth: 8, negativeSlope: 0 });
 * if (hidden.label !== "layer 1") throw new Error("a layer is a description");
 * ```
 */
export function graphAttention(options: GraphAttentionOptions): Layer {
  const { label, heads, headWidth, scoreSlope: negativeSlope = 0.2, decays = true } = options;
  checkEpilogue(label, options);
  checkHeads(options);
  if (options.projection) checkEpilogue(label, options.projection);
  const width = heads * headWidth;
  return {
    label,
    forward(steps, { features, adjacency, inputGradient }) {
      const { matrix } = adjacency, learned = { initialisation: "glorot", decays } as const;
      const weight = steps.parameter("weight", {
        rows: featureShape(features).cols,
        cols: width,
        ...learned,
      });
      const vectors = steps.parameter("attention vectors", { rows: 2, cols: width, ...learned });
      const epilogue = makeEpilogue(steps, { ...options, width, decays });

      const combined = project(steps, features, {
        weight,
        inputGradient,
        decays,
        projection: options.projection,
      });
      const z = combined.y;
      const blocks = steps.emit("vector blocks", { op: "block-diagonal", heads, x: vectors });
      const scores = steps.emit("scores", { op: "gemm", form: "nn", a: z, b: blocks });
      const attention = steps.emit("attention", { op: "edge-softmax", matrix, heads, negativeSlope, scores });
      const aggregated = steps.emit("aggregated", { op: "head-spmm", matrix, heads, attention, x: z });
      const y = emitEpilogue(steps, aggregated, epilogue);
      return {
        features: y,
        backward(steps, gradient) {
          const { transposed, order } = backwardOf(label, adjacency);
          const inner = epilogueGradient(steps, gradient, { epilogue, y });
          const g = wholeGradient(steps, inner, y.rows);
          const ofAttention = steps.emit("attention gradient", {
            op: "head-sddmm",
            matrix,
            heads,
            a: g,
            b: z,
          });
          const ofEntries = steps.emit("entry score gradient", {
            op: "edge-softmax-gradient",
            matrix,
            heads,
            negativeSlope,
            scores,
            attention,
            gradient: ofAttention,
          });
          const ofScores = steps.emit("score gradient", {
            op: "entry-sums",
            matrix,
            transposed,
            order,
            heads,
            entries: ofEntries,
          });
          const ofBlocks = steps.emit("vector block gradient", { op: "gemm", form: "tn", a: z, b: ofScores });
          const ofVectors = { op: "block-diagonal-gradient", heads, gradient: ofBlocks } as const;
          steps.learn(vectors, steps.emit("attention vector gradient", ofVectors));

          const summed = { op: "head-spmm", matrix: transposed, heads, attention, order, x: g } as const;
          const throughSums = steps.emit("aggregated gradient", summed);
          const throughScores = steps.emit("scored gradient", {
            op: "gemm",
            form: "nt",
            a: ofScores,
            b: blocks,
          });
          const terms = { alpha: 1, x: throughSums, beta: 1, y: throughScores };
          return combined.backward(steps, {
            tensor: steps.emit("product gradient", { op: "add", ...terms }),
          });
        },
      };
    },
  };
}

/** Emits the product with the weights and what a projection makes of it, in one pass or in several. */
function project(
  steps: StepEmitter,
  features: Features,
  { weight, inputGradient, decays, projection }: {
    readonly weight: Tensor;
    readonly inputGradient: boolean;
    readonly decays: boolean;
    readonly projection: ProjectionOptions | undefined;
  },
): Emitted {
  if (!projection) return transform(steps, features, { weight, inputGradient });
  const part = steps.part("projection"), { bias = false, negativeSlope = 1, separate = false } = projection;
  const epilogue = makeEpilogue(part, { bias, negativeSlope, width: weight.cols, decays });
  if (!separate || !epilogue) return transform(part, features, { weight, epilogue, inputGradient });
  const product = transform(part, features, { weight, inputGradient });
  const added: StepEpilogue | undefined = epilogue.bias && { negativeSlope: 1, bias: epilogue.bias };
  const sum = added ? part.emit("biased", { op: "activation", x: product.y, epilogue: added }) : product.y;
  const activation: StepEpilogue | undefined = negativeSlope === 1 ? undefined : { negativeSlope };
  const y = emitEpilogue(part, sum, activation);
  return {
    y,
    backward: (steps, gradient) => {
      const ofSum = epilogueGradient(steps, gradient, { epilogue: activation, y });
      return product.backward(steps, epilogueGradient(steps, ofSum, { epilogue: added, y: sum }));
    },
  };
}

function backwardOf(label: string, { transposed, transposedOrder: order }: Adjacency) {
  if (transposed && order) return { transposed, order };
  throw new UsageError({
    action: `emit the backward pass of ${label}`,
    current: `an adjacency without ${transposed ? "transposedOrder" : "its transpose"}`,
    wanted: "the transpose, and for each of its entries the place of the same entry in the matrix",
    next: transposed
      ? "give the adjacency an index operand transposedOrder, bound to what transposedEntries says of the matrix"
      : "give the adjacency `transposed` and `transposedOrder`",
  });
}

function checkHeads({ label, heads, headWidth, scoreSlope = 0.2 }: GraphAttentionOptions): void {
  const whole = (count: number) => Number.isInteger(count) && count >= 1;
  if (whole(heads) && whole(headWidth) && scoreSlope >= 0 && scoreSlope < Infinity) return;
  throw new UsageError({
    action: `make ${label}`,
    current: `${plural(heads, "head")} of ${
      plural(headWidth, "column")
    }, scores with a negative slope of ${scoreSlope}`,
    wanted: "whole numbers from 1, and a slope from 0",
    next: "take 8 heads of 8 columns and 0.2, as the paper does",
  });
}
