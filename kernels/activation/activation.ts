/**
 * Problems and operands of bias, activation and dropout as an operation of its own, and of its gradient.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { Epilogue, EpilogueOperands } from "../epilogue/epilogue.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** `Y = dropout(activation(X + bias))`, entry by entry. */
export interface ActivationProblem {
  /** X, `rows x cols`, row-major. */
  readonly x: HostNumbers;
  /** Rows of X and Y. */
  readonly rows: number;
  /** Columns of X and Y. */
  readonly cols: number;
  /** Epilogue applied to each entry. */
  readonly epilogue: Epilogue;
}

/** Operands of one activation on a device. */
export interface ActivationOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X, `rows x cols`. */
  readonly x: DeviceMatrix<B>;
  /** Y, `rows x cols`, not X itself. */
  readonly y: DeviceMatrix<B>;
  /** Matrix that the kernel writes: `y`. */
  readonly output: DeviceMatrix<B>;
  /** Epilogue applied to each entry. */
  readonly epilogue: EpilogueOperands<B>;
}

/** Operands of an activation, by backend. */
export type ActivationOperandsOf = OperandsByBackend<
  ActivationOperands<WasmBuffer>,
  ActivationOperands<WebGpuBuffer>
>;

/**
 * Gradient of an epilogue: `Gx = Gy * slope(Y) * mask / (1 - rate)`, where the slope is 1 for entries of Y
 * above 0 and `negativeSlope` for the others, and the dropout mask is drawn again. The gradient is computed
 * from the epilogue's result, not from its input: ReLU and dropout preserve the sign of the entries that they
 * keep. With `negativeSlope` 0 the sign of Y replaces the mask, so nothing is drawn, and Y and Gy may be any
 * subset of the epilogue's rows.
 */
export interface ActivationGradientProblem {
  /** Y, the result that the epilogue stored, `rows x cols`, row-major. */
  readonly y: HostNumbers;
  /** Gy, the gradient with respect to Y, `rows x cols`. */
  readonly gradient: HostNumbers;
  /** Rows of Y, Gy and Gx. */
  readonly rows: number;
  /** Columns of Y, Gy and Gx. */
  readonly cols: number;
  /** Epilogue whose gradient is computed; the value of its bias has no influence. */
  readonly epilogue: Epilogue;
}

/** Operands of one epilogue gradient on a device. */
export interface ActivationGradientOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Y, `rows x cols`. */
  readonly y: DeviceMatrix<B>;
  /** Gy, `rows x cols`. */
  readonly gradient: DeviceMatrix<B>;
  /** Gx, `rows x cols`, a matrix other than Y and Gy; written by the kernel. */
  readonly output: DeviceMatrix<B>;
  /** Epilogue whose gradient is computed. */
  readonly epilogue: EpilogueOperands<B>;
}

/** Operands of an epilogue gradient, by backend. */
export type ActivationGradientOperandsOf = OperandsByBackend<
  ActivationGradientOperands<WasmBuffer>,
  ActivationGradientOperands<WebGpuBuffer>
>;
