/**
 * Matrix in neighbour groups on an adapter, in chunks whose arrays each fit one binding.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { type NeighborGroups, neighborGroups } from "../../../graph/neighbor_groups.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { WebGpuPlanBuilder } from "../../plans/plan_webgpu.ts";
import { entriesPerDispatch } from "./device_csr_webgpu.ts";
import { ALONE, cutItems, isAlone, type ItemChunk, SHARED_WORDS } from "../../plans/work_items_webgpu.ts";

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
