/**
 * Sums of entries by row and by column on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { panelRuns, placeIn } from "../panel_runs_webgpu.ts";
import type { EntrySumsOperandsOf } from "./attention.ts";
import { assertEntrySums } from "./attention_fit.ts";
import sumsKernel from "./entry_sums.wgsl" with { type: "text" };
import { planTeams, TEAM_PARAMETERS, teamNeeds, teamSumsSource } from "./entry_teams_webgpu.ts";

const source = teamSumsSource + sumsKernel;

/** Kernel `row-wise@webgpu` of entry-sums; see `entry_sums.wgsl`. */
export const entrySumsRowWiseWebGpu: KernelOn<"webgpu", EntrySumsOperandsOf> = {
  id: "row-wise",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "neighbouring lanes share a row or column and a head, and meet at its sum",
  source,
  parameters: TEAM_PARAMETERS,
  needs: (parameters) => teamNeeds(parameters, { storageBindings: 4, sums: true }),
  prepare(device, operands, parameters) {
    assertEntrySums(operands);
    const { matrix, transposed, order, entries, heads, output } = operands;
    const halves = [
      { matrix, order, shift: 0, constants: { ORDERED: 0 } },
      { matrix: transposed, order, shift: heads, constants: { ORDERED: 1 } },
    ];
    return planTeams(device, {
      label: "entry-sums",
      source,
      parameters,
      cleared: output.panels.map(({ buffer }) => buffer),
      runs: () =>
        halves.flatMap(({ matrix, order, shift, constants }) =>
          panelRuns(heads, [{ matrix: entries }, { matrix: output, shift }])
            .map(({ begin, end, panels: [from, to] }) => ({
              matrix,
              constants,
              columns: end - begin,
              work: 1,
              loops: 1,
              words: [placeIn(from, begin), placeIn(to, begin + shift)].flat(),
              buffers: [order, from.buffer, to.buffer],
            }))
        ),
    });
  },
};
