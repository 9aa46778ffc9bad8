/**
 * SpMM by neighbour groups on the CPU: groups write partial rows, which a second phase sums.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock } from "../../plans/plan_wasm.ts";
import { GROUP_SIZE } from "../plans/group_parameters.ts";
import { planGroups } from "../plans/group_plan_wasm.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { neighborGroup } from "./kernel.ts";
import { reservePartials } from "./partial_rows_wasm.ts";

/** Kernel `neighbor-group@wasm`; see `assembly.ts`. */
export const neighborGroupWasm: KernelOn<"wasm", SpmmOperandsOf> = kernelOn("wasm", neighborGroup, {
  source: spmmWasm.digest,
  parameters: { groupSize: GROUP_SIZE },
  prepare: (device, operands, { groupSize }) =>
    planGroups(device, operands, {
      id: neighborGroup.id,
      groupSize,
      build(uploaded, arrays) {
        const { args, allGroups: { block } } = uploaded, { stride } = args;
        const { slotPtr, partials, waves } = reservePartials(operands, uploaded, arrays);
        const calls = waves.flatMap((wave) => {
          const { firstGroup, lastGroup, firstSlot, lastSlot, firstRow, lastRow } = wave;
          const rows = lastRow - firstRow, work = (lastSlot - firstSlot + rows) * stride / 4;
          const summed = { items: rows, block: itemsPerBlock(rows, work, device.threads) };
          const all = { ...args, ...wave, slotPtr, partials: partials.address };
          return [
            spmmWasm.call("neighbor_group", { items: lastGroup - firstGroup, block }, all),
            spmmWasm.call("neighbor_group_sum", summed, all),
          ];
        });
        return {
          run: () => calls.forEach((call) => device.parallel(call)),
          facts: { atomics: 0, partial_bytes: partials.bytes, waves: waves.length },
        };
      },
    }),
});
