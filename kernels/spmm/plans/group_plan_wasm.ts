/**
 * Plans of the WebAssembly kernels by neighbour groups.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { type NeighborGroups, neighborGroups } from "../../../graph/neighbor_groups.ts";
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import type { CallItems } from "../../../platform/wasm/bindings.ts";
import type { Plan } from "../../kernel.ts";
import { type BuildPlan, itemsPerBlock, type PlanArrays } from "../../plans/plan_wasm.ts";
import { refuseValues } from "../device_values.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { planCsr } from "./csr_plan_wasm.ts";
import { type CsrArguments, rowsPerBlock } from "./device_csr_wasm.ts";

/** Operands and neighbour groups on the device: addresses of u32 arrays as in {@link NeighborGroups}. */
export interface GroupArguments extends CsrArguments {
  /** Address of the first entry of each group, `count + 1` words. */
  readonly start: number;
  /** Address of the row of each group, `count` words. */
  readonly rowOf: number;
  /** Address of the first group of each row, `rows + 1` words. */
  readonly groupPtr: number;
  /** Columns of Y. */
  readonly cols: number;
}

/** Matrix in neighbour groups. */
export interface WasmGroups {
  /** Neighbour groups on the host. */
  readonly groups: NeighborGroups;
  /** Addresses on the device. */
  readonly args: GroupArguments;
  /** All groups, or none where Y has no columns. */
  readonly allGroups: CallItems;
  /** All rows, or none where Y has no columns. */
  readonly allRows: CallItems;
  /** Number of entries of Y that groups of shared rows add to, counted once per group. */
  readonly sharedAdditions: number;
}

/** Kernel by neighbour groups. */
export interface GroupKernel {
  /** The kernel's id. */
  readonly id: string;
  /** Largest number of entries of a group. */
  readonly groupSize: number;
  /** Builds the plan over the groups. */
  readonly build: (uploaded: WasmGroups, arrays: PlanArrays) => ReturnType<BuildPlan>;
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

/** Function that builds a plan of a kernel over a matrix on the device. */
type PlanMatrix = (
  build: (csr: CsrArguments, arrays: PlanArrays) => ReturnType<BuildPlan>,
) => Promise<Plan>;

/**
 * Divides a matrix into groups, uploads both to the device and builds a plan over them, whose facts begin
 * with the number of groups and the largest.
 *
 * @param planMatrix Uploads the matrix; as WebAssembly reads it when absent.
 * @throws {UsageError} where the operands have values on the device.
 */
export async function planGroups(
  device: WasmDevice,
  operands: SpmmOperandsOf["wasm"],
  { id, groupSize, build }: GroupKernel,
  planMatrix: PlanMatrix = (buildOver) => planCsr(device, operands, id, buildOver),
): Promise<Plan> {
  refuseValues(id, operands);
  const { matrix, y } = operands;
  return await planMatrix(async (csr, arrays) => {
    const groups = neighborGroups(matrix, groupSize);
    const perBlock = itemsPerBlock(groups.count, nnz(matrix) * csr.stride / 4, device.threads);
    const plan = await build({
      groups,
      args: {
        ...csr,
        start: arrays.upload("group start", groups.start),
        rowOf: arrays.upload("group row", groups.rowOf),
        groupPtr: arrays.upload("groups of a row", groups.groupPtr),
        cols: y.cols,
      },
      allGroups: { items: y.cols === 0 ? 0 : groups.count, block: perBlock },
      allRows: {
        items: y.cols === 0 ? 0 : matrix.rows,
        block: rowsPerBlock(matrix, y.cols, device.threads),
      },
      sharedAdditions: sharingGroups(matrix, groups) * y.cols,
    }, arrays);
    return { ...plan, facts: { groups: groups.count, largest_group: groups.largest, ...plan.facts } };
  });
}
