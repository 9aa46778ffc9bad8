/**
 * Sparse-times-dense multiplication with weights for each head, on WebGPU. The plan shares the matrix on the
 * device with the plans of spmm.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { panelRuns, vectorPlaceIn } from "../../../plans/panel_runs_webgpu.ts";
import {
  partialLimit,
  partialSumLaunches,
  partialSumsSource,
  reservePartials,
  uploadShares,
  withPartialSums,
} from "../../../plans/partial_sums_webgpu.ts";
import { invocationNeeds, type Launch, planLaunches, WORKGROUP } from "../../../plans/plan_webgpu.ts";
import { planSharing } from "../../../spmm/plans/shared_arrays.ts";
import {
  countSpans,
  PART,
  rowSpansSource,
  shareSpans,
  spanRanges,
  type Spans,
} from "../../plans/row_spans_webgpu.ts";
import type { HeadSpmmOperandsOf } from "../head_spmm.ts";
import { assertHeadSpmm } from "../operand_fit.ts";
import { rowSplit } from "./kernel.ts";
import headText from "./head_spmm.wgsl" with { type: "text" };

const source = rowSpansSource + headText;

/** Needs of the launches over rows and parts. */
const needs = invocationNeeds(6);

/** Kernel `row-split@webgpu` of head-spmm; see `head_spmm.wgsl`. */
export const headSpmmRowSplitWebGpu: KernelOn<"webgpu", HeadSpmmOperandsOf> = kernelOn("webgpu", rowSplit, {
  source: source + partialSumsSource,
  parameters: { workgroup: WORKGROUP, part: PART },
  needs: (parameters) => withPartialSums(needs(parameters)),
  prepare(device, operands, { workgroup, part }) {
    assertHeadSpmm(operands);
    const { matrix, attention, order, x, heads, headWidth, output } = operands;
    const uses = [{ matrix: attention, per: headWidth }, { matrix: x }, { matrix: output }];
    const runs = panelRuns(heads * headWidth, uses).map((run) => ({
      ...run,
      vectors: Math.ceil((run.end - run.begin) / 4),
    }));
    const widest = Math.max(...runs.map(({ vectors }) => vectors));
    return planSharing(device, "head-spmm", async (share) => {
      // Rows and entries fit a binding: so does the attention, which has 16 bytes or more for each entry,
      // and Y, which has as many for each row.
      const most = partialLimit(device, widest);
      const { rows, parts, records } = shareSpans(device, share, { rowPtr: matrix.rowPtr, part, most });
      const colIdx = share("colIdx", { of: matrix.colIdx });
      const plan = await planLaunches(device, (arrays) => {
        const sums = parts && {
          partials: reservePartials(arrays, [{ partials: countSpans(parts) }], { vectors: widest }),
          shares: uploadShares(arrays, { shared: records }),
        };
        return runs.flatMap(({ begin, vectors, panels: [weights, from, to] }) => {
          const [xStride, xOffset] = vectorPlaceIn(from, begin),
            [yStride, yOffset] = vectorPlaceIn(to, begin);
          const pair = { y: to.buffer, vectors, yStride, yOffset };
          const summing = (spans: Spans, { y, yStride, yOffset }: Omit<typeof pair, "vectors">): Launch[] =>
            spanRanges(device, spans, 4 * vectors).map(({ firstRow, rows, entries }) => ({
              label: "head-spmm",
              source,
              constants: {
                ...spans.constants,
                WORKGROUP: workgroup,
                HEAD_WIDTH: headWidth,
                VALUE_STRIDE: weights.stride,
                FIRST_COLUMN: begin - weights.firstCol * headWidth,
                LAST_HEAD: weights.cols - 1,
                ORDERED: order ? 1 : 0,
              },
              launch: { rows, firstRow, columns: vectors, xStride, xOffset, yStride, yOffset },
              buffers: [spans.buffer, colIdx, weights.buffer, order ?? colIdx, from.buffer, y],
              groups: Math.ceil(rows * vectors / workgroup),
              multiplyAdds: (entries + rows) * vectors * 4,
            }));
          const whole = summing(rows, pair);
          if (parts === undefined || sums === undefined) return whole;
          const { partials, shares } = sums;
          return [
            ...whole,
            ...summing(parts, { y: partials, yStride: vectors, yOffset: 0 }),
            ...partialSumLaunches(shares, { pair, rows: matrix.rows, partials }),
          ];
        });
      });
      return { ...plan, facts: { ...plan.facts, parts: countSpans(parts) } };
    });
  },
});
