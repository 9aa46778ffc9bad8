/**
 * What bias, activation and dropout work on where no other operation's epilogue takes them along, and their gradient.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { Epilogue, EpilogueOperands } from "../epilogue.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** `Y = dropout(activation(X + bias))`, entry by entry. */
export interface ActivationProblem {
  /** X, `rows x cols`, row-major. */
  readonly x: HostNumbers;
  /** Rows of X and Y. */
  readonly rows: number;
  /** Columns of X and Y. */
  readonly cols: number;
  /** What happens to each entry. */
  readonly epilogue: Epilogue;
}

/** The operands of one activation on a device. */
export interface ActivationOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X, `rows x cols`. */
  readonly x: DeviceMatrix<B>;
  /** Y, `rows x cols`, not X itself. */
  readonly y: DeviceMatrix<B>;
  /** What a kernel writes: `y`. */
  readonly output: DeviceMatrix<B>;
  /** What happens to each entry. */
  readonly epilogue: EpilogueOperands<B>;
}

/** The operands by backend. */
export type ActivationOperandsOf = OperandsByBackend<
  ActivationOperands<WasmBuffer>,
  ActivationOperands<WebGpuBuffer>
>;

/**
 * The gradient of an epilogue: `Gx = Gy * slope(Y) * mask / (1 - rate)`, where the slope is 1 for entries of Y above 0 and
 * `negativeSlope` for the others, and the mask is drawn again. It needs the epilogue's result, not its input: ReLU and
 * dropout leave the sign of what they keep. Where `negativeSlope` is 0 that sign is the mask, nothing is drawn, and Y and Gy
 * may be any rows of the epilogue's.
 */
export interface ActivationGradientProblem {
  /** Y, what the epilogue stored, `rows x cols`, row-major. */
  readonly y: HostNumbers;
  /** Gy, the gradient with respect to Y, `rows x cols`. */
  readonly gradient: HostNumbers;
  /** Rows of Y, Gy and Gx. */
  readonly rows: number;
  /** Their columns. */
  readonly cols: number;
  /** The epilogue; its bias does not matter. */
  readonly epilogue: Epilogue;
}

/** The operands of one such gradient on a device. */
export interface ActivationGradientOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Y, `rows x cols`. */
  readonly y: DeviceMatrix<B>;
  /** Gy, `rows x cols`. */
  readonly gradient: DeviceMatrix<B>;
  /** Gx, `rows x cols`, neither Y nor Gy: what a kernel writes. */
  readonly output: DeviceMatrix<B>;
  /** The epilogue. */
  readonly epilogue: EpilogueOperands<B>;
}

/** The operands by backend. */
export type ActivationGradientOperandsOf = OperandsByBackend<
  ActivationGradientOperands<WasmBuffer>,
  ActivationGradientOperands<WebGpuBuffer>
>;
