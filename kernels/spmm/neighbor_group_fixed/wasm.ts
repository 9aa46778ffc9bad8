/**
 * SpMM by neighbour groups on the CPU, where groups of one row add integers to it.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { NeighborGroups } from "../../../graph/neighbor_groups.ts";
import { MissingError } from "../../../platform/errors.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { GROUP_SIZE } from "../plans/group_parameters.ts";
import { planGroups } from "../plans/group_plan_wasm.ts";
import { reserveScratch } from "../plans/scratch_wasm.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { refuseNotFinite } from "./finite_operands.ts";
import { neighborGroupFixed } from "./kernel.ts";
import { rowMagnitude } from "./row_magnitude.ts";

/**
 * Rows of X that a thread takes at once when it searches for the largest |x|: few enough to stay in a cache.
 */
const MAGNITUDE_BLOCK = 256;
/** Exponent bounds outside the range of float32: for a row of zeros, and for a row that is not finite. */
const [NOTHING, EVERYTHING] = [-1000, 1000];

/**
 * Computes, for rows of several groups, the exponent of a power of two that no sum of the row exceeds if no
 * |x| exceeds 1: the sum of its |values|, rounded up. With the largest |x| of each column, found in every
 * run, it determines the scale.
 */
function rowBounds(matrix: CsrMatrix, { groupPtr }: NeighborGroups): Int32Array {
  const bounds = new Int32Array(groupPtr.length);
  for (let row = 0; row + 1 < groupPtr.length; row++) {
    if (groupPtr[row + 1] - groupPtr[row] < 2) continue;
    const sum = rowMagnitude(matrix, row);
    bounds[row] = sum === 0 ? NOTHING : Number.isFinite(sum) ? Math.ceil(Math.log2(sum)) : EVERYTHING;
  }
  return bounds;
}

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
      async build({ groups, args: uploaded, allGroups, allRows, sharedAdditions }, arrays) {
        const { matrix, x } = operands;
        const scratch = reserveScratch(device, arrays, uploaded.stride);
        const bounds = arrays.upload("row bounds", rowBounds(matrix, groups));
        const largest = arrays.reserve("largest |x| of a column", uploaded.stride);
        const misfits = arrays.reserve("rows that do not fit", 4);
        const args = { ...uploaded, ...scratch.args, bounds, largest: largest.address };
        const everyX = { items: x.rows, block: MAGNITUDE_BLOCK };
        const measure = spmmWasm.call("largest_magnitude", everyX, args);
        const count = spmmWasm.call("neighbor_group_misfits", allRows, { ...args, misfits: misfits.address });
        const calls = [
          measure,
          spmmWasm.call("neighbor_group_clear", allRows, args),
          spmmWasm.call("neighbor_group_fixed", allGroups, args),
          spmmWasm.call("neighbor_group_unfix", allRows, args),
        ];
        device.clear(largest);
        device.clear(misfits);
        device.parallel(measure);
        device.parallel(count);
        const [unfit] = new Uint32Array(await device.read(misfits));
        if (unfit > 0) {
          await refuseNotFinite(neighborGroupFixed.id, device, operands);
          throw precisionError(unfit);
        }
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

function precisionError(rows: number): MissingError {
  return new MissingError({
    action: "add neighbour groups in fixed point",
    current: `${rows} rows with sums so small beside what they could be that 31 bits are too coarse for them`,
    wanted: "an error below the check's bound in every entry",
    next: "use neighbor-group or neighbor-group-cas, larger groups, or features of like size within a column",
  });
}
