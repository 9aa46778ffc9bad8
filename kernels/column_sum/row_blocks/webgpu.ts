/**
 * Column sums on WebGPU: blocks of rows, then the sums of the blocks.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import type { UniformValues } from "../../../hardware/webgpu/uniform.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { assertFit } from "../../operand_fit.ts";
import { panelPairs } from "../../plans/panel_pairs_webgpu.ts";
import { type Launch, planLaunches } from "../../plans/plan_webgpu.ts";
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
    async prepare(device, { x, output }) {
      const { blockRows, blocks } = blocksOf(x.rows);
      const plan = await planLaunches(device, ({ reserve }) => {
        assertFit("sum columns", [{ name: "y", matrix: output, rows: 1, cols: x.cols }]);
        return panelPairs(x, output).flatMap(({ x: from, y: to, vectors, ...places }) => {
          const lanes = Math.min(MOST_LANES, 2 ** Math.ceil(Math.log2(vectors)));
          const sum = (
            buffers: readonly WebGpuBuffer[],
            sizes: { readonly rows: number; readonly blockRows: number; readonly blocks: number },
            at: UniformValues,
          ): Launch => ({
            label: "column sum",
            source,
            constants: { LANES: lanes, PARTS: INVOCATIONS / lanes },
            launch: { ...sizes, columns: vectors, ...at },
            buffers,
            groups: sizes.blocks * Math.ceil(vectors / lanes),
            multiplyAdds: 4 * sizes.rows * vectors,
          });
          const sizes = { rows: x.rows, blockRows, blocks };
          if (blocks === 1) return [sum([from, to], sizes, places)];
          const sums = reserve("sums of blocks", blocks * vectors * 16);
          const ofSums = { rows: blocks, blockRows: blocks, blocks: 1 };
          return [
            sum([from, sums], sizes, { ...places, yStride: vectors, yOffset: 0 }),
            sum([sums, to], ofSums, { ...places, xStride: vectors, xOffset: 0 }),
          ];
        });
      });
      return { ...plan, facts: { blocks, ...plan.facts } };
    },
  },
);
