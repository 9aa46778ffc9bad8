/**
 * Problem and operands of a sum over rows, used for the gradient of a bias and the loss of a batch.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** Column sums `y[c] = sum over r of X[r, c]`, in an order that does not change from run to run. */
export interface ColumnSumProblem {
  /** X, `rows x cols`, row-major. */
  readonly x: HostNumbers;
  /** Rows of X, the terms of each sum. */
  readonly rows: number;
  /** Columns of X, entries of y. */
  readonly cols: number;
}

/** Operands of one column sum on a device. */
export interface ColumnSumOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X, `rows x cols`. */
  readonly x: DeviceMatrix<B>;
  /** y, `1 x cols`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of a column sum, by backend. */
export type ColumnSumOperandsOf = OperandsByBackend<
  ColumnSumOperands<WasmBuffer>,
  ColumnSumOperands<WebGpuBuffer>
>;
