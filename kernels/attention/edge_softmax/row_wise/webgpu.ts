/**
 * Softmaxes over the entries of rows, and their gradient, on WebGPU.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../../../hardware/webgpu/device.ts";
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { paddingAfter, panelRuns } from "../../../plans/panel_runs_webgpu.ts";
import type { Share } from "../../../spmm/plans/shared_arrays.ts";
import {
  type NamedUse,
  placeFields,
  planTeams,
  TEAM_PARAMETERS,
  teamNeeds,
  type TeamRun,
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
import gradientText from "./edge_softmax_gradient.wgsl" with { type: "text" };
import softmaxText from "./edge_softmax.wgsl" with { type: "text" };

const source = teamSumsSource + floatBitsText + softmaxText;
const gradientSource = teamSumsSource + gradientText;

/** Amount of work for an entry and head, and the operands between the scores and the result. */
interface EntryVisits extends Pick<TeamRun, "work" | "loops"> {
  /** Operands with a number for each entry and head. */
  readonly factors: readonly NamedUse[];
}

/** Runs over the entries with the scores of their rows and columns. */
function softmaxRuns(
  { matrix, scores, heads, negativeSlope, output }: EdgeSoftmaxOperands<WebGpuBuffer>,
  share: Share<WebGpuBuffer>,
  { work, loops, factors }: EntryVisits,
): TeamRun[] {
  const colIdx = share("colIdx", { of: matrix.colIdx });
  const uses = [
    { name: "own", matrix: scores },
    { name: "their", matrix: scores, shift: heads },
    ...factors,
    { name: "y", matrix: output },
  ];
  return panelRuns(heads, uses).map((run) => ({
    matrix,
    columns: run.end - run.begin,
    work,
    loops,
    launch: {
      padding: paddingAfter(run.end, output, run.panels.at(-1)!),
      slope: negativeSlope,
      ...placeFields(uses, run),
    },
    buffers: [colIdx, ...run.panels.map(({ buffer }) => buffer)],
  }));
}

/** Kernel `row-wise@webgpu` of edge-softmax; see `edge_softmax.wgsl`. */
export const edgeSoftmaxRowWiseWebGpu: KernelOn<"webgpu", EdgeSoftmaxOperandsOf> = kernelOn(
  "webgpu",
  rowWise,
  {
    source,
    parameters: TEAM_PARAMETERS,
    needs: teamNeeds({ storageBindings: 5, sums: true }),
    prepare(device, operands, parameters) {
      assertEdgeSoftmax(operands);
      return planTeams(device, {
        label: "edge-softmax",
        source,
        parameters,
        // Two exponentials and three visits of an entry, in multiply-adds.
        runs: (share) => softmaxRuns(operands, share, { work: 32, loops: 3, factors: [] }),
      });
    },
  },
);

/** Kernel `row-wise@webgpu` of edge-softmax-gradient; see `edge_softmax_gradient.wgsl`. */
export const edgeSoftmaxGradientRowWiseWebGpu: KernelOn<"webgpu", EdgeSoftmaxGradientOperandsOf> = kernelOn(
  "webgpu",
  rowWiseGradient,
  {
    source: gradientSource,
    parameters: TEAM_PARAMETERS,
    needs: teamNeeds({ storageBindings: 7, sums: true }),
    prepare(device, operands, parameters) {
      assertEdgeSoftmaxGradient(operands);
      const { attention, gradient } = operands;
      const factors = [{ name: "a", matrix: attention }, { name: "g", matrix: gradient }];
      return planTeams(device, {
        label: "edge-softmax-gradient",
        source: gradientSource,
        parameters,
        // Two visits of an entry, in multiply-adds.
        runs: (share) => softmaxRuns(operands, share, { work: 8, loops: 2, factors }),
      });
    },
  },
);
