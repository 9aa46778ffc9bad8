/**
 * Graph convolution and its variants without weights between hops: aggregate neighbours, multiply by weights,
 * in either order.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import {
  checkEpilogue,
  emitEpilogue,
  epilogueGradient,
  type EpilogueOptions,
  makeEpilogue,
} from "./epilogue.ts";
import { featureShape, isSparse } from "./features.ts";
import type { Layer, LayerInput } from "./layer.ts";
import { propagate, propagateGradient, type Propagation } from "./propagate.ts";
import { transform } from "./transform.ts";

/** Order of the two products: `(A H) W` or `A (H W)`, with equal results but different work. */
export type ProductOrder = "aggregate-first" | "transform-first";

/** Options of a graph convolution. */
export interface GraphConvolutionOptions extends EpilogueOptions {
  /** Name of the layer: `layer 1`. */
  readonly label: string;
  /** Columns of the result. */
  readonly width: number;
  /**
   * Order of the products. By default the order with fewer multiplications in a training step: on a square
   * adjacency the one that aggregates the narrower side, or, where the input's gradient is not needed,
   * `aggregate-first` up to twice the width, as it then aggregates forward only. On a block `aggregate-first`
   * also leaves fewer rows to transform. Sparse features are always transformed first.
   */
  readonly order?: ProductOrder;
  /** Polynomial of the adjacency; one hop by default. */
  readonly propagation?: Propagation;
  /** Whether weight decay applies to the layer's parameters; true by default. */
  readonly decays?: boolean;
}

/**
 * Creates a graph convolution: `H' = epilogue(A H W)` (Kipf and Welling, "Semi-supervised classification with
 * graph convolutional networks", ICLR 2017, equation 2), or with a polynomial of A in place of A. The
 * epilogue is fused with the GEMM where that comes last.
 *
 * Backward, with G the gradient before the epilogue: aggregate-first `dW = (A H)^T G`, `dH = A^T (G W^T)`;
 * transform-first `dW = H^T (A^T G)`, `dH = (A^T G) W^T`.
 *
 * @throws {UsageError} for options out of range.
 * @example
 * ```ts
 * import { graphConvolution } from "gnn-repro/training";
 * const hidden = graphConvolution({ label: "layer 1", width: 16, negativeSlope: 0, dropout: 0.5 });
 * if (hidden.label !== "layer 1") throw new Error("a layer is a description");
 * ```
 */
export function graphConvolution(options: GraphConvolutionOptions): Layer {
  const { label, width, decays = true, propagation = { hops: 1, combine: "last" } } = options;
  checkEpilogue(label, options);
  checkHops(label, propagation);
  return {
    label,
    forward(steps, input) {
      const { features, adjacency, inputGradient } = input;
      const { matrix } = adjacency;
      const rows = featureShape(features).cols;
      const weight = steps.parameter("weight", { rows, cols: width, initialisation: "glorot", decays });
      const epilogue = makeEpilogue(steps, { ...options, width, decays });
      const order = orderOf(options, input);

      if (order === "aggregate-first" && !isSparse(features)) {
        const aggregated = propagate(steps, features, { ...propagation, matrix });
        const combined = transform(steps, aggregated, { weight, epilogue, inputGradient });
        return {
          features: combined.y,
          backward(steps, gradient) {
            const inner = combined.backward(steps, gradient);
            return inner && propagateGradient(steps, inner, { ...propagation, ...adjacency });
          },
        };
      }
      const combined = transform(steps, features, { weight, inputGradient });
      const aggregated = propagate(steps, combined.y, { ...propagation, matrix });
      const y = emitEpilogue(steps, aggregated, epilogue);
      return {
        features: y,
        backward(steps, gradient) {
          const inner = epilogueGradient(steps, gradient, { epilogue, y });
          return combined.backward(
            steps,
            propagateGradient(steps, inner, { ...propagation, ...adjacency }),
          );
        },
      };
    },
  };
}

function orderOf(options: GraphConvolutionOptions, input: LayerInput): ProductOrder {
  const { label, order, width, propagation } = options;
  const { features, adjacency: { matrix: { rows, cols, nnz } }, inputGradient } = input;
  if (!isSparse(features)) {
    if (order) return order;
    // Sparse products forward and, where one is needed, backward; dense ones of the result and of one or two
    // gradients.
    const inner = features.cols, entries = nnz * (propagation?.hops ?? 1), dense = inner * width;
    const sparseProducts = inputGradient ? 2 : 1, denseProducts = inputGradient ? 3 : 2;
    const aggregateFirst = entries * inner * sparseProducts + rows * dense * denseProducts;
    const transformFirst = entries * width * 2 + cols * dense * denseProducts;
    return aggregateFirst <= transformFirst ? "aggregate-first" : "transform-first";
  }
  if (order !== "aggregate-first") return "transform-first";
  throw new UsageError({
    action: `emit ${label}`,
    current: "order aggregate-first on sparse features",
    wanted: "transform-first: a product of two sparse matrices is no step of a program",
    next: "leave the order out, or load the features as a dense matrix",
  });
}

function checkHops(label: string, { hops }: Propagation): void {
  if (Number.isInteger(hops) && hops >= 1) return;
  throw new UsageError({
    action: `make ${label}`,
    current: `${hops} hops`,
    wanted: "a whole number from 1",
    next: "use a linear layer where nothing is aggregated",
  });
}
