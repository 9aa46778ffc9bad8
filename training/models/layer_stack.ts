/**
 * Stack of equal layers, shared by the models: dropout of the input of each layer, ReLU between them.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { dropout as dropoutLayer } from "../layers/dropout.ts";
import type { EpilogueOptions } from "../layers/epilogue.ts";
import type { Layer } from "../layers/layer.ts";
import { plural } from "../../platform/text/plural.ts";

/** Dropout of a stack. */
export interface StackDropout {
  /** Dropout of the input of every layer; 0 by default. */
  readonly dropout?: number;
  /** Dropout of the input of the first layer, the features, where it is not that of the others. */
  readonly inputDropout?: number;
}

/** Place of a layer in a stack. */
export interface StackPlace {
  /** Label of the layer: `layer 1`. */
  readonly label: string;
  /** Index of the layer, from 0. */
  readonly at: number;
  /** Whether the layer is the last, whose result are the logits. */
  readonly last: boolean;
  /** ReLU and the dropout of the next layer's input; none for the last layer. */
  readonly epilogue: Pick<EpilogueOptions, "negativeSlope" | "dropout">;
}

/**
 * Creates layers `layer 1`, `layer 2` and so on, below them a layer `input` where features are dropped: the
 * dropout of a hidden layer's input is fused into the layer below.
 *
 * @throws {UsageError} where `layers` is not an integer from 1, or the dropout is out of range.
 */
export function stackLayers(
  model: string,
  { layers, dropout = 0, inputDropout = dropout }: StackDropout & { readonly layers: number },
  make: (place: StackPlace) => Layer,
): readonly Layer[] {
  if (!(Number.isInteger(layers) && layers >= 1)) {
    throw new UsageError({
      action: `make a ${model}`,
      current: plural(layers, "layer"),
      wanted: "a whole number from 1",
      next: "leave it out for the default",
    });
  }
  const stack = Array.from({ length: layers }, (_, at) => {
    const last = at === layers - 1;
    return make({ label: `layer ${at + 1}`, at, last, epilogue: last ? {} : { negativeSlope: 0, dropout } });
  });
  return inputDropout === 0 ? stack : [dropoutLayer({ label: "input", rate: inputDropout }), ...stack];
}
