/**
 * What a gate works on: rows that count as much as a score of theirs says, and the gradient of those scores.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/**
 * `Y[r, :] = tanh(s[r]) X[r, :]`. The gradient of X is the same with that of Y in the place of X.
 */
export interface GateProblem {
  /** X, `rows x cols`, row-major. */
  readonly x: HostNumbers;
  /** s, one per row. */
  readonly scores: HostNumbers;
  /** Rows of X and Y. */
  readonly rows: number;
  /** Their columns. */
  readonly cols: number;
}

/** `t[r] = (1 - tanh(s[r])^2) * sum over c of X[r, c] G[r, c]`, with G the gradient of Y. */
export interface GateGradientProblem extends GateProblem {
  /** G, `rows x cols`, row-major. */
  readonly gradient: HostNumbers;
}

/** The operands of one gate on a device. */
export interface GateOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X, `rows x cols`. */
  readonly x: DeviceMatrix<B>;
  /** s, `rows x 1`. */
  readonly scores: DeviceMatrix<B>;
  /** Matrix that the kernel writes: Y, `rows x cols`, or t, `rows x 1`. */
  readonly output: DeviceMatrix<B>;
}

/** The operands of the gradient of one gate's scores on a device. */
export interface GateGradientOperands<B extends DeviceBuffer = DeviceBuffer> extends GateOperands<B> {
  /** G, `rows x cols`. */
  readonly gradient: DeviceMatrix<B>;
}

/** The operands of a gate by backend. */
export type GateOperandsOf = OperandsByBackend<GateOperands<WasmBuffer>, GateOperands<WebGpuBuffer>>;

/** The operands of the gradient by backend. */
export type GateGradientOperandsOf = OperandsByBackend<
  GateGradientOperands<WasmBuffer>,
  GateGradientOperands<WebGpuBuffer>
>;
