/**
 * Problem on the host and operands on a device of dense matrix multiplication.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { Epilogue, EpilogueOperands } from "../epilogue/epilogue.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/**
 * Storage of the factors: `nn` neither is transposed (features times weights), `nt` B is stored as
 * `cols x inner` (gradients times weights, which gives gradients of features), `tn` A is stored as
 * `inner x rows` (features times gradients, which gives gradients of weights).
 */
export type GemmForm = "nn" | "nt" | "tn";

/**
 * Dense matrix product `C = epilogue(A B)`, the dense part of a layer. All matrices are row-major, as stored.
 */
export interface GemmProblem {
  /** A, `rows x inner`; stored `inner x rows` in form `tn`. */
  readonly a: HostNumbers;
  /** B, `inner x cols`; stored `cols x inner` in form `nt`. */
  readonly b: HostNumbers;
  /** Form of the product; `nn` when absent. */
  readonly form?: GemmForm;
  /** Epilogue applied to each entry of the product; none when absent. */
  readonly epilogue?: Epilogue;
  /** Rows of A and C. */
  readonly rows: number;
  /** Columns of A, rows of B: the terms of each entry of C. */
  readonly inner: number;
  /** Columns of B and C. */
  readonly cols: number;
}

/** Operands of one multiplication on a device. */
export interface GemmOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** A, stored as the form says. */
  readonly a: DeviceMatrix<B>;
  /** B, stored as the form says. */
  readonly b: DeviceMatrix<B>;
  /** Form of the product; `nn` when absent. */
  readonly form?: GemmForm;
  /** Epilogue applied to each entry of the product; none when absent. */
  readonly epilogue?: EpilogueOperands<B>;
  /** C, `rows x cols`. */
  readonly c: DeviceMatrix<B>;
  /** Matrix that the kernel writes: `c`. */
  readonly output: DeviceMatrix<B>;
  /** Rows of A and C. */
  readonly rows: number;
  /** Columns of A and rows of B: the terms of each entry of C. */
  readonly inner: number;
  /** Columns of B and C. */
  readonly cols: number;
}

/** Operands of a multiplication, by backend. */
export type GemmOperandsOf = OperandsByBackend<GemmOperands<WasmBuffer>, GemmOperands<WebGpuBuffer>>;
