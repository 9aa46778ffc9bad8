/**
 * The entry-wise end of a layer, `dropout(activation(z + bias))`, and its gradient.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { StepEpilogue } from "../operations/rules/epilogue.ts";
import type { StepEmitter } from "../program/step_emitter.ts";
import type { Tensor } from "../program/tensor.ts";
import { type Gradient, rowsFor } from "./gradient.ts";

/** What happens to each entry of a layer's result. Nothing when all is absent. */
export interface EpilogueOptions {
  /** Factor of negative entries: 1 (when absent) the identity, 0 ReLU, between them LeakyReLU. */
  readonly negativeSlope?: number;
  /** Whether a learned number a column is added first; not when absent. */
  readonly bias?: boolean;
  /** Share of the entries that training sets to 0 last; 0 when absent. */
  readonly dropout?: number;
}

/** How {@linkcode emitEpilogue} is given a layer's width and its decay. */
export interface EpilogueSpec extends EpilogueOptions {
  /** Columns of the result. */
  readonly width: number;
  /** Whether weight decay holds for the bias. */
  readonly decays: boolean;
}

/**
 * Compares the options of a layer's end with their ranges.
 *
 * @throws {UsageError} for a dropout rate outside [0, 1) or a slope below 0, whose gradient the result's sign does not tell.
 */
export function checkEpilogue(label: string, { negativeSlope = 1, dropout = 0 }: EpilogueOptions): void {
  checkDropout(label, dropout);
  if (negativeSlope >= 0 && negativeSlope < Infinity) return;
  throw new UsageError({
    action: `make ${label}`,
    current: `a negative slope of ${negativeSlope}`,
    wanted: "a number from 0",
    next: "take 0 for ReLU, 1 for no activation",
  });
}

/**
 * Compares a dropout rate with its range.
 *
 * @throws {UsageError} outside [0, 1).
 */
export function checkDropout(label: string, rate: number): void {
  if (rate >= 0 && rate < 1) return;
  throw new UsageError({
    action: `make ${label}`,
    current: `a dropout rate of ${rate}`,
    wanted: "a number from 0 up to, but without, 1",
    next: "take 0 for no dropout",
  });
}

/** Makes the layer's bias and dropout; `undefined` where nothing happens to an entry. */
export function makeEpilogue(steps: StepEmitter, spec: EpilogueSpec): StepEpilogue | undefined {
  const { negativeSlope = 1, width: cols, decays } = spec;
  const bias = spec.bias
    ? steps.parameter("bias", { rows: 1, cols, initialisation: "zeros", decays })
    : undefined;
  const dropout = steps.dropout(spec.dropout ?? 0);
  if (negativeSlope === 1 && !bias && !dropout) return undefined;
  return { negativeSlope, ...(bias ? { bias } : {}), ...(dropout ? { dropout } : {}) };
}

/** Emits an epilogue as a step of its own, where no product can take it along. */
export function emitEpilogue(steps: StepEmitter, x: Tensor, epilogue: StepEpilogue | undefined): Tensor {
  return epilogue ? steps.emit("output", { op: "activation", x, epilogue }) : x;
}

/** An epilogue with its result: all that its gradient needs. */
export interface EmittedEpilogue {
  /** What was done; nothing when `undefined`. */
  readonly epilogue: StepEpilogue | undefined;
  /** Its result. */
  readonly y: Tensor;
}

/** Emits the gradient of an epilogue's input, and leaves that of its bias. */
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
 * Masks are drawn by the place of an entry in the whole matrix, which an active row has lost. Behind ReLU none is drawn, as the
 * result's sign tells what fell; elsewhere the gradient goes back to its place for this one operation.
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
