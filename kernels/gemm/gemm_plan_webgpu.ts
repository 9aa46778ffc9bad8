/**
 * Plans of the WGSL GEMM kernels: bindings, epilogue, and the sum of split terms.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import {
  EPILOGUE_BINDINGS,
  epilogueBuffers,
  epilogueConstants,
  epiloguePrelude,
  epilogueWords,
} from "../epilogue/webgpu.ts";
import type { Plan } from "../kernel.ts";
import { planOnWebGpu, type WebGpuPlanBuilder, WORKGROUP } from "../plan_webgpu.ts";
import type { GemmOperands } from "./gemm.ts";
import { type GemmRegion, gemmRegions } from "./gemm_regions_webgpu.ts";
import { assertGemmOperands } from "./stored_shapes.ts";
import sumText from "./gemm_sum.wgsl" with { type: "text" };

/** Storage buffers that a GEMM kernel binds: bias, training step, A, B, C. */
export const GEMM_BINDINGS: number = EPILOGUE_BINDINGS + 3;

/** WGSL of the sum of splits: the epilogue prelude followed by `gemm_sum.wgsl`. */
export const gemmSumSource: string = epiloguePrelude + sumText;

/** Context in which a kernel encodes a region. */
export interface RegionContext {
  /** Device of the plan. */
  readonly device: WebGpuDevice;
  /** Builder of the plan. */
  readonly builder: WebGpuPlanBuilder;
  /** Operands of the whole multiplication. */
  readonly operands: GemmOperands<WebGpuBuffer>;
}

/** Rows `[firstRow, lastRow)` that one dispatch computes. */
export interface RowSlice {
  /** First row. */
  readonly firstRow: number;
  /** Row after the last. */
  readonly lastRow: number;
}

/**
 * Divides rows so that no dispatch has more work than the device wants; each slice begins at a multiple of
 * `granule`.
 */
export function rowSlices(device: WebGpuDevice, rows: number, { rowWork, granule }: {
  readonly rowWork: number;
  readonly granule: number;
}): RowSlice[] {
  const most = Math.max(1, Math.floor(device.dispatchWork / Math.max(1, rowWork) / granule)) * granule;
  const slices: RowSlice[] = [];
  for (let firstRow = 0; firstRow < rows; firstRow += most) {
    slices.push({ firstRow, lastRow: Math.min(rows, firstRow + most) });
  }
  return slices;
}

/** Partial sums that {@linkcode dispatchSum} adds up, and their destination. */
export interface SplitSums {
  /** Partial sums, `splits x rows x columns` floats. */
  readonly partial: WebGpuBuffer;
  /** Number of splits. */
  readonly splits: number;
  /** Region of C that the sum is written to. */
  readonly region: Pick<GemmRegion, "c" | "rows" | "firstRow" | "columns" | "cOffset">;
}

/** Prepares the dispatch that adds up splits into C and applies the epilogue. */
export function dispatchSum(
  { builder, operands: { epilogue, cols } }: RegionContext,
  { partial, splits, region: { c, rows, firstRow, columns, cOffset } }: SplitSums,
): Promise<() => void> {
  const entries = rows * columns / 4, workgroup = WORKGROUP.default;
  return builder.dispatch({
    label: "gemm sum",
    source: gemmSumSource,
    constants: { WORKGROUP: workgroup, ...epilogueConstants(epilogue) },
    launch: [
      ...epilogueWords(epilogue, { cols, firstCol: c.firstCol + cOffset }),
      ...[rows, columns / 4, splits, firstRow, c.stride / 4, cOffset / 4],
    ],
    buffers: [...epilogueBuffers(epilogue, partial), partial, c.buffer],
    groups: Math.ceil(entries / workgroup),
    multiplyAdds: 4 * entries * (splits + 1),
  });
}

/** Builds the plan of a kernel that prepares the dispatches of one region after the other. */
export function planGemm(
  device: WebGpuDevice,
  operands: GemmOperands<WebGpuBuffer>,
  prepareRegion: (context: RegionContext, region: GemmRegion) => Promise<readonly (() => void)[]>,
): Promise<Plan> {
  return planOnWebGpu(device, async (builder) => {
    assertGemmOperands(operands);
    const { c, rows, inner } = operands;
    const context = { device, builder, operands };
    const dispatches: (() => void)[] = [];
    if (rows > 0 && inner > 0) {
      for (const region of gemmRegions(operands)) dispatches.push(...await prepareRegion(context, region));
    } else if (rows > 0) {
      // A product without terms is the epilogue of zeros, and there is no region whose dispatch would write
      // it.
      const partial = builder.reserve("no terms", 16);
      for (const panel of c.panels) {
        const region = { c: panel, rows, firstRow: 0, columns: panel.stride, cOffset: 0 };
        dispatches.push(await dispatchSum(context, { partial, splits: 0, region }));
      }
    }
    return {
      run: () => dispatches.forEach((encode) => encode()),
      facts: { dispatches: dispatches.length },
    };
  });
}
