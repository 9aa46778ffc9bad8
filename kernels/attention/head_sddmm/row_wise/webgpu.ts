/**
 * Products of two dense matrices at the entries of a sparse one, head by head, on WebGPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { paddingAfter, panelRuns } from "../../../plans/panel_runs_webgpu.ts";
import { entryTeamsSource, planTeams, TEAM_PARAMETERS, teamNeeds } from "../../plans/entry_teams_webgpu.ts";
import type { HeadSddmmOperandsOf } from "../head_sddmm.ts";
import { assertHeadSddmm } from "../operand_fit.ts";
import { rowWise } from "./kernel.ts";
import headText from "./head_sddmm.wgsl" with { type: "text" };

const source = entryTeamsSource + headText;

/** Kernel `row-wise@webgpu` of head-sddmm; see `head_sddmm.wgsl`. */
export const headSddmmRowWiseWebGpu: KernelOn<"webgpu", HeadSddmmOperandsOf> = kernelOn("webgpu", rowWise, {
  source,
  parameters: TEAM_PARAMETERS,
  needs: teamNeeds({ storageBindings: 5, sums: false }),
  prepare(device, operands, parameters) {
    assertHeadSddmm(operands);
    const { matrix, a, b, heads, headWidth, output } = operands;
    const columns = heads * headWidth;
    return planTeams(device, {
      label: "head-sddmm",
      parameters,
      matrices: [matrix],
      launches({ share }) {
        const colIdx = share("colIdx", { of: matrix.colIdx });
        const uses = [{ matrix: a }, { matrix: b }, { matrix: output, per: headWidth }];
        return panelRuns(columns, uses).flatMap(({ begin, end, panels: [left, right, to] }) => {
          const firstHead = Math.floor(begin / headWidth);
          const spans = (["rows", "parts"] as const).map((over) => ({
            matrix,
            over,
            source,
            columns: Math.ceil(end / headWidth) - firstHead,
            work: headWidth,
            launch: {
              padding: end === columns ? paddingAfter(heads, output, to) : 0,
              firstHead,
              headWidth,
              begin,
              end,
              aStride: left.stride / 4,
              aFirst: left.firstCol / 4,
              bStride: right.stride / 4,
              bFirst: right.firstCol / 4,
              yStride: to.stride,
              yFirst: firstHead - to.firstCol,
            },
            buffers: [colIdx, left.buffer, right.buffer, to.buffer],
          }));
          return spans;
        });
      },
    });
  },
});
