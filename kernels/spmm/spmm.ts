/**
 * Problem on the host and operands on a device of sparse-times-dense multiplication.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";
import type { ResidentCsr } from "./resident_csr.ts";

/**
 * Product `Y = A X` of a sparse matrix and a dense one. `matrix.values` absent means that every stored entry
 * is 1.
 */
export interface SpmmProblem {
  /** Sparse matrix A, `rows x cols`. */
  readonly matrix: CsrMatrix;
  /** X, `matrix.cols x width`, row-major. */
  readonly features: HostNumbers;
  /** Columns of X and Y. */
  readonly width: number;
}

/**
 * Operands of one multiplication. The sparse matrix stays on the host: each kernel uploads a device layout of
 * its own.
 */
export interface SpmmOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Sparse matrix A, on the host. */
  readonly matrix: CsrMatrix;
  /**
   * Values of A where they change between runs of a plan (dropout of sparse features, attention): `1 x nnz`,
   * in the order of `matrix.colIdx`. Kernels that re-block the matrix (neighbour groups, tiles) refuse them.
   */
  readonly values?: DeviceMatrix<B>;
  /**
   * Arrays of A on the device, where those of `matrix`, of the same bounds, are not the ones to multiply by.
   * Only the row-by-row kernels of `webgpu` take them.
   */
  readonly resident?: ResidentCsr<B>;
  /** X, `matrix.cols x width`. */
  readonly x: DeviceMatrix<B>;
  /** Y, `matrix.rows x width`. */
  readonly y: DeviceMatrix<B>;
  /** Matrix that the kernel writes: `y`. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of a multiplication, by backend. */
export type SpmmOperandsOf = OperandsByBackend<SpmmOperands<WasmBuffer>, SpmmOperands<WebGpuBuffer>>;
