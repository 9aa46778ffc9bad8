/**
 * Plans of the neighbour-group kernels: their parameters, the groups on the adapter, and the dispatches that
 * sum the groups.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { type NeighborGroups, neighborGroups } from "../../graph/neighbor_groups.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import type { Parameter, ParameterValues } from "../kernel.ts";
import type { PanelPair } from "../panel_pairs_webgpu.ts";
import type { Launch, WebGpuPlanBuilder } from "../plan_webgpu.ts";
import { entriesPerDispatch } from "./device_csr_webgpu.ts";
import { ALONE, cutItems, isAlone, type ItemChunk, SHARED_WORDS } from "./work_items_webgpu.ts";
import sum from "./neighbor_group_sum.wgsl" with { type: "text" };

/** WGSL prelude of every neighbour-group kernel. */
export const neighborGroupSumSource: string = sum;

/** Tuning parameters of the neighbour-group kernels. */
export const groupParameters: Readonly<Record<"groupSize" | "dimWorkers" | "workgroup", Parameter>> = {
  groupSize: { meaning: "most neighbours of one work item", default: 32, range: [1, 1024] },
  dimWorkers: {
    meaning: "invocations that share a group's columns, four columns each at a time",
    default: 16,
    range: [1, 256],
  },
  workgroup: { meaning: "invocations of a workgroup, at least dimWorkers", default: 128, range: [1, 1024] },
};

/** Invocations of a workgroup: the requested number, but at least as many as share a group. */
export function groupWorkgroup({ workgroup, dimWorkers }: ParameterValues): number {
  return Math.max(workgroup, dimWorkers);
}

/** Chunk of groups on the adapter. */
export interface GroupChunk extends ItemChunk {
  /** Pairs of the first entry within the chunk and the target word, `count + 1` in all. */
  readonly items: WebGpuBuffer;
  /** Column of each entry. */
  readonly colIdx: WebGpuBuffer;
  /** Values, or `colIdx` again where every entry is 1. */
  readonly values: WebGpuBuffer;
  /** Entries in the chunk. */
  readonly entries: number;
}

/** Matrix in neighbour groups on an adapter. */
export interface DeviceGroups {
  /** Neighbour groups on the host. */
  readonly groups: NeighborGroups;
  /** Number of groups that share their row with others. */
  readonly sharing: number;
  /** Whether a row has no entry, so that no group writes it. */
  readonly emptyRows: boolean;
  /** Whether the matrix has values. */
  readonly weighted: boolean;
  /** Chunks in their order. */
  readonly chunks: readonly GroupChunk[];
  /** Bytes of all arrays. */
  readonly bytes: number;
}

/** Options of {@link uploadGroups}. */
export interface GroupLayout {
  /** Matrix whose entries are grouped. */
  readonly matrix: CsrMatrix;
  /** Largest number of entries of a group. */
  readonly groupSize: number;
  /** Columns of the widest panel pair. */
  readonly width: number;
  /** Largest number of groups of a chunk whose row is shared. */
  readonly partials: number;
  /**
   * Target word of a group that shares its row: given the row, the partial sum's number, and the shared row's
   * number.
   */
  readonly word: (row: number, partial: number, share: number) => number;
}

/** Divides a matrix into groups and copies it to arrays of a plan on the adapter. */
export function uploadGroups(
  device: WebGpuDevice,
  { upload }: Pick<WebGpuPlanBuilder, "upload">,
  layout: GroupLayout,
): DeviceGroups {
  const { rows, rowPtr, colIdx, values } = layout.matrix;
  const groups = neighborGroups(layout.matrix, layout.groupSize);
  const { count, start, rowOf } = groups;
  const ordered = { count, targetOf: rowOf };
  const cut = cutItems(ordered, {
    items: Math.max(1, Math.floor(device.limits.bindingBytes / 8) - 1),
    partials: Math.min(layout.partials, Math.max(1, Math.floor(device.limits.bindingBytes / 16))),
    resources: [{ sums: start, limit: entriesPerDispatch(device, layout.width) }],
  });
  let bytes = 0, sharing = 0, emptyRows = false;
  for (let row = 0; row < rows && !emptyRows; row++) emptyRows = rowPtr[row] === rowPtr[row + 1];
  const chunks = cut.map((chunk): GroupChunk => {
    const { first, count: here, shared } = chunk;
    const begin = start[first], end = start[first + here];
    const words = new Uint32Array(2 * (here + 1));
    for (let i = 0, partial = 0, share = 0; i < here; i++) {
      const row = rowOf[first + i];
      words[2 * i] = start[first + i] - begin;
      if (isAlone(ordered, first + i)) {
        words[2 * i + 1] = (row | ALONE) >>> 0;
        continue;
      }
      while (shared[share * SHARED_WORDS] !== row) share++;
      words[2 * i + 1] = layout.word(row, partial++, share);
    }
    words[2 * here] = end - begin;
    const columns = upload("colIdx", colIdx.subarray(begin, end));
    const arrays = {
      items: upload("groups", words),
      colIdx: columns,
      values: values ? upload("values", values.subarray(begin, end)) : columns,
    };
    bytes += arrays.items.bytes + columns.bytes + (values ? arrays.values.bytes : 0);
    sharing += chunk.partials;
    return { ...chunk, ...arrays, entries: end - begin };
  });
  return { groups, sharing, emptyRows, weighted: values !== undefined, chunks, bytes };
}

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
  const workgroup = groupWorkgroup(parameters), lanes = Math.min(parameters.dimWorkers, pair.vectors);
  return {
    label,
    source,
    constants: {
      WORKGROUP: workgroup,
      LANES: lanes,
      WEIGHTED: weighted ? 1 : 0,
      MAGNITUDE: magnitude ? 1 : 0,
    },
    launch: [count, pair.vectors, pair.xStride, pair.xOffset, pair.yStride, pair.yOffset],
    buffers: [items, colIdx, values, pair.x, ...bound],
    groups: Math.ceil(count / Math.floor(workgroup / lanes)),
    multiplyAdds: (entries + count) * pair.vectors * 4,
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
  return sharing * pairs.reduce((sum, { vectors }) => sum + vectors * 4, 0);
}
