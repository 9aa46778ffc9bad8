/**
 * The linear layer.
 *
 * @module
 */
import { checkEpilogue, type EpilogueOptions, makeEpilogue } from "./epilogue.ts";
import { featureShape } from "./features.ts";
import type { Layer } from "./layer.ts";
import { transform } from "./transform.ts";

/** What a linear layer is. */
export interface LinearOptions extends EpilogueOptions {
  /** Its name: `layer 2`. */
  readonly label: string;
  /** Columns of the result. */
  readonly width: number;
  /** Whether the optimizer's weight decay holds for its parameters; it does when absent. */
  readonly decays?: boolean;
}

/**
 * `H' = epilogue(H W)`: no vertex sees another.
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
