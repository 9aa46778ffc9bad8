/**
 * Which columns a panel of X and a panel of Y have in common: what one dispatch of a WGSL kernel can work on.
 *
 * @module
 */
import type { DeviceMatrix } from "../hardware/dense.ts";
import type { WebGpuBuffer } from "../hardware/webgpu/device.ts";

/** Columns that a panel of X and a panel of Y share, in vectors of four. */
export interface PanelPair {
  /** The panel of X. */
  readonly x: WebGpuBuffer;
  /** The panel of Y. */
  readonly y: WebGpuBuffer;
  /** Vectors of a row that both have. */
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

/** All pairs of panels with columns in common; together they cover every column once. */
export function panelPairs(x: DeviceMatrix<WebGpuBuffer>, y: DeviceMatrix<WebGpuBuffer>): PanelPair[] {
  const pairs: PanelPair[] = [];
  // Panels begin at multiples of four columns, so vectors never straddle two.
  for (const to of y.panels) {
    for (const from of x.panels) {
      const begin = Math.max(to.firstCol, from.firstCol) / 4;
      const end = Math.min(to.firstCol + to.stride, from.firstCol + from.stride) / 4;
      if (begin >= end) continue;
      pairs.push({
        x: from.buffer,
        y: to.buffer,
        vectors: end - begin,
        xStride: from.stride / 4,
        xOffset: begin - from.firstCol / 4,
        yStride: to.stride / 4,
        yOffset: begin - to.firstCol / 4,
      });
    }
  }
  return pairs;
}

/** Vectors of the widest pair; 0 where there is none. */
export function widestPair(pairs: readonly PanelPair[]): number {
  return pairs.reduce((most, { vectors }) => Math.max(most, vectors), 0);
}
