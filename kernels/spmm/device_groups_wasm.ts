/**
 * Neighbour groups in the arena, and what they say about themselves.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { type NeighborGroups, neighborGroups } from "../../graph/neighbor_groups.ts";
import type { Parameter } from "../kernel.ts";
import { itemsPerBlock, type PlanArrays } from "../plan_wasm.ts";
import { uploadCsr, type WasmCsr } from "./device_csr_wasm.ts";

/** The parameter of every kernel that works by neighbour groups. */
export const GROUP_SIZE: Parameter = {
  meaning: "most entries that a group may have",
  default: 32,
  range: [1, 1024],
};

/** A matrix and its groups: addresses of u32 arrays as in {@link NeighborGroups}. */
export interface WasmGroups extends WasmCsr {
  /** The groups on the host. */
  readonly groups: NeighborGroups;
  /** `count + 1` entries. */
  readonly start: number;
  /** `count` entries. */
  readonly rowOf: number;
  /** `rows + 1` entries. */
  readonly groupPtr: number;
  /** Groups that a thread takes at once. */
  readonly block: number;
  /** Groups that share their row with others: what is added up, by whatever means. */
  readonly sharing: number;
}

/** Groups a matrix and copies both into a plan's arrays, for an X whose rows are `stride` bytes apart. */
export function uploadGroups(
  arrays: PlanArrays,
  matrix: CsrMatrix,
  { groupSize, stride, threads }: {
    readonly groupSize: number;
    readonly stride: number;
    readonly threads: number;
  },
): WasmGroups {
  const groups = neighborGroups(matrix, groupSize);
  let sharing = 0;
  for (let row = 0; row < matrix.rows; row++) {
    const own = groups.groupPtr[row + 1] - groups.groupPtr[row];
    if (own > 1) sharing += own;
  }
  return {
    ...uploadCsr(arrays, matrix, stride),
    groups,
    start: arrays.upload("group start", groups.start),
    rowOf: arrays.upload("group row", groups.rowOf),
    groupPtr: arrays.upload("groups of a row", groups.groupPtr),
    block: itemsPerBlock(groups.count, nnz(matrix) * stride / 4, threads),
    sharing,
  };
}
