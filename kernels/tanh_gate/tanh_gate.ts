/**
 * Problems and operands of a gate, which scales each row by the hyperbolic tangent of its score, and of the
 * gradient of the scores.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/**
 * Gate of rows: `Y[r, :] = tanh(s[r]) X[r, :]`. The gradient of X is the gate of the gradient of Y with the
 * same scores.
 */
export interface TanhGateProblem {
  /** X, `rows x cols`, row-major. */
  readonly x: HostNumbers;
  /** Scores s, one per row. */
  readonly scores: HostNumbers;
  /** Rows of X and Y. */
  readonly rows: number;
  /** Columns of X and Y. */
  readonly cols: number;
}

/**
 * Gradient of the scores: `t[r] = (1 - tanh(s[r])^2) * sum over c of X[r, c] G[r, c]`, with G the gradient of
 * Y.
 */
export interface TanhGateGradientProblem extends TanhGateProblem {
  /** G, `rows x cols`, row-major. */
  readonly gradient: HostNumbers;
}

/** Operands of one gate on a device. */
export interface TanhGateOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X, `rows x cols`. */
  readonly x: DeviceMatrix<B>;
  /** s, `rows x 1`. */
  readonly scores: DeviceMatrix<B>;
  /** Y, `rows x cols`, or t, `rows x 1`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of the gradient of a gate's scores on a device. */
export interface TanhGateGradientOperands<B extends DeviceBuffer = DeviceBuffer> extends TanhGateOperands<B> {
  /** G, `rows x cols`. */
  readonly gradient: DeviceMatrix<B>;
}

/** Operands of a gate, by backend. */
export type TanhGateOperandsOf = OperandsByBackend<
  TanhGateOperands<WasmBuffer>,
  TanhGateOperands<WebGpuBuffer>
>;

/** Operands of the gradient of a gate's scores, by backend. */
export type TanhGateGradientOperandsOf = OperandsByBackend<
  TanhGateGradientOperands<WasmBuffer>,
  TanhGateGradientOperands<WebGpuBuffer>
>;
