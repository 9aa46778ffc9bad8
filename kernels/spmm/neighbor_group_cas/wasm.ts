/**
 * SpMM by neighbour groups on the CPU, where groups of one row add to it by compare-exchange.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { GROUP_SIZE } from "../plans/group_parameters.ts";
import { planGroups } from "../plans/group_plan_wasm.ts";
import { reserveScratch } from "../plans/scratch_wasm.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { neighborGroupCas } from "./kernel.ts";

/** Kernel `neighbor-group-cas@wasm`; see `assembly.ts`. */
export const neighborGroupCasWasm: KernelOn<"wasm", SpmmOperandsOf> = kernelOn("wasm", neighborGroupCas, {
  source: spmmWasm.digest,
  parameters: { groupSize: GROUP_SIZE },
  prepare: (device, operands, { groupSize }) =>
    planGroups(device, operands, {
      id: neighborGroupCas.id,
      groupSize,
      build({ args, allGroups, allRows, sharedAdditions }, arrays) {
        const scratch = reserveScratch(device, arrays, args.stride);
        const clear = spmmWasm.call("neighbor_group_clear", allRows, args);
        const add = spmmWasm.call("neighbor_group_cas", allGroups, { ...args, ...scratch.args });
        return {
          run: () => {
            scratch.clear();
            device.parallel(clear);
            device.parallel(add);
          },
          facts: { atomics: sharedAdditions },
        };
      },
    }),
});
