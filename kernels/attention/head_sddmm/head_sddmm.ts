/**
 * Problem and operands of sampled dense-dense products for each head.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { DeviceBuffer } from "../../../hardware/device.ts";
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../../operation.ts";
import type { HeadShape } from "../attention.ts";

/**
 * Sampled dense-dense product for each head:
 * `y[e, h] = sum over k of a[row of e, h d + k] b[column of e, h d + k]`, `nnz x heads`.
 */
export interface HeadSddmmProblem extends HeadShape {
  /** Sparse matrix of which only the pattern is read, not the values. */
  readonly matrix: CsrMatrix;
  /** Left factor, `matrix.rows x heads * headWidth`. */
  readonly a: HostNumbers;
  /** Right factor, `matrix.cols x heads * headWidth`. */
  readonly b: HostNumbers;
}

/** Operands of `head-sddmm`. */
export interface HeadSddmmOperands<B extends DeviceBuffer = DeviceBuffer> extends HeadShape {
  /** Sparse matrix, on the host. */
  readonly matrix: CsrMatrix;
  /** Left factor, `matrix.rows x heads * headWidth`. */
  readonly a: DeviceMatrix<B>;
  /** Right factor, `matrix.cols x heads * headWidth`. */
  readonly b: DeviceMatrix<B>;
  /** Products, `nnz x heads`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of `head-sddmm`, by backend. */
export type HeadSddmmOperandsOf = OperandsByBackend<
  HeadSddmmOperands<WasmBuffer>,
  HeadSddmmOperands<WebGpuBuffer>
>;
