/**
 * Product of dense or sparse features with weights, and its gradient: the combination of a layer.
 *
 * @module
 */
import type { StepEpilogue } from "../operations/rules/epilogue.ts";
import type { StepEmitter } from "../program/step_emitter.ts";
import type { Tensor } from "../program/tensor.ts";
import { emitEpilogue, epilogueGradient } from "./epilogue.ts";
import { type Features, isSparse, type SparseLayerInput } from "./features.ts";
import { type Gradient, rowsFor } from "./gradient.ts";
import type { Backward } from "./layer.ts";

/** Number of times that a gathered row of a product moves between memory and processor. */
const PICKING_PASSES = 3;

/** Weights of a product, and its epilogue. */
export interface TransformOptions {
  /** Weights W, `input width x output width`, a parameter. */
  readonly weight: Tensor;
  /** Epilogue of the product; none when `undefined`. Fused where the product is a GEMM. */
  readonly epilogue?: StepEpilogue | undefined;
  /** Whether the gradient of dense features is needed. */
  readonly inputGradient: boolean;
}

/** Emitted result with its gradient rule. */
export interface Emitted {
  /** The result. */
  readonly y: Tensor;
  /** Emits the backward steps. */
  readonly backward: Backward;
}

/**
 * Emits `Y = epilogue(X W)`; backward `dW = X^T dZ` and, where needed, `dX = dZ W^T`, with dZ the gradient
 * before the epilogue.
 */
export function transform(steps: StepEmitter, x: Features, options: TransformOptions): Emitted {
  const { weight, epilogue, inputGradient } = options;
  const y = isSparse(x)
    ? emitEpilogue(steps, sparseProduct(steps, x, weight), epilogue)
    : steps.emit(epilogue ? "output" : "product", {
      op: "gemm",
      form: "nn",
      a: x,
      b: weight,
      ...(epilogue ? { epilogue } : {}),
    });
  return {
    y,
    backward(steps, gradient) {
      const inner = epilogueGradient(steps, gradient, { epilogue, y });
      steps.learn(weight, weightGradient(steps, x, inner));
      if (!inputGradient) return undefined;
      const emitted = steps.emit("input gradient", { op: "gemm", form: "nt", a: inner.tensor, b: weight });
      return { ...inner, tensor: emitted };
    },
  };
}

function sparseProduct(steps: StepEmitter, { input, dropped }: SparseLayerInput, weight: Tensor): Tensor {
  const values = dropped ? { values: dropped.values } : {};
  return steps.emit("product", { op: "spmm", matrix: input.matrix, x: weight, ...values }, "combination");
}

function weightGradient(steps: StepEmitter, x: Features, gradient: Gradient): Tensor {
  const { active, tensor } = gradient;
  if (isSparse(x)) {
    const { input: { transposed: matrix }, dropped } = x;
    const values = dropped ? { values: dropped.transposedValues(steps) } : {};
    const whole = active ? active.scatter(steps, tensor, matrix.cols) : tensor;
    return steps.emit("weight gradient", { op: "spmm", matrix, x: whole, ...values }, "combination");
  }
  const product = (a: Tensor, b: Tensor) => steps.emit("weight gradient", { op: "gemm", form: "tn", a, b });
  // Gathered rows of x are read, written and read again: more traffic than all rows, unless few are gathered.
  if (active && PICKING_PASSES * active.rows > x.rows) {
    return product(x, active.scatter(steps, tensor, x.rows));
  }
  return product(rowsFor(steps, x, gradient), tensor);
}
