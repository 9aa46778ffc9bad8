/**
 * Softmaxes over the entries of rows, and their gradient, on WebGPU.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../../../hardware/webgpu/device.ts";
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { paddingAfter, panelRuns } from "../../../plans/panel_runs_webgpu.ts";
import {
  type NamedUse,
  placeFields,
  planTeams,
  TEAM_PARAMETERS,
  type TeamArrays,
  type TeamLaunch,
  teamNeeds,
  teamSumsSource,
} from "../../plans/entry_teams_webgpu.ts";
import type {
  EdgeSoftmaxGradientOperandsOf,
  EdgeSoftmaxOperands,
  EdgeSoftmaxOperandsOf,
} from "../edge_softmax.ts";
import { assertEdgeSoftmax, assertEdgeSoftmaxGradient } from "../operand_fit.ts";
import { rowWise, rowWiseGradient } from "./kernel.ts";
import floatBitsText from "../../../../platform/float_bits.wgsl" with { type: "text" };
import sumsText from "../../entry_sums/row_wise/entry_sums.wgsl" with { type: "text" };
import gradientText from "./edge_softmax_gradient.wgsl" with { type: "text" };
import softmaxText from "./edge_softmax.wgsl" with { type: "text" };
import totalsText from "./softmax_totals.wgsl" with { type: "text" };
import maxText from "./team_max.wgsl" with { type: "text" };

const source = teamSumsSource + maxText + floatBitsText + softmaxText;
const totalsSource = teamSumsSource + maxText + totalsText;
const gradientSource = teamSumsSource + gradientText;
const sumsSource = teamSumsSource + sumsText;

/** Kernel over the entries, in steps where rows are cut. */
interface EntryVisits extends Pick<TeamLaunch, "source" | "work"> {
  /** Operands with a number for each entry and head. */
  readonly factors: readonly NamedUse[];
  /** Launch that makes the results of cut rows from those of their parts. */
  readonly total: (columns: number) => Pick<TeamLaunch, "source" | "launch" | "buffers" | "constants">;
}

/** Launches over the entries with the scores of their rows and columns. */
function softmaxLaunches(
  { matrix, scores, heads, negativeSlope, output }: EdgeSoftmaxOperands<WebGpuBuffer>,
  { share, results }: TeamArrays,
  { source, work, factors, total }: EntryVisits,
): TeamLaunch[] {
  const colIdx = share("colIdx", { of: matrix.colIdx });
  const uses = [
    { name: "own", matrix: scores },
    { name: "their", matrix: scores, shift: heads },
    ...factors,
    { name: "y", matrix: output },
  ];
  return panelRuns(heads, uses).flatMap((run): TeamLaunch[] => {
    const columns = run.end - run.begin, buffers = [colIdx, ...run.panels.map(({ buffer }) => buffer)];
    const launch = {
      padding: paddingAfter(run.end, output, run.panels.at(-1)!),
      slope: negativeSlope,
      ...placeFields(uses, run),
    };
    const visit = { matrix, source, columns, work, launch };
    return [
      { ...visit, over: "rows", buffers: [...buffers, results("parts")] },
      { ...visit, over: "parts", constants: { STEP: 1 }, buffers: [...buffers, results("parts")] },
      { matrix, columns, work, over: "cut", ...total(columns) },
      { ...visit, over: "parts", constants: { STEP: 2 }, buffers: [...buffers, results("cut")] },
    ];
  });
}

/** Kernel `row-wise@webgpu` of edge-softmax; see `edge_softmax.wgsl`, `softmax_totals.wgsl`. */
export const edgeSoftmaxRowWiseWebGpu: KernelOn<"webgpu", EdgeSoftmaxOperandsOf> = kernelOn(
  "webgpu",
  rowWise,
  {
    source: source + totalsText,
    parameters: TEAM_PARAMETERS,
    needs: teamNeeds({ storageBindings: 6, sums: true }),
    prepare(device, operands, parameters) {
      assertEdgeSoftmax(operands);
      const { matrix, heads } = operands;
      return planTeams(device, {
        label: "edge-softmax",
        parameters,
        matrices: [matrix],
        resultBytes: 8 * heads,
        launches: (arrays) =>
          softmaxLaunches(operands, arrays, {
            source,
            // Two exponentials and three visits of an entry, in multiply-adds.
            work: 32,
            factors: [],
            total: () => ({
              source: totalsSource,
              launch: {},
              buffers: [arrays.results("parts"), arrays.results("cut")],
            }),
          }),
      });
    },
  },
);

/** Kernel `row-wise@webgpu` of edge-softmax-gradient; see `edge_softmax_gradient.wgsl`. */
export const edgeSoftmaxGradientRowWiseWebGpu: KernelOn<"webgpu", EdgeSoftmaxGradientOperandsOf> = kernelOn(
  "webgpu",
  rowWiseGradient,
  {
    source: gradientSource + sumsText,
    parameters: TEAM_PARAMETERS,
    needs: teamNeeds({ storageBindings: 8, sums: true }),
    prepare(device, operands, parameters) {
      assertEdgeSoftmaxGradient(operands);
      const { matrix, heads, attention, gradient } = operands;
      return planTeams(device, {
        label: "edge-softmax-gradient",
        parameters,
        matrices: [matrix],
        resultBytes: 4 * heads,
        launches: (arrays) =>
          softmaxLaunches(operands, arrays, {
            source: gradientSource,
            // Two visits of an entry, in multiply-adds.
            work: 8,
            factors: [{ name: "a", matrix: attention }, { name: "g", matrix: gradient }],
            total: (columns) => ({
              source: sumsSource,
              constants: { BY_SPAN: 1 },
              launch: { xStride: columns, xFirst: 0, toStride: columns, toFirst: 0 },
              buffers: [
                arrays.share("colIdx", { of: matrix.colIdx }),
                arrays.results("parts"),
                arrays.results("cut"),
              ],
            }),
          }),
      });
    },
  },
);
