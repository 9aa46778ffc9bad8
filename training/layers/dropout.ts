/**
 * Dropout as a separate layer, for input features, which no lower layer can fuse it with.
 *
 * @module
 */
import { type Dropout, dropoutConstants } from "../../kernels/epilogue/epilogue.ts";
import type { StepEmitter } from "../program/step_emitter.ts";
import type { Tensor } from "../program/tensor.ts";
import { emitEpilogue, epilogueGradient } from "./epilogue.ts";
import { isSparse, type SparseLayerInput } from "./features.ts";
import type { Layer } from "./layer.ts";

/** Options of a dropout layer. */
export interface DropoutOptions {
  /** Name of the layer: `features`. */
  readonly label: string;
  /** Share of the entries that become 0 in training, from 0 up to, but without, 1. */
  readonly rate: number;
}

/**
 * Creates a layer of inverted dropout, which does nothing in evaluation. Of sparse features only stored
 * entries can fall: the others are 0 already, so that the result has the distribution of a dense dropout.
 *
 * @throws {UsageError} if the rate is out of range.
 */
export function dropout({ label, rate }: DropoutOptions): Layer {
  dropoutConstants(rate, `make ${label}`);
  return {
    label,
    rowWise: true,
    forward(steps, { features, inputGradient }) {
      const drop = steps.dropout(rate);
      if (isSparse(features)) return { features: drop ? dropEntries(steps, features, drop) : features };
      const epilogue = drop && { negativeSlope: 1, dropout: drop };
      const y = emitEpilogue(steps, features, epilogue);
      if (!inputGradient) return { features: y };
      return {
        features: y,
        backward: (steps, gradient) => epilogueGradient(steps, gradient, { epilogue, y }),
      };
    },
  };
}

/**
 * Emits dropout of stored entries. The transpose is gathered in the backward pass, once for all readers, so
 * that its entries need no memory before.
 */
function dropEntries(
  steps: StepEmitter,
  { input, dropped }: SparseLayerInput,
  drop: Dropout,
): SparseLayerInput {
  const { values, order: index } = input.entries();
  const x = dropped?.values ?? values;
  let transposed: Tensor | undefined;
  return {
    input,
    dropped: {
      values: steps.emit("entries", { op: "gather-entries", x, dropout: drop }),
      transposedValues: (steps) =>
        transposed ??= steps.emit("transposed entries", { op: "gather-entries", x, index, dropout: drop }),
    },
  };
}
