/**
 * Linear combinations on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { alignedPanels } from "../operand_fit.ts";
import { floatBits, invocationNeeds, planLaunches, WORKGROUP } from "../plan_webgpu.ts";
import type { AddOperandsOf } from "./add.ts";
import source from "./entry_wise.wgsl" with { type: "text" };

const BINDINGS = 3;

/** Kernel `entry-wise@webgpu`; see `entry_wise.wgsl`. */
export const addEntryWiseWebGpu: KernelOn<"webgpu", AddOperandsOf> = {
  id: "entry-wise",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation computes a vector of four entries",
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(BINDINGS),
  prepare: (device, { x, y, output, alpha, beta }, { workgroup }) =>
    planLaunches(device, () =>
      alignedPanels("add matrices", [x, y, output]).map((panels) => {
        const vectors = output.rows * panels[0].stride / 4;
        return {
          label: "add",
          source,
          constants: { WORKGROUP: workgroup },
          launch: [vectors, floatBits(alpha), floatBits(beta)],
          buffers: panels.map(({ buffer }) => buffer),
          groups: Math.ceil(vectors / workgroup),
          multiplyAdds: 8 * vectors,
        };
      })),
};
