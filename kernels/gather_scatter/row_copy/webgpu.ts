/**
 * Gathers and scatters of rows on WebGPU.
 *
 * @module
 */
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { type KernelOn, kernelOn, type Plan } from "../../kernel.ts";
import { gatherCopy, scatterCopy } from "./kernel.ts";
import { invocationNeeds, planOnWebGpu, WORKGROUP } from "../../plans/plan_webgpu.ts";
import { panelPairs } from "../../plans/panel_pairs_webgpu.ts";
import { assertCopy } from "./operand_fit.ts";
import source from "./row_copy.wgsl" with { type: "text" };
import type { RowsOperandsOf } from "../rows.ts";

const BINDINGS = 3;

function planCopy(
  device: WebGpuDevice,
  { x, index, output }: RowsOperandsOf["webgpu"],
  { scatter, workgroup }: { readonly scatter: boolean; readonly workgroup: number },
): Promise<Plan> {
  return planOnWebGpu(device, async ({ dispatch }) => {
    const [whole, part] = scatter ? [output, x] : [x, output];
    assertCopy(scatter ? "scatter rows" : "gather rows", { whole, part, index });
    const dispatches: (() => void)[] = [];
    if (scatter) dispatches.push(() => output.panels.forEach(({ buffer }) => device.clear(buffer)));
    for (const { x: from, y: to, vectors, xStride, xOffset, yStride, yOffset } of panelPairs(x, output)) {
      dispatches.push(
        await dispatch({
          label: "copy rows",
          source,
          constants: { WORKGROUP: workgroup, SCATTER: scatter ? 1 : 0 },
          launch: {
            rows: part.rows,
            lastRow: Math.max(0, whole.rows - 1),
            columns: vectors,
            xStride,
            xOffset,
            yStride,
            yOffset,
          },
          buffers: [index, from, to],
          groups: Math.ceil(part.rows * vectors / workgroup),
          multiplyAdds: 4 * part.rows * vectors,
        }),
      );
    }
    return {
      run: () => dispatches.forEach((encode) => encode()),
      facts: { dispatches: dispatches.length },
    };
  });
}

const common = { source, parameters: { workgroup: WORKGROUP }, needs: invocationNeeds(BINDINGS) };

/** Kernel `row-copy@webgpu` of gather-rows; see `row_copy.wgsl`. */
export const gatherRowsCopyWebGpu: KernelOn<"webgpu", RowsOperandsOf> = kernelOn("webgpu", gatherCopy, {
  ...common,
  prepare: (device, operands, { workgroup }) => planCopy(device, operands, { scatter: false, workgroup }),
});

/** Kernel `row-copy@webgpu` of scatter-rows; see `row_copy.wgsl`. */
export const scatterRowsCopyWebGpu: KernelOn<"webgpu", RowsOperandsOf> = kernelOn("webgpu", scatterCopy, {
  ...common,
  prepare: (device, operands, { workgroup }) => planCopy(device, operands, { scatter: true, workgroup }),
});
