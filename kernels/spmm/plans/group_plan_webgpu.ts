/**
 * Dispatches of the kernels by neighbour groups on WebGPU, and the facts of their plans.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { ParameterValues } from "../../kernel.ts";
import type { PanelPair } from "../../plans/panel_pairs_webgpu.ts";
import type { Launch } from "../../plans/plan_webgpu.ts";
import type { DeviceGroups, GroupChunk } from "./device_groups_webgpu.ts";
import { groupWorkgroup } from "./group_parameters.ts";
import sum from "./neighbor_group_sum.wgsl" with { type: "text" };

/** WGSL prelude of every neighbour-group kernel. */
export const neighborGroupSumSource: string = sum;

/** Parameters of one dispatch of a neighbour-group kernel over a chunk. */
export interface GroupLaunch {
  /** The kernel's id, for error messages. */
  readonly label: string;
  /** Complete WGSL, preludes included. */
  readonly source: string;
  /** Values of the kernel's parameters. */
  readonly parameters: ParameterValues;
  /** Pair of panels of X and Y. */
  readonly pair: PanelPair;
  /** Buffers that the kernel binds after X. */
  readonly bound: readonly WebGpuBuffer[];
  /** Whether the matrix has values. */
  readonly weighted: boolean;
  /** Whether magnitudes are summed instead of terms. */
  readonly magnitude?: boolean;
}

/** Launch that sums one chunk's groups. */
export function groupLaunch(
  { items, colIdx, values, count, entries }: GroupChunk,
  { label, source, parameters, pair, bound, weighted, magnitude = false }: GroupLaunch,
): Launch {
  const { vectors, xStride, xOffset, yStride, yOffset } = pair;
  const workgroup = groupWorkgroup(parameters), lanes = Math.min(parameters.dimWorkers, vectors);
  return {
    label,
    source,
    constants: {
      WORKGROUP: workgroup,
      LANES: lanes,
      WEIGHTED: weighted ? 1 : 0,
      MAGNITUDE: magnitude ? 1 : 0,
    },
    launch: { items: count, columns: vectors, xStride, xOffset, yStride, yOffset },
    buffers: [items, colIdx, values, pair.x, ...bound],
    groups: Math.ceil(count / Math.floor(workgroup / lanes)),
    multiplyAdds: (entries + count) * vectors * 4,
  };
}

/** Facts that every neighbour-group kernel reports of its plan. */
export function groupFacts(
  { groups, sharing, chunks, bytes }: DeviceGroups,
  { atomics, dispatches, partialBytes = 0 }: {
    readonly atomics: number;
    readonly dispatches: number;
    readonly partialBytes?: number;
  },
): Readonly<Record<string, number>> {
  return {
    groups: groups.count,
    largest_group: groups.largest,
    shared_groups: sharing,
    atomics,
    chunks: chunks.length,
    dispatches,
    bytes: bytes + partialBytes,
  };
}

/** Number of atomics of a kernel that adds every group which shares its row to Y, column by column. */
export function sharedAtomics({ sharing }: DeviceGroups, pairs: readonly PanelPair[]): number {
  return sharing * sumOf(pairs, ({ vectors }) => vectors * 4);
}
