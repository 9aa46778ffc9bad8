/**
 * Linear layer.
 *
 * @module
 */
import { checkEpilogue, type EpilogueOptions, makeEpilogue } from "./epilogue.ts";
import { featureShape } from "./features.ts";
import type { Layer } from "./layer.ts";
import { transform } from "./transform.ts";

/** Options of a linear layer. */
export interface LinearOptions extends EpilogueOptions {
  /** Name of the layer: `layer 2`. */
  readonly label: string;
  /** Columns of the result. */
  readonly width: number;
  /** Whether weight decay applies to the layer's parameters; true by default. */
  readonly decays?: boolean;
}

/**
 * Creates a linear layer: `H' = epilogue(H W)`, row by row.
 *
 * @throws {UsageError} for options out of range.
 */
export function linear(options: LinearOptions): Layer {
  const { label, width, decays = true } = options;
  checkEpilogue(label, options);
  return {
    label,
    rowWise: true,
    forward(steps, { features, inputGradient }) {
      const rows = featureShape(features).cols;
      const weight = steps.parameter("weight", { rows, cols: width, initialisation: "glorot", decays });
      const epilogue = makeEpilogue(steps, { ...options, width, decays });
      const { y, backward } = transform(steps, features, { weight, epilogue, inputGradient });
      return { features: y, backward };
    },
  };
}
