/**
 * Neighbour groups in the arena, and the facts of plans over them.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { type NeighborGroups, neighborGroups } from "../../graph/neighbor_groups.ts";
import type { WasmDevice } from "../../hardware/cpu/device.ts";
import type { WasmModule } from "../../platform/wasm/module.ts";
import type { Parameter, Plan } from "../kernel.ts";
import { itemsPerBlock, type PlanArrays, planOnWasm, wholePanel } from "../plan_wasm.ts";
import { shareCsr, type WasmCsr } from "./device_csr_wasm.ts";
import { refuseValues } from "./device_values.ts";
import { planSharing } from "./shared_arrays.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

/** Tuning parameter of every kernel that works by neighbour groups. */
export const GROUP_SIZE: Parameter = {
  meaning: "most entries that a group may have",
  default: 32,
  range: [1, 1024],
};

/** Matrix and its neighbour groups: addresses of u32 arrays as in {@link NeighborGroups}. */
export interface WasmGroups extends WasmCsr {
  /** Neighbour groups on the host. */
  readonly groups: NeighborGroups;
  /** Address of the first entry of each group, `count + 1` words. */
  readonly start: number;
  /** Address of the row of each group, `count` words. */
  readonly rowOf: number;
  /** Address of the first group of each row, `rows + 1` words. */
  readonly groupPtr: number;
  /** Number of groups that a thread takes at once. */
  readonly block: number;
  /** Number of groups that share their row with others, whose sums must be added up. */
  readonly sharing: number;
}

/** Options of {@link planGroups}. */
export interface GroupPlan {
  /** The kernel's id. */
  readonly kernel: string;
  /** Module with the kernel's exports. */
  readonly module: WasmModule;
  /** Largest number of entries of a group. */
  readonly groupSize: number;
  /** Builds the plan over the groups. */
  readonly build: (
    arrays: PlanArrays,
    uploaded: WasmGroups,
  ) => Omit<Plan, "destroy"> | Promise<Omit<Plan, "destroy">>;
}

/** Counts the groups that share their row with others. */
function sharingGroups({ rows }: CsrMatrix, { groupPtr }: NeighborGroups): number {
  let sharing = 0;
  for (let row = 0; row < rows; row++) {
    const own = groupPtr[row + 1] - groupPtr[row];
    if (own > 1) sharing += own;
  }
  return sharing;
}

/**
 * Divides a matrix into groups, uploads both to the arena and builds a plan over them.
 *
 * @throws {UsageError} where the operands have values on the device.
 */
export async function planGroups(
  device: WasmDevice,
  operands: SpmmOperandsOf["wasm"],
  { kernel, module, groupSize, build }: GroupPlan,
): Promise<Plan> {
  refuseValues(kernel, operands);
  const { matrix, y } = operands;
  const groups = neighborGroups(matrix, groupSize);
  return await planSharing(device, kernel, (share) =>
    planOnWasm(device, module, (arrays) =>
      build(arrays, {
        ...shareCsr(share, operands),
        groups,
        start: arrays.upload("group start", groups.start),
        rowOf: arrays.upload("group row", groups.rowOf),
        groupPtr: arrays.upload("groups of a row", groups.groupPtr),
        block: itemsPerBlock(groups.count, nnz(matrix) * wholePanel(y).stride / 4, device.threads),
        sharing: sharingGroups(matrix, groups),
      })));
}
