/**
 * Sums of entries by row and by column on WebGPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { panelRuns } from "../../../plans/panel_runs_webgpu.ts";
import {
  placeFields,
  planTeams,
  TEAM_PARAMETERS,
  type TeamLaunch,
  teamNeeds,
  teamSumsSource,
} from "../../plans/entry_teams_webgpu.ts";
import type { EntrySumsOperandsOf } from "../entry_sums.ts";
import { assertEntrySums } from "../operand_fit.ts";
import { rowWise } from "./kernel.ts";
import sumsText from "./entry_sums.wgsl" with { type: "text" };

const source = teamSumsSource + sumsText;

/** Kernel `row-wise@webgpu` of entry-sums; see `entry_sums.wgsl`. */
export const entrySumsRowWiseWebGpu: KernelOn<"webgpu", EntrySumsOperandsOf> = kernelOn("webgpu", rowWise, {
  source,
  parameters: TEAM_PARAMETERS,
  needs: teamNeeds({ storageBindings: 4, sums: true }),
  prepare(device, operands, parameters) {
    assertEntrySums(operands);
    const { matrix, transposed, order, entries, heads, output } = operands;
    const halves = [
      { matrix, shift: 0, constants: { ORDERED: 0 } },
      { matrix: transposed, shift: heads, constants: { ORDERED: 1 } },
    ];
    return planTeams(device, {
      label: "entry-sums",
      parameters,
      matrices: [matrix, transposed],
      resultBytes: 4 * heads,
      cleared: output.panels.map(({ buffer }) => buffer),
      launches: ({ results }) =>
        halves.flatMap(({ matrix, shift, constants }) => {
          const uses = [{ name: "x", matrix: entries }, { name: "to", matrix: output, shift }];
          return panelRuns(heads, uses).flatMap((run): TeamLaunch[] => {
            const [x, to] = run.panels.map(({ buffer }) => buffer), columns = run.end - run.begin;
            const parts = results("parts");
            const common = { matrix, source, columns, work: 1, constants }, launch = placeFields(uses, run);
            return [
              { ...common, over: "rows", launch, buffers: [order, x, to] },
              {
                ...common,
                over: "parts",
                constants: { ...constants, BY_SPAN: 1 },
                launch: { ...launch, toStride: columns, toFirst: 0 },
                buffers: [order, x, parts],
              },
              {
                ...common,
                over: "cut",
                constants: { ORDERED: 0 },
                launch: { ...launch, xStride: columns, xFirst: 0 },
                buffers: [order, parts, to],
              },
            ];
          });
        }),
    });
  },
});
