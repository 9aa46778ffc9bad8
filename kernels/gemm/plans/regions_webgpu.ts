/**
 * Division of a multiplication along the panels of its operands, for the WGSL kernels.
 *
 * @module
 */
import { paddedStride, type Panel } from "../../../hardware/dense.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { panelRuns } from "../../plans/panel_runs_webgpu.ts";
import type { GemmOperands } from "../gemm.ts";

/**
 * Part of a multiplication that reads one panel of A and one of B and writes one of C. Offsets are in floats.
 */
export interface GemmRegion {
  /** Panel of A, as stored. */
  readonly a: Panel<WebGpuBuffer>;
  /** Panel of B, as stored. */
  readonly b: Panel<WebGpuBuffer>;
  /** Panel of C. */
  readonly c: Panel<WebGpuBuffer>;
  /** Rows of C in the region. */
  readonly rows: number;
  /** First row of C in the region. */
  readonly firstRow: number;
  /** Terms of the region. */
  readonly inner: number;
  /** Columns of C in the region, padding included. */
  readonly columns: number;
  /** Floats before the first term in a line of A (`nn`, `nt`). */
  readonly aOffset: number;
  /** Line of B where the terms (`nn`, `tn`) or the columns (`nt`) begin. */
  readonly bLine: number;
  /** Floats before the first column (`nn`, `tn`) or the first term (`nt`) in a line of B. */
  readonly bOffset: number;
  /** Floats before the first column in a row of C. */
  readonly cOffset: number;
  /** Whether an earlier region has begun the same entries, so that this one adds to them. */
  readonly adds: boolean;
  /** Whether no later region adds to the same entries. */
  readonly last: boolean;
}

/** Lists all regions; regions that add to the same entries follow each other. */
export function gemmRegions(operands: GemmOperands<WebGpuBuffer>): GemmRegion[] {
  const { form = "nn", a, b, c, rows, inner } = operands;
  const whole = { rows, firstRow: 0, inner, aOffset: 0, bLine: 0, bOffset: 0, cOffset: 0 };
  const regions: GemmRegion[] = [];
  if (form === "nt") {
    const shared = panelRuns(paddedStride(inner), [{ matrix: a }, { matrix: b }]);
    for (const panel of c.panels) {
      shared.forEach(({ begin, end, panels: [l, r] }, i) =>
        regions.push({
          ...whole,
          a: l,
          b: r,
          c: panel,
          columns: panel.stride,
          bLine: panel.firstCol,
          inner: Math.min(end, inner) - begin,
          aOffset: begin - l.firstCol,
          bOffset: begin - r.firstCol,
          adds: i > 0,
          last: i === shared.length - 1,
        })
      );
    }
    return regions;
  }
  const across = panelRuns(paddedStride(c.cols), [{ matrix: c }, { matrix: b }]);
  for (const { begin, end, panels: [l, r] } of across) {
    const columns = {
      b: r,
      c: l,
      columns: end - begin,
      bOffset: begin - r.firstCol,
      cOffset: begin - l.firstCol,
    };
    a.panels.forEach((panel, i) => {
      const { firstCol, cols } = panel;
      regions.push(
        form === "tn"
          ? { ...whole, a: panel, ...columns, rows: cols, firstRow: firstCol, adds: false, last: true }
          : {
            ...whole,
            a: panel,
            ...columns,
            inner: cols,
            bLine: firstCol,
            adds: i > 0,
            last: i === a.panels.length - 1,
          },
      );
    });
  }
  return regions;
}
