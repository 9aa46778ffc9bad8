/**
 * Problems and operands of gathers and scatters of rows: the features of a batch, the scores of the training
 * vertices, and their gradients.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** Gather of rows: `Y[i, :] = X[index[i], :]`. Indices may repeat; each is below `sourceRows`. */
export interface GatherRowsProblem {
  /** X, `sourceRows x cols`, row-major. */
  readonly x: HostNumbers;
  /** Rows of X. */
  readonly sourceRows: number;
  /** Columns of X and Y. */
  readonly cols: number;
  /** Row of X for each row of Y. */
  readonly index: Uint32Array;
}

/**
 * Scatter of rows: `Y[index[i], :] = X[i, :]`, all other rows of Y zero. Indices are distinct and below
 * `targetRows`.
 */
export interface ScatterRowsProblem {
  /** X, `index.length x cols`, row-major. */
  readonly x: HostNumbers;
  /** Rows of Y. */
  readonly targetRows: number;
  /** Columns of X and Y. */
  readonly cols: number;
  /** Row of Y for each row of X. */
  readonly index: Uint32Array;
}

/** Operands of one gather or scatter on a device. */
export interface RowsOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** Matrix X, which the kernel reads. */
  readonly x: DeviceMatrix<B>;
  /** Indices, u32, one per row of the smaller matrix. */
  readonly index: B;
  /** Matrix Y, written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of a gather or scatter, by backend. */
export type RowsOperandsOf = OperandsByBackend<RowsOperands<WasmBuffer>, RowsOperands<WebGpuBuffer>>;
