/**
 * One entry-wise operator as a layer: how a framework without fusion runs what our layers do while a product is stored.
 *
 * @module
 */
import {
  checkEpilogue,
  emitEpilogue,
  epilogueGradient,
  type EpilogueOptions,
  makeEpilogue,
} from "../../training/layers/epilogue.ts";
import { featureShape, isSparse } from "../../training/layers/features.ts";
import type { Layer } from "../../training/layers/layer.ts";

/**
 * `H' = epilogue(H)` in a pass of its own.
 *
 * @throws {UsageError} for options out of range.
 */
export function entryWise(options: EpilogueOptions & { readonly label: string }): Layer {
  checkEpilogue(options.label, options);
  return {
    label: options.label,
    rowWise: true,
    forward(steps, { features, inputGradient }) {
      if (isSparse(features)) throw new TypeError("dense features only: it follows a layer");
      const { cols: width } = featureShape(features);
      const epilogue = makeEpilogue(steps, { ...options, width, decays: true });
      const y = emitEpilogue(steps, features, epilogue);
      return {
        features: y,
        ...(inputGradient || options.bias
          ? { backward: (steps, gradient) => epilogueGradient(steps, gradient, { epilogue, y }) }
          : {}),
      };
    },
  };
}
