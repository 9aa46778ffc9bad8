/**
 * What the WGSL GEMM kernels share: their bindings, the epilogue that ends them, and the sum of split terms.
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
} from "../epilogue_webgpu.ts";
import type { Plan } from "../kernel.ts";
import { planOnWebGpu, type WebGpuPlanBuilder, WORKGROUP } from "../plan_webgpu.ts";
import type { GemmOperands } from "./gemm.ts";
import { type GemmRegion, gemmRegions } from "./gemm_regions_webgpu.ts";
import { assertGemmOperands } from "./stored_shapes.ts";
import sumText from "./gemm_sum.wgsl" with { type: "text" };

/** Storage buffers that such a kernel binds: bias, training step, A, B, C. */
export const GEMM_BINDINGS: number = EPILOGUE_BINDINGS + 3;

/** Behind the prelude: the whole of `gemm_sum.wgsl`. */
export const gemmSumSource: string = epiloguePrelude + sumText;

/** What a kernel encodes a region with. */
export interface RegionContext {
  /** The device. */
  readonly device: WebGpuDevice;
  /** The plan's. */
  readonly builder: WebGpuPlanBuilder;
  /** All operands. */
  readonly operands: GemmOperands<WebGpuBuffer>;
}

/** Rows `[firstRow, lastRow)` of what a dispatch computes. */
export interface RowSlice {
  /** The first. */
  readonly firstRow: number;
  /** One past the last. */
  readonly lastRow: number;
}

/**
 * Cuts rows so that no dispatch has more work than the device wants; each slice begins at a multiple of
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

/** What {@linkcode dispatchSum} sums, and where to. */
export interface SplitSums {
  /** `splits x rows x columns` floats. */
  readonly partial: WebGpuBuffer;
  /** How many there are. */
  readonly splits: number;
  /** Where the sum goes. */
  readonly region: Pick<GemmRegion, "c" | "rows" | "firstRow" | "columns" | "cOffset">;
}

/** Prepares the sum of splits into C, with the epilogue. */
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
      // A product over no terms is the epilogue of zeros, and no region would write it.
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
