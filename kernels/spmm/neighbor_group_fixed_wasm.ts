/**
 * SpMM by neighbour groups on the CPU, where groups of one row add integers to it: deterministic, in fixed
 * point.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { NeighborGroups } from "../../graph/neighbor_groups.ts";
import { MissingError } from "../../platform/errors.ts";
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { wholePanel } from "../plan_wasm.ts";
import { rowsPerBlock } from "./device_csr_wasm.ts";
import { refuseNotFinite } from "./finite_operands.ts";
import { GROUP_SIZE, type GroupPlan, planGroups } from "./device_groups_wasm.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

const module = await loadWasm(new URL("./spmm.wasm", import.meta.url));

/** Bytes of a thread's scratch memory besides one row of x: the flag. */
const FLAG_BYTES = 128;
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
function rowBounds({ rowPtr, values }: CsrMatrix, { groupPtr }: NeighborGroups): Int32Array {
  const bounds = new Int32Array(groupPtr.length);
  for (let row = 0; row + 1 < groupPtr.length; row++) {
    if (groupPtr[row + 1] - groupPtr[row] < 2) continue;
    let sum = values ? 0 : rowPtr[row + 1] - rowPtr[row];
    if (values) { for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) sum += Math.abs(values[e]); }
    bounds[row] = sum === 0 ? NOTHING : Number.isFinite(sum) ? Math.ceil(Math.log2(sum)) : EVERYTHING;
  }
  return bounds;
}

/**
 * Kernel `neighbor-group-fixed@wasm`; see `assembly/neighbor_group_fixed.ts`. The result has the same bits in
 * every run.
 *
 * The scale of a row and column is the power of two `2^30 / (2^b 2^m)` with `2^b >= sum |values of the row|`
 * and `2^m > max |x of the column|`. No sum can overflow then: `2^30 (1 + rounding) + groups / 2 < 2^31`.
 * Each group is rounded once, so the error of an entry is at most `groups / (2 scale)`. No bound on the
 * values tells how large this error is relative to an entry's own terms. So `prepare` sums their magnitudes,
 * and refuses where the error could exceed the bound of the check, or where a number is not finite. The
 * refusal depends on the X at that time; the scale follows X from run to run, and a column of X that is not
 * finite later makes that column NaN in all rows of several groups.
 */
export const neighborGroupFixedWasm: KernelOn<"wasm", SpmmOperandsOf> = {
  id: "neighbor-group-fixed",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping:
    "a thread takes blocks of neighbour groups; a group that shares its row sums in scratch memory and adds " +
    "each column as an integer, scaled by a power of two a row and column, that a last phase turns into floats",
  source: module.digest,
  parameters: { groupSize: GROUP_SIZE },
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 11 }),
  prepare(device, operands, { groupSize }) {
    const { matrix, x, y } = operands;
    const { threads } = device;
    const build: GroupPlan["build"] = async (arrays, uploaded) => {
      const { address, stride } = wholePanel(y), features = wholePanel(x).address;
      const { groups, start, rowOf, groupPtr, rowPtr, sources, values, block, sharing } = uploaded;
      const scratches = arrays.reserve("scratch", threads * (FLAG_BYTES + stride));
      const bounds = arrays.upload("row bounds", rowBounds(matrix, groups));
      const largest = arrays.reserve("largest |x| of a column", stride);
      const misfits = arrays.reserve("rows that do not fit", 4);
      const rows = {
        module,
        items: y.cols === 0 ? 0 : matrix.rows,
        block: rowsPerBlock(matrix, y.cols, threads),
      };
      const measure = {
        module,
        fn: "largest_magnitude",
        items: x.rows,
        block: MAGNITUDE_BLOCK,
        args: [features, stride, largest.address],
      };
      const calls = [measure, {
        ...rows,
        fn: "neighbor_group_clear",
        args: [groupPtr, address, stride],
      }, {
        module,
        fn: "neighbor_group_fixed",
        items: y.cols === 0 ? 0 : groups.count,
        block,
        args: [
          ...[start, rowOf, rowPtr, sources, values, features, address],
          ...[stride, y.cols, scratches.address, threads, bounds, largest.address],
        ],
      }, {
        ...rows,
        fn: "neighbor_group_unfix",
        args: [groupPtr, address, stride, bounds, largest.address],
      }];

      device.clear(largest);
      device.clear(misfits);
      device.parallel(measure);
      device.parallel({
        ...rows,
        fn: "neighbor_group_misfits",
        args: [
          ...[groupPtr, rowPtr, sources, values, features, stride],
          ...[bounds, largest.address, misfits.address],
        ],
      });
      const [unfit] = new Uint32Array(await device.read(misfits));
      if (unfit > 0) {
        await refuseNotFinite("neighbor-group-fixed", device, operands);
        throw precisionError(unfit);
      }
      return {
        run: () => {
          device.clear(scratches);
          device.clear(largest);
          calls.forEach((call) => device.parallel(call));
        },
        facts: { groups: groups.count, largest_group: groups.largest, atomics: sharing * y.cols },
      };
    };
    return planGroups(device, operands, { kernel: "neighbor-group-fixed", module, groupSize, build });
  },
};

function precisionError(rows: number): MissingError {
  return new MissingError({
    action: "add neighbour groups in fixed point",
    current: `${rows} rows with sums so small beside what they could be that 31 bits are too coarse for them`,
    wanted: "an error below the check's bound in every entry",
    next: "use neighbor-group or neighbor-group-cas, larger groups, or features of like size within a column",
  });
}
