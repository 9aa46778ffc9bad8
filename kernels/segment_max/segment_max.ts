/**
 * What the largest entries of segments of rows are taken of: the max readout of the graphs of a batch, and
 * its gradient.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/wasm/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** `Y[s, c] = max of X[r, c] over the rows r of segment s`; 0 where a segment has none. */
export interface SegmentMaxProblem {
  /** X, `rows x cols`, row-major. */
  readonly x: HostNumbers;
  /** Rows of X. */
  readonly rows: number;
  /** Columns of X and Y. */
  readonly cols: number;
  /** First row of each segment, and `rows` at the end: ascending from 0, one more than there are segments. */
  readonly offsets: Uint32Array;
}

/**
 * `T[r, c] = G[s, c]` in the first row of a segment whose entry is the largest, with G the gradient of Y;
 * else 0.
 */
export interface SegmentMaxGradientProblem extends SegmentMaxProblem {
  /** G, one row a segment, row-major. */
  readonly gradient: HostNumbers;
}

/** The operands of one maximum on a device. */
export interface SegmentMaxOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X, `rows x cols`. */
  readonly x: DeviceMatrix<B>;
  /** u32, one more than there are segments. */
  readonly offsets: B;
  /** Y, `segments x cols`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** The operands of one gradient on a device. */
export interface SegmentMaxGradientOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X, `rows x cols`. */
  readonly x: DeviceMatrix<B>;
  /** u32, one more than there are segments. */
  readonly offsets: B;
  /** G, `segments x cols`. */
  readonly gradient: DeviceMatrix<B>;
  /** T, `rows x cols`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** The operands of a maximum by backend. */
export type SegmentMaxOperandsOf = OperandsByBackend<
  SegmentMaxOperands<WasmBuffer>,
  SegmentMaxOperands<WebGpuBuffer>
>;

/** The operands of a gradient by backend. */
export type SegmentMaxGradientOperandsOf = OperandsByBackend<
  SegmentMaxGradientOperands<WasmBuffer>,
  SegmentMaxGradientOperands<WebGpuBuffer>
>;
