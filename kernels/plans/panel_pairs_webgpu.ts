/**
 * Pairs of a panel of X and a panel of Y with columns in common: the runs of kernels with these two operands.
 *
 * @module
 */
import { type DeviceMatrix, paddedStride } from "../../hardware/dense.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import { panelRuns, vectorPlaceIn } from "./panel_runs_webgpu.ts";

/** Columns that a panel of X and a panel of Y share, in vectors of four. */
export interface PanelPair {
  /** The panel of X. */
  readonly x: WebGpuBuffer;
  /** The panel of Y. */
  readonly y: WebGpuBuffer;
  /** Vectors of a row that both panels have. */
  readonly vectors: number;
  /** Vectors from one row of the panel of X to the next. */
  readonly xStride: number;
  /** First of the shared vectors in a row of the panel of X. */
  readonly xOffset: number;
  /** Vectors from one row of the panel of Y to the next. */
  readonly yStride: number;
  /** First of the shared vectors in a row of the panel of Y. */
  readonly yOffset: number;
}

/**
 * Lists all pairs of panels with columns in common; together they cover every column, and its padding, once.
 */
export function panelPairs(x: DeviceMatrix<WebGpuBuffer>, y: DeviceMatrix<WebGpuBuffer>): PanelPair[] {
  return panelRuns(paddedStride(y.cols), [{ matrix: x }, { matrix: y }]).map(({ begin, end, panels }) => {
    const [from, to] = panels, [xStride, xOffset] = vectorPlaceIn(from, begin);
    const [yStride, yOffset] = vectorPlaceIn(to, begin);
    return { x: from.buffer, y: to.buffer, vectors: (end - begin) / 4, xStride, xOffset, yStride, yOffset };
  });
}

/** Vectors of the widest pair; 0 where there is no pair. */
export function widestPair(pairs: readonly PanelPair[]): number {
  return pairs.reduce((most, { vectors }) => Math.max(most, vectors), 0);
}
