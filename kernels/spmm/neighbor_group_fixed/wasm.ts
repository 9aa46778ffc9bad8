/**
 * SpMM by neighbour groups on the CPU, where groups of one row add integers to it.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { GROUP_SIZE } from "../plans/group_parameters.ts";
import { planGroups } from "../plans/group_plan_wasm.ts";
import { reserveScratch } from "../plans/scratch_wasm.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { refuseCoarseSums } from "./coarse_sums_wasm.ts";
import { neighborGroupFixed } from "./kernel.ts";
import { MAGNITUDE_BLOCK, rowBounds } from "./row_bounds.ts";

/**
 * Kernel `neighbor-group-fixed@wasm`; see `assembly.ts`.
 *
 * The scale of a row and column is the power of two `2^30 / (2^b 2^m)` with `2^b >= sum |values of the row|`
 * and `2^m > max |x of the column|`. No sum can overflow then: `2^30 (1 + rounding) + groups / 2 < 2^31`.
 * Each group is rounded once, so the error of an entry is at most `groups / (2 scale)`. No bound on the
 * values tells how large this error is relative to an entry's own terms. So `prepare` sums their magnitudes,
 * and refuses where the error could exceed the bound of the check, or where a number is not finite. The
 * refusal depends on the X at that time; the scale follows X from run to run, and a column of X that is not
 * finite later makes that column NaN in all rows of several groups.
 */
export const neighborGroupFixedWasm: KernelOn<"wasm", SpmmOperandsOf> = kernelOn("wasm", neighborGroupFixed, {
  source: spmmWasm.digest,
  parameters: { groupSize: GROUP_SIZE },
  prepare: (device, operands, { groupSize }) =>
    planGroups(device, operands, {
      id: neighborGroupFixed.id,
      groupSize,
      async build(uploaded, arrays) {
        const { groups, allGroups, allRows, sharedAdditions } = uploaded, { matrix, x } = operands;
        const scratch = reserveScratch(device, arrays, uploaded.args.stride);
        const bounds = arrays.upload("row bounds", rowBounds(matrix, groups));
        const largest = arrays.reserve("largest |x| of a column", uploaded.args.stride);
        const scales = { bounds, largest: largest.address };
        const args = { ...uploaded.args, ...scratch.args, ...scales };
        const everyX = { items: x.rows, block: MAGNITUDE_BLOCK };
        const measure = spmmWasm.call("largest_magnitude", everyX, args);
        const calls = [
          measure,
          spmmWasm.call("neighbor_group_clear", allRows, args),
          spmmWasm.call("neighbor_group_fixed", allGroups, args),
          spmmWasm.call("neighbor_group_unfix", allRows, args),
        ];
        device.clear(largest);
        device.parallel(measure);
        await refuseCoarseSums(device, operands, uploaded, scales, arrays);
        return {
          run: () => {
            scratch.clear();
            device.clear(largest);
            calls.forEach((call) => device.parallel(call));
          },
          facts: { atomics: sharedAdditions },
        };
      },
    }),
});
