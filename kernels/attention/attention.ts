/**
 * What attention over the entries of a sparse matrix works on (Velickovic et al., "Graph attention networks", ICLR 2018).
 * With H heads of d features each, Z = X W has H d columns, head by head. `Z B`, with B the block-diagonal matrix of the
 * attention vectors, has two numbers a vertex and head: what it adds to the score of an entry as its row (column h) and as
 * its column (column H + h). The first rows of a block's sources are its destinations, so one matrix serves both.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** Whose columns are whose: of `heads * headWidth`, head by head. */
export interface HeadShape {
  /** H. */
  readonly heads: number;
  /** d. */
  readonly headWidth: number;
}

/** `B[h d + k, h] = V[0, h d + k]`, `B[h d + k, H + h] = V[1, h d + k]`, all else 0. */
export interface BlockDiagonalProblem extends HeadShape {
  /** V, `2 x heads * headWidth`: the attention vectors of rows and of columns. */
  readonly vectors: HostNumbers;
}

/** The gradient of V: `to[s, h d + k] = gradient[h d + k, s H + h]`. */
export interface BlockDiagonalGradientProblem extends HeadShape {
  /** `heads * headWidth x 2 heads`. */
  readonly gradient: HostNumbers;
}

/**
 * `y[e, h] = softmax over the entries of e's row of leaky(scores[row, h] + scores[column, H + h])`, `nnz x heads`.
 * Computed with the row's maximum taken off, so that no score overflows.
 */
export interface EdgeSoftmaxProblem {
  /** Pattern; values are not read. */
  readonly matrix: CsrMatrix;
  /** `matrix.cols x 2 heads`; `matrix.rows <= matrix.cols`. */
  readonly scores: HostNumbers;
  /** H. */
  readonly heads: number;
  /** Factor of negative sums: 0.2 in the paper. */
  readonly negativeSlope: number;
}

/** The gradient of the sum inside `leaky`: `leaky'(sum) a[e] (gradient[e] - sum over the row of a[f] gradient[f])`. */
export interface EdgeSoftmaxGradientProblem extends EdgeSoftmaxProblem {
  /** a, the softmax's result, `nnz x heads`. */
  readonly attention: HostNumbers;
  /** Gradient of a, `nnz x heads`. */
  readonly gradient: HostNumbers;
}

/** `y[r, h d + k] = sum over entries e of row r of attention[order[e], h] x[column of e, h d + k]`. */
export interface HeadSpmmProblem extends HeadShape {
  /** Pattern; values are not read. */
  readonly matrix: CsrMatrix;
  /** `nnz x heads`. */
  readonly attention: HostNumbers;
  /** For each entry of `matrix` its row of `attention`: that of the transpose's entries. The same order when absent. */
  readonly order?: Uint32Array;
  /** `matrix.cols x heads * headWidth`. */
  readonly x: HostNumbers;
}

/** `y[e, h] = sum over k of a[row of e, h d + k] b[column of e, h d + k]`, `nnz x heads`. */
export interface HeadSddmmProblem extends HeadShape {
  /** Pattern; values are not read. */
  readonly matrix: CsrMatrix;
  /** `matrix.rows x heads * headWidth`. */
  readonly a: HostNumbers;
  /** `matrix.cols x heads * headWidth`. */
  readonly b: HostNumbers;
}

/**
 * The gradient of the scores from that of their sums: `to[v, h] = sum of entries[e, h] over row v` (0 where v is no row),
 * `to[v, H + h] = sum of entries[e, h] over column v`.
 */
export interface EntrySumsProblem {
  /** Pattern; values are not read. */
  readonly matrix: CsrMatrix;
  /** Its transpose. */
  readonly transposed: CsrMatrix;
  /** For each entry of `transposed` its place in `matrix`. */
  readonly order: Uint32Array;
  /** `nnz x heads`. */
  readonly entries: HostNumbers;
  /** H. */
  readonly heads: number;
}

/** Operands of `block-diagonal` (x is V) and its gradient (x is the gradient). */
export interface BlockDiagonalOperands<B extends DeviceBuffer = DeviceBuffer> extends HeadShape {
  /** What is read. */
  readonly x: DeviceMatrix<B>;
  /** What a kernel writes. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of `edge-softmax`. */
export interface EdgeSoftmaxOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** On the host: each kernel brings its own device layout of it. */
  readonly matrix: CsrMatrix;
  /** `matrix.cols x 2 heads`. */
  readonly scores: DeviceMatrix<B>;
  /** H. */
  readonly heads: number;
  /** Factor of negative sums. */
  readonly negativeSlope: number;
  /** `nnz x heads`: what a kernel writes. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of `edge-softmax-gradient`. */
export interface EdgeSoftmaxGradientOperands<B extends DeviceBuffer = DeviceBuffer>
  extends EdgeSoftmaxOperands<B> {
  /** `nnz x heads`. */
  readonly attention: DeviceMatrix<B>;
  /** `nnz x heads`. */
  readonly gradient: DeviceMatrix<B>;
}

/** Operands of `head-spmm`. */
export interface HeadSpmmOperands<B extends DeviceBuffer = DeviceBuffer> extends HeadShape {
  /** On the host. */
  readonly matrix: CsrMatrix;
  /** `nnz x heads`. */
  readonly attention: DeviceMatrix<B>;
  /** u32, one an entry; the same order when absent. */
  readonly order?: B;
  /** `matrix.cols x heads * headWidth`. */
  readonly x: DeviceMatrix<B>;
  /** `matrix.rows x heads * headWidth`: what a kernel writes. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of `head-sddmm`. */
export interface HeadSddmmOperands<B extends DeviceBuffer = DeviceBuffer> extends HeadShape {
  /** On the host. */
  readonly matrix: CsrMatrix;
  /** `matrix.rows x heads * headWidth`. */
  readonly a: DeviceMatrix<B>;
  /** `matrix.cols x heads * headWidth`. */
  readonly b: DeviceMatrix<B>;
  /** `nnz x heads`: what a kernel writes. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of `entry-sums`. */
export interface EntrySumsOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** On the host. */
  readonly matrix: CsrMatrix;
  /** On the host. */
  readonly transposed: CsrMatrix;
  /** u32, one an entry of `transposed`. */
  readonly order: B;
  /** `nnz x heads`. */
  readonly entries: DeviceMatrix<B>;
  /** H. */
  readonly heads: number;
  /** `matrix.cols x 2 heads`: what a kernel writes. */
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
