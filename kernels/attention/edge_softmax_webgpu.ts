/**
 * Softmaxes over the entries of rows, and their gradient, on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { paddingAfter, panelRuns, placeIn } from "../panel_runs_webgpu.ts";
import { floatBits } from "../plan_webgpu.ts";
import type { EdgeSoftmaxGradientOperandsOf, EdgeSoftmaxOperandsOf } from "./attention.ts";
import { assertEdgeSoftmax, assertEdgeSoftmaxGradient } from "./attention_fit.ts";
import floatBitsText from "../../platform/float_bits.wgsl" with { type: "text" };
import gradientKernel from "./edge_softmax_gradient.wgsl" with { type: "text" };
import softmaxKernel from "./edge_softmax.wgsl" with { type: "text" };
import { planTeams, TEAM_PARAMETERS, teamNeeds, teamSumsSource } from "./entry_teams_webgpu.ts";

/** Cost of two exponentials and three visits of an entry, in multiply-adds. */
const SHARE = 32;
/** Cost of two visits of an entry, in multiply-adds. */
const SLOPE = 8;

const kernel = {
  id: "row-wise",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "neighbouring lanes share a row and head, and meet at its maximum and its sum",
  parameters: TEAM_PARAMETERS,
} as const;

const source = teamSumsSource + floatBitsText + softmaxKernel;

/** Kernel `row-wise@webgpu` of edge-softmax; see `edge_softmax.wgsl`. */
export const edgeSoftmaxRowWiseWebGpu: KernelOn<"webgpu", EdgeSoftmaxOperandsOf> = {
  ...kernel,
  source,
  needs: (parameters) => teamNeeds(parameters, { storageBindings: 5, sums: true }),
  prepare(device, operands, parameters) {
    assertEdgeSoftmax(operands);
    const { matrix, scores, heads, negativeSlope, output } = operands;
    return planTeams(device, {
      label: "edge-softmax",
      source,
      parameters,
      runs(share) {
        const colIdx = share("colIdx", { of: matrix.colIdx });
        const uses = [{ matrix: scores }, { matrix: scores, shift: heads }, { matrix: output }];
        return panelRuns(heads, uses).map(({ begin, end, panels: [own, theirs, to] }) => ({
          matrix,
          columns: end - begin,
          work: SHARE,
          loops: 3,
          words: [
            ...[paddingAfter(end, output, to), floatBits(negativeSlope)],
            ...[placeIn(own, begin), placeIn(theirs, heads + begin), placeIn(to, begin)].flat(),
          ],
          buffers: [colIdx, own.buffer, theirs.buffer, to.buffer],
        }));
      },
    });
  },
};

const gradientSource = teamSumsSource + gradientKernel;

/** Kernel `row-wise@webgpu` of edge-softmax-gradient; see `edge_softmax_gradient.wgsl`. */
export const edgeSoftmaxGradientRowWiseWebGpu: KernelOn<"webgpu", EdgeSoftmaxGradientOperandsOf> = {
  ...kernel,
  mapping: "neighbouring lanes share a row and head, and meet at its sum",
  source: gradientSource,
  needs: (parameters) => teamNeeds(parameters, { storageBindings: 7, sums: true }),
  prepare(device, operands, parameters) {
    assertEdgeSoftmaxGradient(operands);
    const { matrix, scores, heads, negativeSlope, attention, gradient, output } = operands;
    return planTeams(device, {
      label: "edge-softmax-gradient",
      source: gradientSource,
      parameters,
      runs(share) {
        const colIdx = share("colIdx", { of: matrix.colIdx });
        const byEntry = [attention, gradient, output].map((matrix) => ({ matrix }));
        const uses = [{ matrix: scores }, { matrix: scores, shift: heads }, ...byEntry];
        return panelRuns(heads, uses).map(({ begin, end, panels }) => ({
          matrix,
          columns: end - begin,
          work: SLOPE,
          loops: 2,
          words: [
            ...[paddingAfter(end, output, panels[4]), floatBits(negativeSlope)],
            ...panels.flatMap((panel, use) => placeIn(panel, begin + (uses[use].shift ?? 0))),
          ],
          buffers: [colIdx, ...panels.map(({ buffer }) => buffer)],
        }));
      },
    });
  },
};
