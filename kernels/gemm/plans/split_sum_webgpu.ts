/**
 * Sum of the parts of a WGSL multiplication whose terms were split.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { epiloguePrelude } from "../../epilogue/webgpu.ts";
import { type Launch, WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { GemmOperands } from "../gemm.ts";
import { regionLaunch } from "./region_launch_webgpu.ts";
import type { GemmRegion } from "./regions_webgpu.ts";
import text from "./split_sum.wgsl" with { type: "text" };

/** WGSL of the sum of splits: the epilogue prelude followed by `split_sum.wgsl`. */
export const splitSumSource: string = epiloguePrelude + text;

/** Partial sums that {@linkcode splitSum} adds up, and their destination. */
export interface SplitSums {
  /** Partial sums, `splits x rows x columns` floats. */
  readonly partial: WebGpuBuffer;
  /** Number of splits. */
  readonly splits: number;
  /** Region of C that the sum is written to. */
  readonly region: Pick<GemmRegion, "c" | "rows" | "firstRow" | "columns" | "cOffset" | "last">;
}

/** Launch that adds up splits into C and applies the epilogue. */
export function splitSum(
  operands: GemmOperands<WebGpuBuffer>,
  { partial, splits, region }: SplitSums,
): Launch {
  const { c, rows, firstRow, columns, cOffset } = region;
  const entries = rows * columns / 4, workgroup = WORKGROUP.default;
  return regionLaunch(operands, region, {
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
