/**
 * Sparse-times-dense multiplication with weights for each head, on WebGPU. The plan shares the matrix on the
 * device with the plans of spmm.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { panelRuns, vectorPlaceIn } from "../panel_runs_webgpu.ts";
import { invocationNeeds, planOnWebGpu, WORKGROUP } from "../plan_webgpu.ts";
import { csrRowsSource } from "../spmm/plans/csr_plan_webgpu.ts";
import { cutCsr, entriesPerDispatch } from "../spmm/plans/device_csr_webgpu.ts";
import { planSharing } from "../spmm/plans/shared_arrays.ts";
import type { HeadSpmmOperandsOf } from "./attention.ts";
import { assertHeadSpmm } from "./attention_fit.ts";
import headKernel from "./head_spmm.wgsl" with { type: "text" };
import { longestRow, LOOP_BOUND } from "./loop_bound_webgpu.ts";

/** Most entries of a row that one invocation processes, at four per iteration. */
const LONGEST = 4 * LOOP_BOUND;

const source = csrRowsSource + headKernel;

/** Kernel `row-split@webgpu` of head-spmm; see `head_spmm.wgsl`. */
export const headSpmmRowSplitWebGpu: KernelOn<"webgpu", HeadSpmmOperandsOf> = {
  id: "row-split",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation computes a vector of four columns of a row; neighbours share the row",
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(6),
  prepare(device, operands, { workgroup }) {
    assertHeadSpmm(operands);
    const { matrix, attention, order, x, heads, headWidth, output } = operands;
    const runs = panelRuns(heads * headWidth, [
      { matrix: attention, per: headWidth },
      { matrix: x },
      { matrix: output },
    ]);
    return planSharing(device, "head-spmm", (share) =>
      planOnWebGpu(device, async ({ dispatch }) => {
        // Rows and entries fit a binding: so does the attention, which has 16 bytes or more for each entry,
        // and Y, which has as many for each row.
        const rowPtr = share("rowPtr", { of: matrix.rowPtr });
        const colIdx = share("colIdx", { of: matrix.colIdx });
        const bound = longestRow(matrix.rowPtr) > LONGEST ? LONGEST : Infinity;
        const dispatches: (() => void)[] = [];
        for (const { begin, end, panels: [weights, from, to] } of runs) {
          const vectors = Math.ceil((end - begin) / 4);
          const places = [from, to].flatMap((panel) => vectorPlaceIn(panel, begin));
          const most = Math.min(bound, entriesPerDispatch(device, 4 * vectors));
          for (
            const { firstRow, rows, firstEntry, entries, continues } of cutCsr(matrix.rowPtr, {
              rows: Infinity,
              entries: most,
            })
          ) {
            dispatches.push(
              await dispatch({
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
                launch: [
                  ...[rows, firstRow, continues ? 1 : 0, vectors, ...places],
                  ...[firstRow, firstEntry, firstEntry + entries],
                ],
                buffers: [rowPtr, colIdx, weights.buffer, order ?? colIdx, from.buffer, to.buffer],
                groups: Math.ceil(rows * vectors / workgroup),
                multiplyAdds: (entries + rows) * vectors * 4,
              }),
            );
          }
        }
        return {
          run: () => {
            for (const encode of dispatches) encode();
          },
          facts: { dispatches: dispatches.length },
        };
      }));
  },
};
