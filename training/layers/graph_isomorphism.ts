/**
 * Layer of the graph isomorphism network: a sum over neighbours, then a multi-layer perceptron.
 *
 * @module
 */
import type { EpilogueOptions } from "./epilogue.ts";
import { graphConvolution, type ProductOrder } from "./graph_convolution.ts";
import type { Layer } from "./layer.ts";
import { linear } from "./linear.ts";

/** Options of a graph isomorphism layer. Its epilogue's `bias` is that of the second linear layer. */
export interface GraphIsomorphismOptions extends EpilogueOptions {
  /** Name of the layer: `layer 1`. */
  readonly label: string;
  /** Columns between the two linear layers. */
  readonly hidden: number;
  /** Columns of the result. */
  readonly width: number;
  /** Whether the sum comes before the first linear layer or after its product; the cheaper one by default. */
  readonly order?: ProductOrder;
  /** Whether weight decay applies to the layer's parameters; true by default. */
  readonly decays?: boolean;
}

/**
 * Creates a graph isomorphism layer: `H' = epilogue(ReLU(A H W1 + b1) W2)` (Xu et al., "How powerful are
 * graph neural networks?", ICLR 2019, equation 4.1). The adjacency includes the vertex itself: 1 for each
 * neighbour and 1 + epsilon on the diagonal, one number for both where a vertex is its own neighbour. Epsilon
 * is not learned (their GIN-0 has 0), and there is no normalisation between the layers.
 *
 * @throws {UsageError} for options out of range.
 */
export function graphIsomorphism(options: GraphIsomorphismOptions): Layer {
  const { label, hidden: width, order, decays = true } = options;
  const summed = graphConvolution({
    label,
    width,
    negativeSlope: 0,
    bias: true,
    decays,
    ...(order ? { order } : {}),
  });
  const combined = linear(options);
  return {
    label,
    forward(steps, input) {
      const hidden = summed.forward(steps.part("first"), input);
      const { features, backward } = combined.forward(steps.part("second"), {
        ...input,
        features: hidden.features,
        inputGradient: true,
      });
      return {
        features,
        backward(steps, gradient) {
          return hidden.backward!(steps.part("first"), backward!(steps.part("second"), gradient)!);
        },
      };
    },
  };
}
