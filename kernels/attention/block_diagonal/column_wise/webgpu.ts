/**
 * Gradients of attention vectors on WebGPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { invocationNeeds, planLaunches, WORKGROUP } from "../../../plans/plan_webgpu.ts";
import type { BlockDiagonalOperandsOf } from "../block_diagonal.ts";
import { assertBlockDiagonalGradient } from "../operand_fit.ts";
import source from "./block_diagonal_gradient.wgsl" with { type: "text" };
import { columnWise } from "./kernel.ts";

/** Kernel `column-wise@webgpu` of block-diagonal-gradient; see `block_diagonal_gradient.wgsl`. */
export const blockDiagonalGradientColumnWiseWebGpu: KernelOn<"webgpu", BlockDiagonalOperandsOf> = kernelOn(
  "webgpu",
  columnWise,
  {
    source,
    parameters: { workgroup: WORKGROUP },
    needs: invocationNeeds(2),
    prepare: (device, operands, { workgroup }) =>
      planLaunches(device, () => {
        assertBlockDiagonalGradient(operands);
        const { x, heads, headWidth, output } = operands;
        return output.panels.flatMap((to) =>
          x.panels.map((from) => ({
            label: "block-diagonal-gradient",
            source,
            constants: { WORKGROUP: workgroup },
            launch: {
              firstCol: to.firstCol,
              columns: output.cols,
              heads,
              headWidth,
              gFirst: from.firstCol,
              gColumns: from.cols,
              gStride: from.stride,
              toStride: to.stride,
            },
            buffers: [from.buffer, to.buffer],
            groups: Math.ceil(2 * to.stride / workgroup),
            multiplyAdds: 2 * to.stride,
          }))
        );
      }),
  },
);
