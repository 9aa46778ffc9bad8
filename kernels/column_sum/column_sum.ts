/**
 * What a sum over rows works on: the gradient of a bias, the loss of a batch.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** `y[c] = sum over r of X[r, c]`, in an order that does not change from run to run. */
export interface ColumnSumProblem {
  /** X, `rows x cols`, row-major. */
  readonly x: HostNumbers;
  /** Terms of each sum. */
  readonly rows: number;
  /** Columns of X, entries of y. */
  readonly cols: number;
}

/** The operands of one sum on a device. */
export interface ColumnSumOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X, `rows x cols`. */
  readonly x: DeviceMatrix<B>;
  /** y, `1 x cols`: what a kernel writes. */
  readonly output: DeviceMatrix<B>;
}

/** The operands by backend. */
export type ColumnSumOperandsOf = OperandsByBackend<
  ColumnSumOperands<WasmBuffer>,
  ColumnSumOperands<WebGpuBuffer>
>;
