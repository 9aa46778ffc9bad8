/**
 * What a linear combination of two matrices works on: residual connections, sums over layers, accumulated gradients.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** `Z = alpha X + beta Y`, entry by entry. */
export interface AddProblem {
  /** X, `rows x cols`, row-major. */
  readonly x: HostNumbers;
  /** Y, `rows x cols`. */
  readonly y: HostNumbers;
  /** Rows of X, Y and Z. */
  readonly rows: number;
  /** Their columns. */
  readonly cols: number;
  /** Factor of X. */
  readonly alpha: number;
  /** Factor of Y. */
  readonly beta: number;
}

/** The operands of one combination on a device. */
export interface AddOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X, `rows x cols`. */
  readonly x: DeviceMatrix<B>;
  /** Y, `rows x cols`. */
  readonly y: DeviceMatrix<B>;
  /** Z, `rows x cols`, neither X nor Y: what a kernel writes. */
  readonly output: DeviceMatrix<B>;
  /** Factor of X. */
  readonly alpha: number;
  /** Factor of Y. */
  readonly beta: number;
}

/** The operands by backend. */
export type AddOperandsOf = OperandsByBackend<AddOperands<WasmBuffer>, AddOperands<WebGpuBuffer>>;
