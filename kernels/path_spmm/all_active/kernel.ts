/**
 * Kernel `all-active` of path-spmm: the product with the whole graph, whatever the execution path. It is the
 * baseline of the other kernels, and computed by a kernel of spmm.
 *
 * @module
 */
import type { DeviceBackend } from "../../../hardware/device.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import type { PathSpmmOperandsOf } from "../path_spmm.ts";
import { touchedByAll } from "../touched.ts";

/** Adapts a kernel of spmm to the operands of a product on a path. */
export function allActive<B extends DeviceBackend>(
  kernel: KernelOn<B, PathSpmmOperandsOf>,
): KernelOn<B, PathSpmmOperandsOf> {
  return kernelOn(kernel.backend, {
    id: "all-active",
    origin: { paper: "eppgcn", section: "Algorithm 1" },
    mapping: `all rows and entries; ${kernel.mapping}`,
  }, {
    // Machine code is emitted to know its source, so that is asked for late.
    source: () => kernel.source,
    parameters: kernel.parameters,
    needs: kernel.needs,
    prepare: async (device, operands, parameters) => {
      const plan = await kernel.prepare(device, operands, parameters);
      return { ...plan, facts: { ...plan.facts, ...touchedByAll(operands) } };
    },
  });
}
