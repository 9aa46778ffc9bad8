/**
 * What the neighbour-group kernels share: their parameters, the groups on the adapter, and the dispatches
 * that sum them.
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

/** The prelude of every neighbour-group kernel. */
export const neighborGroupSumSource: string = sum;

/** What the neighbour-group kernels can be tuned by. */
export const groupParameters: Readonly<Record<"groupSize" | "dimWorkers" | "workgroup", Parameter>> = {
  groupSize: { meaning: "most neighbours of one work item", default: 32, range: [1, 1024] },
  dimWorkers: {
    meaning: "invocations that share a group's columns, four columns each at a time",
    default: 16,
    range: [1, 256],
  },
  workgroup: { meaning: "invocations of a workgroup, at least dimWorkers", default: 128, range: [1, 1024] },
};

/** Invocations of a workgroup: as asked for, but never fewer than share a group. */
export function groupWorkgroup({ workgroup, dimWorkers }: ParameterValues): number {
  return Math.max(workgroup, dimWorkers);
}

/** A chunk of groups on the adapter. */
export interface GroupChunk extends ItemChunk {
  /** `count + 1` pairs: first entry within the chunk, and the target word. */
  readonly items: WebGpuBuffer;
  /** Column of each entry. */
  readonly colIdx: WebGpuBuffer;
  /** The values, or `colIdx` again where every entry is 1. */
  readonly values: WebGpuBuffer;
  /** Entries that it holds. */
  readonly entries: number;
}

/** A matrix in neighbour groups on an adapter. */
export interface DeviceGroups {
  /** The groups. */
  readonly groups: NeighborGroups;
  /** Groups whose row has others. */
  readonly sharing: number;
  /** Whether some row has no entry, so that no group writes it. */
  readonly emptyRows: boolean;
  /** Whether the matrix has values. */
  readonly weighted: boolean;
  /** In order. */
  readonly chunks: readonly GroupChunk[];
  /** Bytes of all arrays. */
  readonly bytes: number;
}

/** What {@link uploadGroups} is told. */
export interface GroupLayout {
  /** What is grouped. */
  readonly matrix: CsrMatrix;
  /** Most entries of a group. */
  readonly groupSize: number;
  /** Columns of the widest panel pair. */
  readonly width: number;
  /** Most groups of a chunk whose row is shared. */
  readonly partials: number;
  /**
   * Target word of a group that shares its row: given the row, the partial sum's number, and the shared
   * row's.
   */
  readonly word: (row: number, partial: number, share: number) => number;
}

/** Groups a matrix and copies it to the adapter, into arrays of a plan. */
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

/** One dispatch of a neighbour-group kernel over a chunk. */
export interface GroupLaunch {
  /** The kernel's id, for error messages. */
  readonly label: string;
  /** Its whole WGSL, preludes included. */
  readonly source: string;
  /** The kernel's parameters. */
  readonly parameters: ParameterValues;
  /** The panels. */
  readonly pair: PanelPair;
  /** What the kernel binds after X. */
  readonly bound: readonly WebGpuBuffer[];
  /** Whether the matrix has values. */
  readonly weighted: boolean;
  /** Whether magnitudes are summed. */
  readonly magnitude?: boolean;
}

/** The dispatch that sums one chunk's groups. */
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

/** What every neighbour-group kernel says about its plan. */
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

/** Atomics of a kernel that adds every group which shares its row to Y, column by column. */
export function sharedAtomics({ sharing }: DeviceGroups, pairs: readonly PanelPair[]): number {
  return sharing * pairs.reduce((sum, { vectors }) => sum + vectors * 4, 0);
}
