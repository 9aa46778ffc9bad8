/**
 * What sparse-times-dense multiplication works on: a problem on the host, its operands on a device.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/**
 * `Y = A X`: a sparse matrix times a dense one. `matrix.values` absent means that every stored entry is 1.
 */
export interface SpmmProblem {
  /** A, `rows x cols`. */
  readonly matrix: CsrMatrix;
  /** X, `matrix.cols x width`, row-major. */
  readonly features: HostNumbers;
  /** Columns of X and Y. */
  readonly width: number;
}

/**
 * The operands of one multiplication. The sparse matrix stays on the host: each kernel brings its own device
 * layout of it.
 */
export interface SpmmOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** A, on the host. */
  readonly matrix: CsrMatrix;
  /**
   * A's values where they change between runs of a plan (dropout of sparse features, attention): `1 x nnz`,
   * in the order of `matrix.colIdx`. Kernels that re-block the matrix (neighbour groups, tiles) refuse them.
   */
  readonly values?: DeviceMatrix<B>;
  /** X, `matrix.cols x width`. */
  readonly x: DeviceMatrix<B>;
  /** Y, `matrix.rows x width`. */
  readonly y: DeviceMatrix<B>;
  /** Matrix that the kernel writes: `y`. */
  readonly output: DeviceMatrix<B>;
}

/** The operands by backend. */
export type SpmmOperandsOf = OperandsByBackend<SpmmOperands<WasmBuffer>, SpmmOperands<WebGpuBuffer>>;
