/**
 * A CSR matrix on an adapter, in chunks: ranges of rows whose arrays each fit one binding and whose work fits one
 * dispatch. A row too long for one chunk is continued in the next.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";

/** A range of rows. All but its first row are whole; the first may continue the chunk before. */
export interface CsrRange {
  /** Row of the matrix that is the range's row 0. */
  readonly firstRow: number;
  /** Rows that it touches. */
  readonly rows: number;
  /** Entry of the matrix that is the range's entry 0. */
  readonly firstEntry: number;
  /** Entries that it holds. */
  readonly entries: number;
  /** Whether entries of `firstRow` lie in the chunk before. */
  readonly continues: boolean;
}

/** What bounds a chunk. Both are at least 1. */
export interface ChunkLimits {
  /** Most rows. */
  readonly rows: number;
  /** Most entries. */
  readonly entries: number;
}

/** A chunk's arrays on the adapter. */
export interface CsrChunk extends CsrRange {
  /** `rows + 1` offsets into the chunk's own entries. */
  readonly rowPtr: WebGpuBuffer;
  /** Column of each entry. */
  readonly colIdx: WebGpuBuffer;
  /** The values, or `colIdx` again where every entry is 1: something has to be bound, nothing reads it. */
  readonly values: WebGpuBuffer;
}

/** A matrix on an adapter. */
export interface DeviceCsr {
  /** Whether the matrix has values. */
  readonly weighted: boolean;
  /** In the order in which they must run. */
  readonly chunks: readonly CsrChunk[];
  /** Bytes of all arrays. */
  readonly bytes: number;
}

/**
 * Cuts a matrix into ranges within the limits; every row is in one, rows longer than a chunk in several.
 *
 * @example
 * ```ts ignore
 * cutCsr(Uint32Array.of(0, 5, 6), { rows: 8, entries: 3 }).length; // 3: three entries, two, and the second row
 * ```
 */
export function cutCsr(rowPtr: Uint32Array, limits: ChunkLimits): CsrRange[] {
  const rows = rowPtr.length - 1;
  const ranges: CsrRange[] = [];
  let row = 0, entry = 0;
  while (row < rows) {
    const firstRow = row, firstEntry = entry;
    const lastRow = Math.min(rows, row + limits.rows), lastEntry = entry + limits.entries;
    while (row < lastRow && rowPtr[row + 1] <= lastEntry) row++;
    // Not even one row ends within the chunk: it takes what it can of it.
    entry = row > firstRow ? rowPtr[row] : lastEntry;
    ranges.push({
      firstRow,
      rows: Math.max(1, row - firstRow),
      firstEntry,
      entries: entry - firstEntry,
      continues: firstEntry > rowPtr[firstRow],
    });
  }
  return ranges;
}

/** The chunks that a device can bind and, at `width` columns a panel, dispatch in one go. */
export function chunkLimits(device: WebGpuDevice, width: number): ChunkLimits {
  const words = Math.floor(device.limits.bindingBytes / 4);
  return {
    rows: Math.max(1, words - 1),
    entries: Math.max(1, Math.min(words, Math.floor(device.dispatchWork / Math.max(1, width)))),
  };
}

/** Copies a matrix to the adapter. */
export function uploadCsr(device: WebGpuDevice, matrix: CsrMatrix, limits: ChunkLimits): DeviceCsr {
  const { rowPtr, colIdx, values } = matrix;
  const upload = (label: string, data: Uint32Array | Float32Array): WebGpuBuffer => {
    const buffer = device.allocate(label, data.byteLength);
    device.write(buffer, data);
    return buffer;
  };
  let bytes = 0;
  const chunks = cutCsr(rowPtr, limits).map((range): CsrChunk => {
    const { firstRow, rows, firstEntry, entries } = range;
    const lastEntry = firstEntry + entries;
    const offsets = rowPtr.slice(firstRow, firstRow + rows + 1);
    for (let i = 0; i <= rows; i++) {
      offsets[i] = Math.min(Math.max(offsets[i], firstEntry), lastEntry) - firstEntry;
    }
    const columns = upload("colIdx", colIdx.subarray(firstEntry, lastEntry));
    const chunk = {
      ...range,
      rowPtr: upload("rowPtr", offsets),
      colIdx: columns,
      values: values ? upload("values", values.subarray(firstEntry, lastEntry)) : columns,
    };
    bytes += chunk.rowPtr.bytes + chunk.colIdx.bytes + (values ? chunk.values.bytes : 0);
    return chunk;
  });
  return { weighted: values !== undefined, chunks, bytes };
}

/** Returns a matrix's memory. */
export function freeCsr(device: WebGpuDevice, { chunks, weighted }: DeviceCsr): void {
  for (const { rowPtr, colIdx, values } of chunks) {
    device.free(rowPtr);
    device.free(colIdx);
    if (weighted) device.free(values);
  }
}
