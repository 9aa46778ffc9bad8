/**
 * Gates on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { alignedPanels } from "../operand_fit.ts";
import { invocationNeeds, planLaunches, planOnWebGpu, WORKGROUP } from "../plan_webgpu.ts";
import { assertGate, assertGateGradient } from "./gate_fit.ts";
import type { GateGradientOperandsOf, GateOperandsOf } from "./gate.ts";
import floatBitsText from "../../platform/float_bits.wgsl" with { type: "text" };
import gradientSource from "./gate_gradient.wgsl" with { type: "text" };
import gateText from "./gate.wgsl" with { type: "text" };

const source = floatBitsText + gateText;

/** Cost of an exponential, in multiply-adds. */
const EXPONENTIAL = 16;

const kernel = {
  id: "row-wise",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(4),
} as const;

/** Kernel `row-wise@webgpu` of gate; see `gate.wgsl`. */
export const gateRowWiseWebGpu: KernelOn<"webgpu", GateOperandsOf> = {
  ...kernel,
  mapping: "one invocation computes a vector of four entries",
  source,
  prepare: (device, operands, { workgroup }) =>
    planLaunches(device, () => {
      assertGate(operands);
      const { x, scores, output } = operands;
      return alignedPanels("gate rows", [x, output]).map(([from, to]) => {
        const vectors = x.rows * from.stride / 4;
        return {
          label: "gate",
          source,
          constants: { WORKGROUP: workgroup },
          launch: [x.rows, from.stride / 4],
          buffers: [from.buffer, scores.panels[0].buffer, to.buffer],
          groups: Math.ceil(vectors / workgroup),
          multiplyAdds: vectors * (4 + EXPONENTIAL),
        };
      });
    }),
};

/** Kernel `row-wise@webgpu` of gate-gradient; see `gate_gradient.wgsl`. */
export const gateGradientRowWiseWebGpu: KernelOn<"webgpu", GateGradientOperandsOf> = {
  ...kernel,
  mapping: "one invocation goes along a row",
  source: gradientSource,
  prepare: (device, operands, { workgroup }) =>
    planOnWebGpu(device, async ({ dispatch }) => {
      assertGateGradient(operands);
      const { x, scores, gradient, output } = operands;
      const to = output.panels[0].buffer;
      const dispatches: (() => void)[] = [];
      for (const [from, against] of alignedPanels("compute a gradient", [x, gradient])) {
        dispatches.push(
          await dispatch({
            label: "gate gradient",
            source: gradientSource,
            constants: { WORKGROUP: workgroup },
            launch: [x.rows, from.stride / 4, from.firstCol > 0 ? 1 : 0],
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
};
