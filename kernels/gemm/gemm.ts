/**
 * What dense matrix multiplication works on: a problem on the host, its operands on a device.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";

/** `C = A B`: the dense part of a layer, features times weights. All matrices are row-major. */
export interface GemmProblem {
  /** A, `rows x inner`. */
  readonly a: Float32Array;
  /** B, `inner x cols`. */
  readonly b: Float32Array;
  /** Rows of A and C. */
  readonly rows: number;
  /** Columns of A, rows of B: the terms of each entry of C. */
  readonly inner: number;
  /** Columns of B and C. */
  readonly cols: number;
}

/** The operands of one multiplication on a device. */
export interface GemmOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** A, `rows x inner`. */
  readonly a: DeviceMatrix<B>;
  /** B, `inner x cols`. */
  readonly b: DeviceMatrix<B>;
  /** C, `rows x cols`. */
  readonly c: DeviceMatrix<B>;
  /** What a kernel writes: `c`. */
  readonly output: DeviceMatrix<B>;
  /** Rows of A and C. */
  readonly rows: number;
  /** Columns of A, rows of B. */
  readonly inner: number;
  /** Columns of B and C. */
  readonly cols: number;
}

/** The operands by backend. */
export interface GemmOperandsOf {
  /** In the arena. */
  readonly wasm: GemmOperands<WasmBuffer>;
  /** In GPU buffers. */
  readonly webgpu: GemmOperands<WebGpuBuffer>;
}
