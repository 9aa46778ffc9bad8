/**
 * Block-diagonal matrices of attention vectors on WebGPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { invocationNeeds, planLaunches, WORKGROUP } from "../../../plans/plan_webgpu.ts";
import type { BlockDiagonalOperandsOf } from "../block_diagonal.ts";
import { assertBlockDiagonal } from "../operand_fit.ts";
import source from "./block_diagonal.wgsl" with { type: "text" };
import { rowWise } from "./kernel.ts";

/** Kernel `row-wise@webgpu` of block-diagonal; see `block_diagonal.wgsl`. */
export const blockDiagonalRowWiseWebGpu: KernelOn<"webgpu", BlockDiagonalOperandsOf> = kernelOn(
  "webgpu",
  rowWise,
  {
    source,
    parameters: { workgroup: WORKGROUP },
    needs: invocationNeeds(2),
    prepare: (device, operands, { workgroup }) =>
      planLaunches(device, () => {
        assertBlockDiagonal(operands);
        const { x, heads, headWidth, output } = operands;
        return output.panels.flatMap((to) =>
          x.panels.map((from) => {
            const items = from.cols * to.stride;
            return {
              label: "block-diagonal",
              source,
              constants: { WORKGROUP: workgroup },
              launch: {
                rows: from.cols,
                firstRow: from.firstCol,
                heads,
                headWidth,
                xStride: from.stride,
                yStride: to.stride,
                firstCol: to.firstCol,
              },
              buffers: [from.buffer, to.buffer],
              groups: Math.ceil(items / workgroup),
              multiplyAdds: items,
            };
          })
        );
      }),
  },
);
