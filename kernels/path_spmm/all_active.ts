/**
 * Product with the whole graph, whatever the execution path: the baseline of the other kernels.
 *
 * @module
 */
import type { DeviceBackend } from "../../hardware/device.ts";
import type { KernelOn } from "../kernel.ts";
import { neighborGroupWebGpu } from "../spmm/neighbor_group/webgpu.ts";
import { rowSplitWasm } from "../spmm/row_split/wasm.ts";
import { type PathSpmmOperandsOf, touchedByAll } from "./path_spmm.ts";

/** Adapts a kernel of spmm to the operands of a product on a path. */
function allActive<B extends DeviceBackend>(
  kernel: KernelOn<B, PathSpmmOperandsOf>,
): KernelOn<B, PathSpmmOperandsOf> {
  return {
    ...kernel,
    id: "all-active",
    origin: { paper: "eppgcn", section: "Algorithm 1" },
    mapping: `all rows and entries; ${kernel.mapping}`,
    prepare: async (device, operands, parameters) => {
      const plan = await kernel.prepare(device, operands, parameters);
      return { ...plan, facts: { ...plan.facts, ...touchedByAll(operands) } };
    },
  };
}

/** Kernel `all-active@wasm`: spmm's row-split. */
export const allActiveWasm: KernelOn<"wasm", PathSpmmOperandsOf> = allActive<"wasm">(rowSplitWasm);

/** Kernel `all-active@webgpu`: spmm's neighbour groups. */
export const allActiveWebGpu: KernelOn<"webgpu", PathSpmmOperandsOf> = allActive<"webgpu">(
  neighborGroupWebGpu,
);
