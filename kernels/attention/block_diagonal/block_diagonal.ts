/**
 * Problems and operands of block-diagonal matrices of attention vectors, and of the gradient of the vectors.
 *
 * @module
 */
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { DeviceBuffer } from "../../../hardware/device.ts";
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../../operation.ts";
import type { HeadShape } from "../attention.ts";

/**
 * Block-diagonal matrix of the attention vectors: `B[h d + k, h] = V[0, h d + k]`,
 * `B[h d + k, H + h] = V[1, h d + k]`, all else 0.
 */
export interface BlockDiagonalProblem extends HeadShape {
  /** V, `2 x heads * headWidth`: the attention vectors of rows and of columns. */
  readonly vectors: HostNumbers;
}

/** Gradient of the attention vectors V: `to[s, h d + k] = gradient[h d + k, s H + h]`. */
export interface BlockDiagonalGradientProblem extends HeadShape {
  /** Gradient of B, `heads * headWidth x 2 heads`. */
  readonly gradient: HostNumbers;
}

/** Operands of `block-diagonal` (where x is V) and of its gradient (where x is the gradient of B). */
export interface BlockDiagonalOperands<B extends DeviceBuffer = DeviceBuffer> extends HeadShape {
  /** Matrix that the kernel reads. */
  readonly x: DeviceMatrix<B>;
  /** Matrix that the kernel writes. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of `block-diagonal` and its gradient, by backend. */
export type BlockDiagonalOperandsOf = OperandsByBackend<
  BlockDiagonalOperands<WasmBuffer>,
  BlockDiagonalOperands<WebGpuBuffer>
>;
