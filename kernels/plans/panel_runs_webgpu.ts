/**
 * Runs of columns within which each operand of a kernel stays in one panel, so that one dispatch of a WGSL
 * kernel can process them. Operands may have columns of different kinds: one per head, or one for each column
 * of a head.
 *
 * @module
 */
import type { DeviceMatrix, Panel } from "../../hardware/dense.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";

/** Operand and its column for a column c of the work: `floor(c / per) + shift`. */
export interface PanelUse {
  /** Matrix of the operand. */
  readonly matrix: DeviceMatrix<WebGpuBuffer>;
  /** Columns of the work that share one column of the operand; 1 when absent. */
  readonly per?: number;
  /** Column of the operand for column 0 of the work; 0 when absent. */
  readonly shift?: number;
}

/** Columns `[begin, end)` of the work. */
export interface PanelRun {
  /** First column. */
  readonly begin: number;
  /** Column after the last. */
  readonly end: number;
  /** Panel of each operand that holds all of the run's columns. */
  readonly panels: readonly Panel<WebGpuBuffer>[];
}

/**
 * Lists all runs of `columns` columns, from left to right. Panels begin at multiples of four columns of their
 * operand.
 */
export function panelRuns(columns: number, uses: readonly PanelUse[]): PanelRun[] {
  const cuts = new Set([0, columns]);
  for (const { matrix, per = 1, shift = 0 } of uses) {
    for (const { firstCol } of matrix.panels) {
      const cut = (firstCol - shift) * per;
      if (cut > 0 && cut < columns) cuts.add(cut);
    }
  }
  const ends = [...cuts].sort((a, b) => a - b);
  return ends.slice(1).map((end, i) => {
    const begin = ends[i];
    const panels = uses.map(({ matrix, per = 1, shift = 0 }) => {
      const column = Math.floor(begin / per) + shift;
      return matrix.panels.findLast(({ firstCol }) => firstCol <= column)!;
    });
    return { begin, end, panels };
  });
}

/** Stride of a panel and position of an operand's column in it: two words of a launch. */
export function placeIn(
  { stride, firstCol }: Panel,
  column: number,
): readonly [stride: number, first: number] {
  return [stride, column - firstCol];
}

/** Stride and position of {@linkcode placeIn} in vectors of four columns. */
export function vectorPlaceIn(panel: Panel, column: number): readonly [stride: number, first: number] {
  const [stride, first] = placeIn(panel, column);
  return [stride / 4, first / 4];
}

/** Number of padding columns that follow a matrix's columns up to `end` in their panel. */
export function paddingAfter(end: number, { cols }: DeviceMatrix, panel: Panel): number {
  return end === cols ? panel.stride - panel.cols : 0;
}
