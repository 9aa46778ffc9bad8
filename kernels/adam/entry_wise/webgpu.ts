/**
 * Adam on WebGPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { alignedPanels, assertFit } from "../../operand_fit.ts";
import { invocationNeeds, planLaunches, WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { AdamOperandsOf } from "../adam.ts";
import { entryWise } from "./kernel.ts";
import source from "./adam.wgsl" with { type: "text" };

const BINDINGS = 5;

/** Kernel `entry-wise@webgpu`; see `adam.wgsl`. */
export const adamEntryWiseWebGpu: KernelOn<"webgpu", AdamOperandsOf> = kernelOn("webgpu", entryWise, {
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(BINDINGS),
  prepare: (device, operands, { workgroup }) =>
    planLaunches(device, () => {
      const { output, gradient, firstMoment, secondMoment, corrections } = operands;
      const { learningRate, beta1, beta2, epsilon, weightDecay } = operands;
      assertFit("take an Adam step", [{ name: "corrections", buffer: corrections, words: 2 }]);
      const matrices = [output, gradient, firstMoment, secondMoment];
      const moments = { beta1, rest1: 1 - beta1, beta2, rest2: 1 - beta2, epsilon };
      return alignedPanels("take an Adam step", matrices).map((panels) => {
        const vectors = output.rows * panels[0].stride / 4;
        return {
          label: "adam",
          source,
          constants: { WORKGROUP: workgroup },
          launch: { vectors, rate: learningRate, ...moments, decay: weightDecay },
          buffers: [corrections, ...panels.map(({ buffer }) => buffer)],
          groups: Math.ceil(vectors / workgroup),
          multiplyAdds: 28 * vectors,
        };
      });
    }),
});
