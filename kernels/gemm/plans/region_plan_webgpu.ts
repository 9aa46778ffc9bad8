/**
 * Plans of the WGSL GEMM kernels, region by region.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { Plan } from "../../kernel.ts";
import { planOnWebGpu } from "../../plan_webgpu.ts";
import type { GemmOperands } from "../gemm.ts";
import { assertGemmOperands } from "../stored_shapes.ts";
import { type Multiplication, multiplication } from "./multiplication_webgpu.ts";
import { type GemmRegion, gemmRegions } from "./regions_webgpu.ts";
import { dispatchSum } from "./split_sum_webgpu.ts";

/**
 * Builds the plan of a kernel that prepares the dispatches of one region after the other.
 *
 * @throws {UsageError} where the operands do not fit each other.
 */
export function planRegions(
  device: WebGpuDevice,
  operands: GemmOperands<WebGpuBuffer>,
  prepareRegion: (whole: Multiplication, region: GemmRegion) => Promise<readonly (() => void)[]>,
): Promise<Plan> {
  return planOnWebGpu(device, async (builder) => {
    assertGemmOperands(operands);
    const { c, rows, inner } = operands;
    const whole = multiplication(device, builder, operands);
    const dispatches: (() => void)[] = [];
    if (rows > 0 && inner > 0) {
      for (const region of gemmRegions(operands)) dispatches.push(...await prepareRegion(whole, region));
    } else if (rows > 0) {
      // A product without terms is the epilogue of zeros, and there is no region whose dispatch would write
      // it.
      const partial = builder.reserve("no terms", 16);
      for (const panel of c.panels) {
        const region = { c: panel, rows, firstRow: 0, columns: panel.stride, cOffset: 0, last: true };
        dispatches.push(await dispatchSum(whole, { partial, splits: 0, region }));
      }
    }
    return {
      run: () => dispatches.forEach((encode) => encode()),
      facts: { dispatches: dispatches.length },
    };
  });
}
