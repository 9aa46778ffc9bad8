/**
 * Adam on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { alignedPanels, assertFit } from "../operand_fit.ts";
import { floatBits, invocationNeeds, planLaunches, WORKGROUP } from "../plan_webgpu.ts";
import type { AdamOperandsOf } from "./adam.ts";
import source from "./entry_wise.wgsl" with { type: "text" };

const BINDINGS = 5;

/** Kernel `entry-wise@webgpu`; see `entry_wise.wgsl`. */
export const adamEntryWiseWebGpu: KernelOn<"webgpu", AdamOperandsOf> = {
  id: "entry-wise",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation updates a vector of four entries",
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(BINDINGS),
  prepare: (device, operands, { workgroup }) =>
    planLaunches(device, () => {
      const { output, gradient, firstMoment, secondMoment, corrections } = operands;
      const { learningRate, beta1, beta2, epsilon, weightDecay } = operands;
      assertFit("take an Adam step", [{ name: "corrections", buffer: corrections, words: 2 }]);
      const matrices = [output, gradient, firstMoment, secondMoment];
      const constants = [learningRate, beta1, 1 - beta1, beta2, 1 - beta2, epsilon, weightDecay];
      return alignedPanels("take an Adam step", matrices).map((panels) => {
        const vectors = output.rows * panels[0].stride / 4;
        return {
          label: "adam",
          source,
          constants: { WORKGROUP: workgroup },
          launch: [vectors, ...constants.map(floatBits)],
          buffers: [corrections, ...panels.map(({ buffer }) => buffer)],
          groups: Math.ceil(vectors / workgroup),
          multiplyAdds: 28 * vectors,
        };
      });
    }),
};
