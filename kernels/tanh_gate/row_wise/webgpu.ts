/**
 * Gates on WebGPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { alignedPanels } from "../../operand_fit.ts";
import { invocationNeeds, planLaunches, planOnWebGpu, WORKGROUP } from "../../plans/plan_webgpu.ts";
import { assertTanhGate, assertTanhGateGradient } from "../operand_fit.ts";
import type { TanhGateGradientOperandsOf, TanhGateOperandsOf } from "../tanh_gate.ts";
import { rowWise, rowWiseGradient } from "./kernel.ts";
import floatBitsText from "../../../platform/float_bits.wgsl" with { type: "text" };
import gradientSource from "./tanh_gate_gradient.wgsl" with { type: "text" };
import gateText from "./tanh_gate.wgsl" with { type: "text" };

const source = floatBitsText + gateText;

/** Cost of an exponential, in multiply-adds. */
const EXPONENTIAL = 16;

const parameters = { workgroup: WORKGROUP };
const needs = invocationNeeds(4);

/** Kernel `row-wise@webgpu` of tanh-gate; see `tanh_gate.wgsl`. */
export const tanhGateRowWiseWebGpu: KernelOn<"webgpu", TanhGateOperandsOf> = kernelOn("webgpu", rowWise, {
  source,
  parameters,
  needs,
  prepare: (device, operands, { workgroup }) =>
    planLaunches(device, () => {
      assertTanhGate(operands);
      const { x, scores, output } = operands;
      return alignedPanels("gate rows", [x, output]).map(([from, to]) => {
        const vectors = x.rows * from.stride / 4;
        return {
          label: "tanh-gate",
          source,
          constants: { WORKGROUP: workgroup },
          launch: { rows: x.rows, stride: from.stride / 4 },
          buffers: [from.buffer, scores.panels[0].buffer, to.buffer],
          groups: Math.ceil(vectors / workgroup),
          multiplyAdds: vectors * (4 + EXPONENTIAL),
        };
      });
    }),
});

/** Kernel `row-wise@webgpu` of tanh-gate-gradient; see `tanh_gate_gradient.wgsl`. */
export const tanhGateGradientRowWiseWebGpu: KernelOn<"webgpu", TanhGateGradientOperandsOf> = kernelOn(
  "webgpu",
  rowWiseGradient,
  {
    source: gradientSource,
    parameters,
    needs,
    prepare: (device, operands, { workgroup }) =>
      planOnWebGpu(device, async ({ dispatch }) => {
        assertTanhGateGradient(operands);
        const { x, scores, gradient, output } = operands;
        const to = output.panels[0].buffer;
        const dispatches: (() => void)[] = [];
        for (const [from, against] of alignedPanels("compute a gradient", [x, gradient])) {
          dispatches.push(
            await dispatch({
              label: "gate gradient",
              source: gradientSource,
              constants: { WORKGROUP: workgroup },
              launch: { rows: x.rows, stride: from.stride / 4, continues: from.firstCol > 0 ? 1 : 0 },
              buffers: [from.buffer, against.buffer, scores.panels[0].buffer, to],
              groups: Math.ceil(x.rows / workgroup),
              multiplyAdds: x.rows * (x.cols + EXPONENTIAL),
            }),
          );
        }
        return {
          run: () => {
            // Sums over no columns are 0, and there is no panel whose pass would write them.
            if (dispatches.length === 0) device.clear(to);
            for (const encode of dispatches) encode();
          },
          facts: { dispatches: dispatches.length },
        };
      }),
  },
);
