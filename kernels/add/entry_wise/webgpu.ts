/**
 * Linear combinations on WebGPU.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { alignedPanels } from "../../operand_fit.ts";
import { invocationNeeds, planLaunches, WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { AddOperandsOf } from "../add.ts";
import { entryWise } from "./kernel.ts";
import source from "./add.wgsl" with { type: "text" };

const BINDINGS = 3;

/** Kernel `entry-wise@webgpu`; see `add.wgsl`. */
export const addEntryWiseWebGpu: KernelOn<"webgpu", AddOperandsOf> = kernelOn("webgpu", entryWise, {
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
          launch: { vectors, alpha, beta },
          buffers: panels.map(({ buffer }) => buffer),
          groups: Math.ceil(vectors / workgroup),
          multiplyAdds: 8 * vectors,
        };
      })),
});
