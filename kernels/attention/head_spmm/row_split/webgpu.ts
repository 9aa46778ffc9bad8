/**
 * Sparse-times-dense multiplication with weights for each head, on WebGPU. The plan shares the matrix on the
 * device with the plans of spmm.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { panelRuns, vectorPlaceIn } from "../../../plans/panel_runs_webgpu.ts";
import { invocationNeeds, planLaunches, WORKGROUP } from "../../../plans/plan_webgpu.ts";
import { csrRowsSource } from "../../../spmm/plans/csr_plan_webgpu.ts";
import { cutCsr, entriesPerDispatch } from "../../../spmm/plans/device_csr_webgpu.ts";
import { planSharing } from "../../../spmm/plans/shared_arrays.ts";
import { longestRow, LOOP_BOUND } from "../../plans/loop_bound_webgpu.ts";
import type { HeadSpmmOperandsOf } from "../head_spmm.ts";
import { assertHeadSpmm } from "../operand_fit.ts";
import { rowSplit } from "./kernel.ts";
import headText from "./head_spmm.wgsl" with { type: "text" };

/** Most entries of a row that one invocation processes, at four per iteration. */
const LONGEST = 4 * LOOP_BOUND;

const source = csrRowsSource + headText;

/** Kernel `row-split@webgpu` of head-spmm; see `head_spmm.wgsl`. */
export const headSpmmRowSplitWebGpu: KernelOn<"webgpu", HeadSpmmOperandsOf> = kernelOn("webgpu", rowSplit, {
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(6),
  prepare(device, operands, { workgroup }) {
    assertHeadSpmm(operands);
    const { matrix, attention, order, x, heads, headWidth, output } = operands;
    const uses = [{ matrix: attention, per: headWidth }, { matrix: x }, { matrix: output }];
    const bound = longestRow(matrix.rowPtr) > LONGEST ? LONGEST : Infinity;
    return planSharing(device, "head-spmm", (share) =>
      planLaunches(device, () => {
        // Rows and entries fit a binding: so does the attention, which has 16 bytes or more for each entry,
        // and Y, which has as many for each row.
        const rowPtr = share("rowPtr", { of: matrix.rowPtr });
        const colIdx = share("colIdx", { of: matrix.colIdx });
        return panelRuns(heads * headWidth, uses).flatMap(({ begin, end, panels: [weights, from, to] }) => {
          const columns = Math.ceil((end - begin) / 4);
          const [xStride, xOffset] = vectorPlaceIn(from, begin),
            [yStride, yOffset] = vectorPlaceIn(to, begin);
          const most = Math.min(bound, entriesPerDispatch(device, 4 * columns));
          const ranges = cutCsr(matrix.rowPtr, { rows: Infinity, entries: most });
          return ranges.map(({ firstRow, rows, firstEntry, entries, continues }) => ({
            label: "head-spmm",
            source,
            constants: {
              WORKGROUP: workgroup,
              HEAD_WIDTH: headWidth,
              VALUE_STRIDE: weights.stride,
              FIRST_COLUMN: begin - weights.firstCol * headWidth,
              LAST_HEAD: weights.cols - 1,
              ORDERED: order ? 1 : 0,
            },
            launch: {
              rows,
              firstRow,
              continues: continues ? 1 : 0,
              columns,
              xStride,
              xOffset,
              yStride,
              yOffset,
              boundRow: firstRow,
              firstEntry,
              lastEntry: firstEntry + entries,
            },
            buffers: [rowPtr, colIdx, weights.buffer, order ?? colIdx, from.buffer, to.buffer],
            groups: Math.ceil(rows * columns / workgroup),
            multiplyAdds: (entries + rows) * columns * 4,
          }));
        });
      }));
  },
});
