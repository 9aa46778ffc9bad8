/**
 * CSR matrix on an adapter, in chunks: ranges of whole rows whose arrays each fit one binding. Where a chunk
 * has more work than one dispatch may have, several dispatches each take a range of it, so that plans of any
 * width read the same arrays.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { valuesBuffer } from "../device_values.ts";
import type { ResidentCsr } from "../resident_csr.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import type { Share } from "./shared_arrays.ts";

/** Range of rows. All but its first row are whole; the first may continue that of the range before. */
export interface CsrRange {
  /** Row of the matrix that is the range's row 0. */
  readonly firstRow: number;
  /** Rows in the range, partial ones included. */
  readonly rows: number;
  /** Entry of the matrix that is the range's entry 0. */
  readonly firstEntry: number;
  /** Entries in the range. */
  readonly entries: number;
  /** Whether the range before holds entries of `firstRow`. */
  readonly continues: boolean;
}

/** Limits of a range, both at least 1. */
export interface ChunkLimits {
  /** Largest number of rows. */
  readonly rows: number;
  /** Largest number of entries. */
  readonly entries: number;
}

/** Arrays of a chunk on the adapter. */
export interface CsrChunk {
  /** Row of the matrix that is the chunk's row 0. */
  readonly firstRow: number;
  /** Entry of the matrix that is the chunk's entry 0. */
  readonly firstEntry: number;
  /** Offsets into the chunk's own entries, `rows + 1` words. */
  readonly rowPtr: WebGpuBuffer;
  /** Column of each entry. */
  readonly colIdx: WebGpuBuffer;
  /**
   * Values, or `colIdx` again where every entry is 1: a buffer must be bound, though the kernel does not read
   * it.
   */
  readonly values: WebGpuBuffer;
  /** Ranges that one dispatch takes, in rows and entries of the chunk. */
  readonly ranges: readonly CsrRange[];
}

/** CSR matrix on an adapter. */
export interface DeviceCsr {
  /** Whether the matrix has values. */
  readonly weighted: boolean;
  /** Chunks in the order in which they must run. */
  readonly chunks: readonly CsrChunk[];
  /** Bytes of all arrays that plans share. */
  readonly bytes: number;
}

/**
 * Divides a matrix into ranges within the limits; every row is in one range, rows longer than a chunk in
 * several.
 *
 * @example
 * ```ts
 * const ranges = cutCsr(Uint32Array.of(0, 5, 6), { rows: 8, entries: 3 });
 * if (ranges.length !== 2) throw new Error("row 0 is divided after three entries");
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
    // The first row does not end within the chunk, so the chunk takes as many entries of it as it can hold.
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

/** Number of entries that a device can bind and, at `width` columns per panel, process in one dispatch. */
export function entriesPerDispatch(device: WebGpuDevice, width: number): number {
  const most = Math.min(device.limits.bindingBytes / 4, device.dispatchWork / Math.max(1, width));
  return Math.max(1, Math.floor(most));
}

/**
 * Uploads a matrix to arrays that plans share, divided into the dispatches of a product whose panels are
 * `width` columns wide, at least 4. No row is longer than a binding then: X is bound, too, with 16 bytes or
 * more for each column.
 *
 * @throws {UsageError} or {@link OutOfMemoryError} where there are values on the device that no kernel can
 * read.
 */
export function shareCsr(
  device: WebGpuDevice,
  operands: SpmmOperandsOf["webgpu"],
  { share, width }: { readonly share: Share<WebGpuBuffer>; readonly width: number },
): DeviceCsr {
  const { resident } = operands;
  if (resident !== undefined) return residentChunk(device, resident, width);
  const { rowPtr, colIdx, values } = operands.matrix;
  const changing = valuesBuffer(operands);
  const words = Math.floor(device.limits.bindingBytes / 4);
  const bound = { rows: Math.max(1, words - 1), entries: Math.max(1, words) };
  const dispatched = { rows: Infinity, entries: entriesPerDispatch(device, width) };
  let bytes = 0;
  const chunks = cutCsr(rowPtr, bound).map(({ firstRow, rows, firstEntry, entries }): CsrChunk => {
    const whole = rows === rowPtr.length - 1 && entries === colIdx.length;
    const ends = rowPtr.subarray(firstRow, firstRow + rows + 1);
    const offsets = whole ? rowPtr : ends.map((end) => end - firstEntry);
    const form = `rows ${firstRow} + ${rows}, entries ${firstEntry} + ${entries}`;
    const part = (
      label: string,
      of: Uint32Array | Float32Array,
      make = () => of.subarray(firstEntry, firstEntry + entries),
    ) => share(label, whole ? { of } : { of, form, make });
    const buffers = [
      part("rowPtr", rowPtr, () => offsets),
      part("colIdx", colIdx),
      ...(values && !changing ? [part("values", values)] : []),
    ];
    for (const buffer of buffers) bytes += buffer.bytes;
    return {
      firstRow,
      firstEntry,
      rowPtr: buffers[0],
      colIdx: buffers[1],
      // Device-resident values are in a single binding, so their matrix must be in a single chunk.
      values: changing ?? buffers[2] ?? buffers[1],
      ranges: cutCsr(offsets, dispatched),
    };
  });
  return { weighted: (changing ?? values) !== undefined, chunks, bytes };
}

/**
 * Matrix that is on the device, as one chunk. Where a row ends is not known here: a dispatch takes as many
 * rows as have, in the mean over the bounds, the entries of one.
 */
function residentChunk(
  device: WebGpuDevice,
  { rows, entries, rowPtr, colIdx, values }: ResidentCsr<WebGpuBuffer>,
  width: number,
): DeviceCsr {
  const perRow = Math.max(1, entries / Math.max(1, rows));
  const step = Math.max(1, Math.floor(entriesPerDispatch(device, width) / perRow));
  const ranges: CsrRange[] = [];
  for (let firstRow = 0; firstRow < rows; firstRow += step) {
    ranges.push({
      firstRow,
      rows: Math.min(step, rows - firstRow),
      firstEntry: 0,
      entries,
      continues: false,
    });
  }
  const chunk = { firstRow: 0, firstEntry: 0, rowPtr, colIdx, values: values ?? colIdx, ranges };
  return { weighted: values !== undefined, chunks: [chunk], bytes: 0 };
}
