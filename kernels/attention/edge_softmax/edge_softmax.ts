/**
 * Problems and operands of softmaxes over the entries of rows, and of their gradient.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { DeviceBuffer } from "../../../hardware/device.ts";
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../../operation.ts";

/**
 * Softmax of scores over each row:
 * `y[e, h] = softmax over the entries of e's row of leaky(scores[row, h] + scores[column, H + h])`,
 * `nnz x heads`. The row's maximum is subtracted first, so that no exponential overflows.
 */
export interface EdgeSoftmaxProblem {
  /** Sparse matrix of which only the pattern is read, not the values. */
  readonly matrix: CsrMatrix;
  /** Scores of the vertices, `matrix.cols x 2 heads`; `matrix.rows <= matrix.cols`. */
  readonly scores: HostNumbers;
  /** Number of heads, H. */
  readonly heads: number;
  /** Slope of LeakyReLU for negative sums: 0.2 in the paper. */
  readonly negativeSlope: number;
}

/**
 * Gradient of the argument of `leaky`:
 * `leaky'(sum) a[e] (gradient[e] - sum over the row of a[f] gradient[f])`.
 */
export interface EdgeSoftmaxGradientProblem extends EdgeSoftmaxProblem {
  /** Attention a, the result of the softmax, `nnz x heads`. */
  readonly attention: HostNumbers;
  /** Gradient of the attention a, `nnz x heads`. */
  readonly gradient: HostNumbers;
}

/** Operands of `edge-softmax`. */
export interface EdgeSoftmaxOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Sparse matrix, on the host: each kernel uploads a device layout of its own. */
  readonly matrix: CsrMatrix;
  /** Scores of the vertices, `matrix.cols x 2 heads`. */
  readonly scores: DeviceMatrix<B>;
  /** Number of heads, H. */
  readonly heads: number;
  /** Slope of LeakyReLU for negative sums. */
  readonly negativeSlope: number;
  /** Attention, `nnz x heads`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of `edge-softmax-gradient`. */
export interface EdgeSoftmaxGradientOperands<B extends DeviceBuffer = DeviceBuffer>
  extends EdgeSoftmaxOperands<B> {
  /** Attention, `nnz x heads`. */
  readonly attention: DeviceMatrix<B>;
  /** Gradient of the attention, `nnz x heads`. */
  readonly gradient: DeviceMatrix<B>;
}

/** Operands of `edge-softmax`, by backend. */
export type EdgeSoftmaxOperandsOf = OperandsByBackend<
  EdgeSoftmaxOperands<WasmBuffer>,
  EdgeSoftmaxOperands<WebGpuBuffer>
>;

/** Operands of `edge-softmax-gradient`, by backend. */
export type EdgeSoftmaxGradientOperandsOf = OperandsByBackend<
  EdgeSoftmaxGradientOperands<WasmBuffer>,
  EdgeSoftmaxGradientOperands<WebGpuBuffer>
>;
