/**
 * Column sums on WebGPU: blocks of rows, then the sums of the blocks.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { assertFit } from "../operand_fit.ts";
import { planOnWebGpu } from "../plan_webgpu.ts";
import { panelPairs } from "../panel_pairs_webgpu.ts";
import type { ColumnSumOperandsOf } from "./column_sum.ts";
import { rowBlocks } from "./row_blocks.ts";
import source from "./row_blocks.wgsl" with { type: "text" };

const INVOCATIONS = 256;
const MOST_LANES = 16;
const BINDINGS = 2;

/** Kernel `row-blocks@webgpu`; see `row_blocks.wgsl`. */
export const columnSumRowBlocksWebGpu: KernelOn<"webgpu", ColumnSumOperandsOf> = {
  id: "row-blocks",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "a workgroup sums a block of at least 256 rows; a second dispatch adds the sums of the blocks",
  source,
  parameters: {},
  needs: () => ({
    workgroupBytes: 16 * INVOCATIONS,
    workgroupInvocations: INVOCATIONS,
    storageBindings: BINDINGS,
  }),
  prepare: (device, { x, output }) =>
    planOnWebGpu(device, async ({ reserve, dispatch }) => {
      assertFit("sum columns", [{ name: "y", matrix: output, rows: 1, cols: x.cols }]);
      const { blockRows, blocks } = rowBlocks(x.rows);
      const dispatches: (() => void)[] = [];
      for (const { x: from, y: to, vectors, xStride, xOffset, yStride, yOffset } of panelPairs(x, output)) {
        const lanes = Math.min(MOST_LANES, 2 ** Math.ceil(Math.log2(vectors)));
        const sum = { label: "column sum", source, constants: { LANES: lanes, PARTS: INVOCATIONS / lanes } };
        const slices = Math.ceil(vectors / lanes);
        const whole = blocks === 1;
        const sums = whole ? to : reserve("sums of blocks", blocks * vectors * 16);
        dispatches.push(
          await dispatch({
            ...sum,
            launch: [
              ...[x.rows, blockRows, blocks, vectors, xStride, xOffset],
              ...whole ? [yStride, yOffset] : [vectors, 0],
            ],
            buffers: [from, sums],
            groups: blocks * slices,
            multiplyAdds: 4 * x.rows * vectors,
          }),
        );
        if (whole) continue;
        dispatches.push(
          await dispatch({
            ...sum,
            launch: [blocks, blocks, 1, vectors, vectors, 0, yStride, yOffset],
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
};
