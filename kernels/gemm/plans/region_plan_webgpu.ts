/**
 * Plans of the WGSL GEMM kernels, region by region.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { Plan } from "../../kernel.ts";
import { type Launch, planLaunches, type WebGpuPlanBuilder } from "../../plans/plan_webgpu.ts";
import type { GemmOperands } from "../gemm.ts";
import { assertGemmOperands } from "../stored_shapes.ts";
import { type GemmRegion, gemmRegions } from "./regions_webgpu.ts";
import { splitSum } from "./split_sum_webgpu.ts";

/**
 * Builds the plan of a kernel that computes one region after the other.
 *
 * @throws {UsageError} where the operands do not fit each other.
 */
export function planRegions(
  device: WebGpuDevice,
  operands: GemmOperands<WebGpuBuffer>,
  launches: (region: GemmRegion, arrays: Pick<WebGpuPlanBuilder, "reserve">) => readonly Launch[],
): Promise<Plan> {
  return planLaunches(device, (arrays) => {
    assertGemmOperands(operands);
    const { c, rows, inner } = operands;
    if (rows === 0) return [];
    if (inner > 0) return gemmRegions(operands).flatMap((region) => launches(region, arrays));
    // A product without terms is the epilogue of zeros, and there is no region whose dispatch would write it.
    const partial = arrays.reserve("no terms", 16);
    return c.panels.map((panel) => {
      const region = { c: panel, rows, firstRow: 0, columns: panel.stride, cOffset: 0, last: true };
      return splitSum(operands, { partial, splits: 0, region });
    });
  });
}
