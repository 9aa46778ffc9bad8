/**
 * Sum of the parts of a WGSL multiplication whose terms were split.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { epiloguePrelude } from "../../epilogue_webgpu.ts";
import { WORKGROUP } from "../../plan_webgpu.ts";
import type { Multiplication } from "./multiplication_webgpu.ts";
import type { GemmRegion } from "./regions_webgpu.ts";
import text from "./split_sum.wgsl" with { type: "text" };

/** WGSL of the sum of splits: the epilogue prelude followed by `split_sum.wgsl`. */
export const splitSumSource: string = epiloguePrelude + text;

/** Partial sums that {@linkcode dispatchSum} adds up, and their destination. */
export interface SplitSums {
  /** Partial sums, `splits x rows x columns` floats. */
  readonly partial: WebGpuBuffer;
  /** Number of splits. */
  readonly splits: number;
  /** Region of C that the sum is written to. */
  readonly region: Pick<GemmRegion, "c" | "rows" | "firstRow" | "columns" | "cOffset" | "last">;
}

/** Prepares the dispatch that adds up splits into C and applies the epilogue. */
export function dispatchSum(
  { dispatch }: Multiplication,
  { partial, splits, region }: SplitSums,
): Promise<() => void> {
  const { c, rows, firstRow, columns, cOffset } = region;
  const entries = rows * columns / 4, workgroup = WORKGROUP.default;
  return dispatch(region, {
    label: "gemm sum",
    source: splitSumSource,
    constants: { WORKGROUP: workgroup },
    launch: {
      rows,
      columns: columns / 4,
      splits,
      cRow: firstRow,
      cStride: c.stride / 4,
      cOffset: cOffset / 4,
    },
    buffers: [partial, c.buffer],
    groups: Math.ceil(entries / workgroup),
    multiplyAdds: 4 * entries * (splits + 1),
  });
}
