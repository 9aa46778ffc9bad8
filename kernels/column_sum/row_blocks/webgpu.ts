/**
 * Column sums on WebGPU: blocks of rows, then the sums of the blocks.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { assertFit } from "../../operand_fit.ts";
import { panelPairs } from "../../panel_pairs_webgpu.ts";
import { planOnWebGpu } from "../../plan_webgpu.ts";
import type { ColumnSumOperandsOf } from "../column_sum.ts";
import { blocksOf } from "./blocks.ts";
import { rowBlocks } from "./kernel.ts";
import source from "./row_blocks.wgsl" with { type: "text" };

const INVOCATIONS = 256;
const MOST_LANES = 16;

/** Kernel `row-blocks@webgpu`; see `row_blocks.wgsl`. */
export const columnSumRowBlocksWebGpu: KernelOn<"webgpu", ColumnSumOperandsOf> = kernelOn(
  "webgpu",
  rowBlocks,
  {
    source,
    needs: () => ({
      workgroupBytes: 16 * INVOCATIONS,
      workgroupInvocations: INVOCATIONS,
      storageBindings: 2,
    }),
    prepare: (device, { x, output }) =>
      planOnWebGpu(device, async ({ reserve, dispatch }) => {
        assertFit("sum columns", [{ name: "y", matrix: output, rows: 1, cols: x.cols }]);
        const { blockRows, blocks } = blocksOf(x.rows);
        const dispatches: (() => void)[] = [];
        for (const { x: from, y: to, vectors, ...places } of panelPairs(x, output)) {
          const lanes = Math.min(MOST_LANES, 2 ** Math.ceil(Math.log2(vectors)));
          const sum = {
            label: "column sum",
            source,
            constants: { LANES: lanes, PARTS: INVOCATIONS / lanes },
          };
          const slices = Math.ceil(vectors / lanes);
          const whole = blocks === 1;
          const sums = whole ? to : reserve("sums of blocks", blocks * vectors * 16);
          const toSums = { yStride: vectors, yOffset: 0 }, fromSums = { xStride: vectors, xOffset: 0 };
          dispatches.push(
            await dispatch({
              ...sum,
              launch: { rows: x.rows, blockRows, blocks, columns: vectors, ...places, ...!whole && toSums },
              buffers: [from, sums],
              groups: blocks * slices,
              multiplyAdds: 4 * x.rows * vectors,
            }),
          );
          if (whole) continue;
          dispatches.push(
            await dispatch({
              ...sum,
              launch: {
                rows: blocks,
                blockRows: blocks,
                blocks: 1,
                columns: vectors,
                ...places,
                ...fromSums,
              },
              buffers: [sums, to],
              groups: slices,
              multiplyAdds: 4 * blocks * vectors,
            }),
          );
        }
        return {
          run: () => dispatches.forEach((encode) => encode()),
          facts: { blocks, dispatches: dispatches.length },
        };
      }),
  },
);
