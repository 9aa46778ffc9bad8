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
      source,
      parameters,
      cleared: output.panels.map(({ buffer }) => buffer),
      runs: () =>
        halves.flatMap(({ matrix, shift, constants }) => {
          const uses = [{ name: "x", matrix: entries }, { name: "to", matrix: output, shift }];
          return panelRuns(heads, uses).map((run) => ({
            matrix,
            constants,
            columns: run.end - run.begin,
            work: 1,
            loops: 1,
            launch: placeFields(uses, run),
            buffers: [order, ...run.panels.map(({ buffer }) => buffer)],
          }));
        }),
    });
  },
});
