/**
 * Entry-wise end of a layer, `dropout(activation(z + bias))`, and its gradient.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { dropoutConstants } from "../../kernels/epilogue/epilogue.ts";
import type { StepEpilogue } from "../operations/rules/epilogue.ts";
import type { StepEmitter } from "../program/step_emitter.ts";
import type { Tensor } from "../program/tensor.ts";
import { type Gradient, rowsFor } from "./gradient.ts";

/** Options of an epilogue, applied to each entry of a layer's result; the identity by default. */
export interface EpilogueOptions {
  /** Factor of negative entries: 1 (the default) is the identity, 0 ReLU, between them LeakyReLU. */
  readonly negativeSlope?: number;
  /** Whether a bias, one parameter a column, is added first; false by default. */
  readonly bias?: boolean;
  /** Share of the entries that training sets to 0 at the end; 0 by default. */
  readonly dropout?: number;
}

/** Options of {@linkcode makeEpilogue}: an epilogue with its layer's width and weight decay. */
export interface EpilogueSpec extends EpilogueOptions {
  /** Columns of the result. */
  readonly width: number;
  /** Whether weight decay applies to the bias. */
  readonly decays: boolean;
}

/**
 * Checks the options of an epilogue.
 *
 * @throws {UsageError} for a dropout rate below 0 or that drops everything, or a slope below 0, whose
 * gradient cannot be derived from the result's sign.
 */
export function checkEpilogue(label: string, { negativeSlope = 1, dropout = 0 }: EpilogueOptions): void {
  dropoutConstants(dropout, `make ${label}`);
  if (negativeSlope >= 0 && negativeSlope < Infinity) return;
  throw new UsageError({
    action: `make ${label}`,
    current: `a negative slope of ${negativeSlope}`,
    wanted: "a number from 0",
    next: "take 0 for ReLU, 1 for no activation",
  });
}

/** Makes the layer's bias and dropout; `undefined` for the identity. */
export function makeEpilogue(steps: StepEmitter, spec: EpilogueSpec): StepEpilogue | undefined {
  const { negativeSlope = 1, width: cols, decays } = spec;
  const bias = spec.bias
    ? steps.parameter("bias", { rows: 1, cols, initialisation: "zeros", decays })
    : undefined;
  const dropout = steps.dropout(spec.dropout ?? 0);
  if (negativeSlope === 1 && !bias && !dropout) return undefined;
  return { negativeSlope, ...(bias ? { bias } : {}), ...(dropout ? { dropout } : {}) };
}

/** Emits an epilogue as a separate step, where no product can fuse it. */
export function emitEpilogue(steps: StepEmitter, x: Tensor, epilogue: StepEpilogue | undefined): Tensor {
  return epilogue ? steps.emit("output", { op: "activation", x, epilogue }) : x;
}

/** Epilogue with its result, which its gradient needs. */
export interface EmittedEpilogue {
  /** The epilogue; the identity when `undefined`. */
  readonly epilogue: StepEpilogue | undefined;
  /** Result of the epilogue. */
  readonly y: Tensor;
}

/** Emits the gradient of an epilogue's input, and records that of its bias. */
export function epilogueGradient(
  steps: StepEmitter,
  gradient: Gradient,
  { epilogue, y }: EmittedEpilogue,
): Gradient {
  if (!epilogue) return gradient;
  const { bias, ...entryWise } = epilogue;
  const changes = entryWise.negativeSlope !== 1 || entryWise.dropout !== undefined;
  const tensor = changes ? entryWiseGradient(steps, gradient, { epilogue: entryWise, y }) : gradient.tensor;
  if (bias) steps.learn(bias, steps.emit("bias gradient", { op: "column-sum", x: tensor }));
  return { ...gradient, tensor };
}

/**
 * Emits the entry-wise part of the gradient. Masks depend on the place of an entry in the whole matrix, which
 * compact rows have lost. Behind ReLU no mask is drawn, as the result's sign shows the dropped entries;
 * otherwise the gradient is scattered to its places for this one operation.
 */
function entryWiseGradient(
  steps: StepEmitter,
  gradient: Gradient,
  { epilogue, y }: { readonly epilogue: StepEpilogue; readonly y: Tensor },
): Tensor {
  const emit = (y: Tensor, gradient: Tensor) =>
    steps.emit("pre-activation gradient", { op: "activation-gradient", y, gradient, epilogue });
  const { tensor, active } = gradient;
  if (active && epilogue.dropout && epilogue.negativeSlope !== 0) {
    return active.gather(steps, emit(y, active.scatter(steps, tensor, y.rows)));
  }
  return emit(rowsFor(steps, y, gradient), tensor);
}
