/**
 * Products of two dense matrices at the entries of a sparse one, head by head, on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { paddingAfter, panelRuns } from "../panel_runs_webgpu.ts";
import type { HeadSddmmOperandsOf } from "./attention.ts";
import { assertHeadSddmm } from "./attention_fit.ts";
import { entryTeamsSource, planTeams, TEAM_PARAMETERS, teamNeeds } from "./entry_teams_webgpu.ts";
import headKernel from "./head_sddmm.wgsl" with { type: "text" };

const source = entryTeamsSource + headKernel;

/** Kernel `row-wise@webgpu` of head-sddmm; see `head_sddmm.wgsl`. */
export const headSddmmRowWiseWebGpu: KernelOn<"webgpu", HeadSddmmOperandsOf> = {
  id: "row-wise",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "neighbouring lanes share a row and head, each multiplies at entries of its own",
  source,
  parameters: TEAM_PARAMETERS,
  needs: (parameters) => teamNeeds(parameters, { storageBindings: 5, sums: false }),
  prepare(device, operands, parameters) {
    assertHeadSddmm(operands);
    const { matrix, a, b, heads, headWidth, output } = operands;
    const columns = heads * headWidth;
    return planTeams(device, {
      label: "head-sddmm",
      source,
      parameters,
      runs(share) {
        const colIdx = share("colIdx", { of: matrix.colIdx });
        // Iterations for the vectors of a head that begins inside one, and for the entry itself.
        const loops = Math.ceil(headWidth / 4) + 2;
        const uses = [{ matrix: a }, { matrix: b }, { matrix: output, per: headWidth }];
        return panelRuns(columns, uses).map(({ begin, end, panels: [left, right, to] }) => {
          const firstHead = Math.floor(begin / headWidth);
          return {
            matrix,
            columns: Math.ceil(end / headWidth) - firstHead,
            work: headWidth,
            loops,
            words: [
              ...[end === columns ? paddingAfter(heads, output, to) : 0, firstHead, headWidth, begin, end],
              ...[left, right].flatMap(({ stride, firstCol }) => [stride / 4, firstCol / 4]),
              ...[to.stride, firstHead - to.firstCol],
            ],
            buffers: [colIdx, left.buffer, right.buffer, to.buffer],
          };
        });
      },
    });
  },
};
