/**
 * Columns of a row that one lane of a WGSL kernel takes at once, by the format of X.
 *
 * @module
 */
import type { NumberFormat } from "../../../../hardware/number_format.ts";
import type { PanelPair } from "../../../panel_pairs_webgpu.ts";
import { csrRowsSource } from "../csr_plan_webgpu.ts";
import bf16 from "./bf16.wgsl" with { type: "text" };
import bf16ByEight from "./bf16_by_eight.wgsl" with { type: "text" };
import f32 from "./f32.wgsl" with { type: "text" };
import sum from "./row_sum.wgsl" with { type: "text" };

/** Kernel over a lane's columns: its WGSL, and how many columns they are. */
export interface ColumnsKernel {
  /** Complete WGSL of the kernel. */
  readonly source: string;
  /** Columns of a lane. */
  readonly vector: 4 | 8;
}

/** Forms of a kernel over X of one format. */
export interface ColumnsForms {
  /** Text of all forms, for the kernel's `source`. */
  readonly source: string;
  /** The widest form whose loads are aligned in both panels of a pair. */
  formFor(pair: PanelPair): ColumnsKernel;
}

/** Whether all rows of both panels, and their parts that the pair shares, consist of whole eights. */
function inEights({ vectors, xStride, xOffset, yStride, yOffset }: PanelPair): boolean {
  return [vectors, xStride, xOffset, yStride, yOffset].every((count) => count % 2 === 0);
}

/** Forms of a kernel whose text uses `rowSum` and a lane's `Columns`. */
export function columnsForms(features: NumberFormat, kernel: string): ColumnsForms {
  const form = (columns: string, vector: 4 | 8): ColumnsKernel => ({
    source: csrRowsSource + columns + sum + kernel,
    vector,
  });
  switch (features) {
    case "f32": {
      const four = form(f32, 4);
      return { source: four.source, formFor: () => four };
    }
    case "bf16": {
      const four = form(bf16, 4), eight = form(bf16ByEight, 8);
      return { source: four.source + eight.source, formFor: (pair) => inEights(pair) ? eight : four };
    }
    default:
      return features satisfies never;
  }
}

/**
 * Lanes that share a row of `columns` lane's columns: one for each where a workgroup has as many, else as
 * many as give the fewest passes of equal length.
 */
export function lanesPerRow(columns: number, workgroup: number): number {
  return Math.ceil(columns / Math.ceil(columns / workgroup));
}
