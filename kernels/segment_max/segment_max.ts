/**
 * Problems and operands of the maxima of segments of rows, the max readout of the graphs of a batch, and of
 * their gradient.
 *
 * @module
 */
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { HostNumbers, OperandsByBackend } from "../operation.ts";

/** Maxima of segments: `Y[s, c] = max of X[r, c] over the rows r of segment s`; 0 for an empty segment. */
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
 * Gradient of X: `T[r, c] = G[s, c]` in the first row of a segment whose entry is the largest, with G the
 * gradient of Y; else 0.
 */
export interface SegmentMaxGradientProblem extends SegmentMaxProblem {
  /** Gradient G of Y, one row per segment, row-major. */
  readonly gradient: HostNumbers;
}

/** Operands of the maxima of segments on a device. */
export interface SegmentMaxOperands<B extends DeviceBuffer = DeviceBuffer> {
  /** X, `rows x cols`. */
  readonly x: DeviceMatrix<B>;
  /** Offsets of the segments, u32, one more than there are segments. */
  readonly offsets: B;
  /** Y, `segments x cols`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of the gradient of the maxima on a device. */
export interface SegmentMaxGradientOperands<B extends DeviceBuffer = DeviceBuffer>
  extends Pick<SegmentMaxOperands<B>, "x" | "offsets"> {
  /** G, `segments x cols`. */
  readonly gradient: DeviceMatrix<B>;
  /** T, `rows x cols`; written by the kernel. */
  readonly output: DeviceMatrix<B>;
}

/** Operands of the maxima of segments, by backend. */
export type SegmentMaxOperandsOf = OperandsByBackend<
  SegmentMaxOperands<WasmBuffer>,
  SegmentMaxOperands<WebGpuBuffer>
>;

/** Operands of the gradient of the maxima, by backend. */
export type SegmentMaxGradientOperandsOf = OperandsByBackend<
  SegmentMaxGradientOperands<WasmBuffer>,
  SegmentMaxGradientOperands<WebGpuBuffer>
>;
