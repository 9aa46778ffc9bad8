/**
 * Block-diagonal matrices of attention vectors on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { invocationNeeds, planLaunches, WORKGROUP } from "../plan_webgpu.ts";
import type { BlockDiagonalOperandsOf } from "./attention.ts";
import { assertBlockDiagonal, assertBlockDiagonalGradient } from "./attention_fit.ts";
import gradientSource from "./block_diagonal_gradient.wgsl" with { type: "text" };
import source from "./block_diagonal.wgsl" with { type: "text" };

const kernel = {
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation writes an entry of the result",
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(2),
} as const;

/** Kernel `row-wise@webgpu` of block-diagonal; see `block_diagonal.wgsl`. */
export const blockDiagonalRowWiseWebGpu: KernelOn<"webgpu", BlockDiagonalOperandsOf> = {
  ...kernel,
  id: "row-wise",
  source,
  prepare: (device, operands, { workgroup }) =>
    planLaunches(device, () => {
      assertBlockDiagonal(operands);
      const { x, heads, headWidth, output } = operands;
      return output.panels.flatMap((to) =>
        x.panels.map((part) => {
          const items = part.cols * to.stride;
          return {
            label: "block-diagonal",
            source,
            constants: { WORKGROUP: workgroup },
            launch: [part.cols, part.firstCol, heads, headWidth, part.stride, to.stride, to.firstCol],
            buffers: [part.buffer, to.buffer],
            groups: Math.ceil(items / workgroup),
            multiplyAdds: items,
          };
        })
      );
    }),
};

/** Kernel `column-wise@webgpu` of block-diagonal-gradient; see `block_diagonal_gradient.wgsl`. */
export const blockDiagonalGradientColumnWiseWebGpu: KernelOn<"webgpu", BlockDiagonalOperandsOf> = {
  ...kernel,
  id: "column-wise",
  source: gradientSource,
  prepare: (device, operands, { workgroup }) =>
    planLaunches(device, () => {
      assertBlockDiagonalGradient(operands);
      const { x, heads, headWidth, output } = operands;
      return output.panels.flatMap((to) =>
        x.panels.map((part) => ({
          label: "block-diagonal-gradient",
          source: gradientSource,
          constants: { WORKGROUP: workgroup },
          launch: [
            ...[to.firstCol, output.cols, heads, headWidth],
            ...[part.firstCol, part.cols, part.stride, to.stride],
          ],
          buffers: [part.buffer, to.buffer],
          groups: Math.ceil(2 * to.stride / workgroup),
          multiplyAdds: 2 * to.stride,
        }))
      );
    }),
};
