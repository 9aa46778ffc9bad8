/**
 * Problem and operands of a linear combination of two matrices, used by residual connections, sums over
 * layers and accumulated gradients.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** Linear combination `Z = alpha X + beta Y`, entry by entry. */
export interface AddProblem {
  /** X, `rows x cols`, row-major. */
  readonly x: HostNumbers;
  /** Y, `rows x cols`. */
  readonly y: HostNumbers;
  /** Rows of X, Y and Z. */
  readonly rows: number;
  /** Columns of X, Y and Z. */
  readonly cols: number;
  /** Factor of X. */
  readonly alpha: number;
  /** Factor of Y. */
  readonly beta: number;
}

/** Operands of one linear combination on a device. */
export interface AddOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X, `rows x cols`. */
  readonly x: DeviceMatrix<B>;
  /** Y, `rows x cols`. */
  readonly y: DeviceMatrix<B>;
  /** Z, `rows x cols`, a matrix other than X and Y; written by the kernel. */
  readonly output: DeviceMatrix<B>;
  /** Factor of X. */
  readonly alpha: number;
  /** Factor of Y. */
  readonly beta: number;
}

/** Operands of a linear combination, by backend. */
export type AddOperandsOf = OperandsByBackend<AddOperands<WasmBuffer>, AddOperands<WebGpuBuffer>>;
