/**
 * Linear combinations on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import { alignedPanels } from "../operand_fit.ts";
import { floatBits, planOnWebGpu, WORKGROUP } from "../plan_webgpu.ts";
import type { AddOperandsOf } from "./add.ts";
import source from "./entry_wise.wgsl" with { type: "text" };

const BINDINGS = 3;

/** `entry-wise@webgpu`; see `entry_wise.wgsl`. */
export const addEntryWiseWebGpu: KernelOn<"webgpu", AddOperandsOf> = {
  id: "entry-wise",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation computes a vector of four entries",
  source,
  parameters: { workgroup: WORKGROUP },
  needs: ({ workgroup }) => ({
    workgroupBytes: 0,
    workgroupInvocations: workgroup,
    storageBindings: BINDINGS,
  }),
  prepare: (device, { x, y, output, alpha, beta }, { workgroup }) =>
    planOnWebGpu(device, async ({ dispatch }) => {
      const dispatches: (() => void)[] = [];
      for (const panels of alignedPanels("add matrices", [x, y, output])) {
        const vectors = output.rows * panels[0].stride / 4;
        dispatches.push(
          await dispatch({
            ...{ label: "add", source, constants: { WORKGROUP: workgroup } },
            launch: [vectors, floatBits(alpha), floatBits(beta)],
            buffers: panels.map(({ buffer }) => buffer),
            groups: Math.ceil(vectors / workgroup),
            multiplyAdds: 8 * vectors,
          }),
        );
      }
      return {
        run: () => dispatches.forEach((encode) => encode()),
        facts: { dispatches: dispatches.length },
      };
    }),
};
