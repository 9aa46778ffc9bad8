/**
 * Problems and operands of attention over the entries of a sparse matrix (Velickovic et al., "Graph attention
 * networks", ICLR 2018). With H heads of d features each, Z = X W has H d columns, head by head. `Z B`, with
 * B the block-diagonal matrix of the attention vectors, has two numbers for each vertex and head: the
 * vertex's contribution to the score of an entry as its row (column h) and as its column (column H + h). The
 * first rows of a block's sources are its destinations, so one matrix serves both.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** Division of `heads * headWidth` columns into heads. */
export interface HeadShape {
  /** Number of heads, H. */
  readonly heads: number;
  /** Columns of one head, d. */
  readonly headWidth: number;
}

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

/**
 * SpMM with a weight for each head:
 * `y[r, h d + k] = sum over entries e of row r of attention[order[e], h] x[column of e, h d + k]`.
 */
export interface HeadSpmmProblem extends HeadShape {
  /** Sparse matrix of which only the pattern is read, not the values. */
  readonly matrix: CsrMatrix;
  /** Attention, `nnz x heads`. */
  readonly attention: HostNumbers;
  /**
   * Row of `attention` for each entry of `matrix`, as needed where the matrix is a transpose. The order of
   * the entries when absent.
   */
  readonly order?: Uint32Array;
  /** Features X, `matrix.cols x heads * headWidth`. */
  readonly x: HostNumbers;
}

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

/**
 * Gradient of the scores, given that of their sums: `to[v, h] = sum of entries[e, h] over row v` (0 where v
 * is not a row), `to[v, H + h] = sum of entries[e, h] over column v`.
 */
export interface EntrySumsProblem {
  /** Sparse matrix of which only the pattern is read, not the values. */
  readonly matrix: CsrMatrix;
  /** Transpose of `matrix`. */
  readonly transposed: CsrMatrix;
  /** Position in `matrix` of each entry of `transposed`. */
  readonly order: Uint32Array;
  /** Gradient of the sums of scores, `nnz x heads`. */
  readonly entries: HostNumbers;
  /** Number of heads, H. */
  readonly heads: number;
}

/** Operands of `block-diagonal` (where x is V) and of its gradient (where x is the gradient of B). */
export interface BlockDiagonalOperands<B extends DeviceBuffer = DeviceBuffer> extends HeadShape {
  /** Matrix that the kernel reads. */
  readonly x: DeviceMatrix<B>;
  /** Matrix that the kernel writes. */
  readonly output: DeviceMatrix<B>;
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

/** Operands of `head-spmm`. */
export interface HeadSpmmOperands<B extends DeviceBuffer = DeviceBuffer> extends HeadShape {
  /** Sparse matrix, on the host. */
  readonly matrix: CsrMatrix;
  /** Attention, `nnz x heads`. */
  readonly attention: DeviceMatrix<B>;
  /** Row of `attention` for each entry, u32; the order of the entries when absent. */
  readonly order?: B;
  /** Features X, `matrix.cols x heads * headWidth`. */
  readonly x: DeviceMatrix<B>;
  /** Y, `matrix.rows x heads * headWidth`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
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

/** Operands of `entry-sums`. */
export interface EntrySumsOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Sparse matrix, on the host. */
  readonly matrix: CsrMatrix;
  /** Transpose of `matrix`, on the host. */
  readonly transposed: CsrMatrix;
  /** Position in `matrix` of each entry of `transposed`, u32. */
  readonly order: B;
  /** Gradient of the sums of scores, `nnz x heads`. */
  readonly entries: DeviceMatrix<B>;
  /** Number of heads, H. */
  readonly heads: number;
  /** Gradient of the scores, `matrix.cols x 2 heads`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of `block-diagonal` and its gradient, by backend. */
export type BlockDiagonalOperandsOf = OperandsByBackend<
  BlockDiagonalOperands<WasmBuffer>,
  BlockDiagonalOperands<WebGpuBuffer>
>;
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
/** Operands of `head-spmm`, by backend. */
export type HeadSpmmOperandsOf = OperandsByBackend<
  HeadSpmmOperands<WasmBuffer>,
  HeadSpmmOperands<WebGpuBuffer>
>;
/** Operands of `head-sddmm`, by backend. */
export type HeadSddmmOperandsOf = OperandsByBackend<
  HeadSddmmOperands<WasmBuffer>,
  HeadSddmmOperands<WebGpuBuffer>
>;
/** Operands of `entry-sums`, by backend. */
export type EntrySumsOperandsOf = OperandsByBackend<
  EntrySumsOperands<WasmBuffer>,
  EntrySumsOperands<WebGpuBuffer>
>;
