/**
 * What picking and placing rows works on: the features of a batch, the scores of the training vertices, and
 * back.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** `Y[i, :] = X[index[i], :]` (gather), an index may occur often; every one is below `sourceRows`. */
export interface GatherRowsProblem {
  /** X, `sourceRows x cols`, row-major. */
  readonly x: HostNumbers;
  /** Rows of X. */
  readonly sourceRows: number;
  /** Columns of X and Y. */
  readonly cols: number;
  /** Rows of X in the order of Y. */
  readonly index: Uint32Array;
}

/**
 * `Y[index[i], :] = X[i, :]`, all other rows of Y zero (scatter); indices are distinct and below
 * `targetRows`.
 */
export interface ScatterRowsProblem {
  /** X, `index.length x cols`, row-major. */
  readonly x: HostNumbers;
  /** Rows of Y. */
  readonly targetRows: number;
  /** Columns of X and Y. */
  readonly cols: number;
  /** Rows of Y in the order of X. */
  readonly index: Uint32Array;
}

/** The operands of one gather or scatter on a device. */
export interface RowsOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X. */
  readonly x: DeviceMatrix<B>;
  /** u32, one per row of the smaller matrix. */
  readonly index: B;
  /** Y; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** The operands by backend. */
export type RowsOperandsOf = OperandsByBackend<RowsOperands<WasmBuffer>, RowsOperands<WebGpuBuffer>>;
