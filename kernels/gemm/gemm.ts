/**
 * What dense matrix multiplication works on: a problem on the host, its operands on a device.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { Epilogue, EpilogueOperands } from "../epilogue.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/**
 * Which factor is stored transposed: `nn` neither (features times weights), `nt` B as `cols x inner`
 * (gradients times weights, back to the features), `tn` A as `inner x rows` (features by gradients, to the
 * weights).
 */
export type GemmForm = "nn" | "nt" | "tn";

/** `C = epilogue(A B)`: the dense part of a layer. All matrices are row-major, as stored. */
export interface GemmProblem {
  /** A, `rows x inner`; stored `inner x rows` in form `tn`. */
  readonly a: HostNumbers;
  /** B, `inner x cols`; stored `cols x inner` in form `nt`. */
  readonly b: HostNumbers;
  /** `nn` when absent. */
  readonly form?: GemmForm;
  /** What happens to each entry of the product; nothing when absent. */
  readonly epilogue?: Epilogue;
  /** Rows of A and C. */
  readonly rows: number;
  /** Columns of A, rows of B: the terms of each entry of C. */
  readonly inner: number;
  /** Columns of B and C. */
  readonly cols: number;
}

/** The operands of one multiplication on a device. */
export interface GemmOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** A, as its form stores it. */
  readonly a: DeviceMatrix<B>;
  /** B, as its form stores it. */
  readonly b: DeviceMatrix<B>;
  /** `nn` when absent. */
  readonly form?: GemmForm;
  /** What happens to each entry of the product; nothing when absent. */
  readonly epilogue?: EpilogueOperands<B>;
  /** C, `rows x cols`. */
  readonly c: DeviceMatrix<B>;
  /** Matrix that the kernel writes: `c`. */
  readonly output: DeviceMatrix<B>;
  /** Rows of A and C. */
  readonly rows: number;
  /** Columns of A, rows of B. */
  readonly inner: number;
  /** Columns of B and C. */
  readonly cols: number;
}

/** The operands by backend. */
export type GemmOperandsOf = OperandsByBackend<GemmOperands<WasmBuffer>, GemmOperands<WebGpuBuffer>>;
