/**
 * Columns of a graph on a device, cut where one binding cannot hold them: those of ogbn-papers100M have six
 * gigabytes, a binding has two. Cuts lie between rows, so that the neighbours of a vertex are in one buffer.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import { formatBytes, OutOfMemoryError } from "../../platform/errors.ts";
import { cutCsr } from "../spmm/plans/device_csr_webgpu.ts";
import type { SamplerMemory } from "./sampler_memory.ts";

/** Columns of consecutive whole rows of a graph. */
export interface GraphColumns<B extends DeviceBuffer = DeviceBuffer> {
  /** First of the rows. */
  readonly firstRow: number;
  /** Row after the last. */
  readonly endRow: number;
  /** Entry of the graph that is the buffer's entry 0. */
  readonly firstEntry: number;
  /** In-neighbours, ascending within a row. */
  readonly buffer: B;
}

/**
 * Copies the columns of a graph to a device, in as many buffers as its bindings ask for, at least one.
 *
 * @throws {OutOfMemoryError} where the device has no room.
 */
export function uploadColumns<B extends DeviceBuffer>(
  memory: SamplerMemory<B>,
  { rows, rowPtr, colIdx }: CsrMatrix,
): readonly GraphColumns<B>[] {
  const { bindingBytes } = memory.device.limits;
  const upload = (columns: Uint32Array) => memory.upload("columns of the graph", columns);
  if (colIdx.byteLength <= bindingBytes) {
    return [{ firstRow: 0, endRow: rows, firstEntry: 0, buffer: upload(colIdx) }];
  }
  // No row is longer than a binding: its offsets, one more than it can have columns, are bound too.
  const limits = { rows: Infinity, entries: Math.max(1, Math.floor(bindingBytes / 4)) };
  return cutCsr(rowPtr, limits).map(({ firstRow, rows, firstEntry, entries }) => ({
    firstRow,
    endRow: firstRow + rows,
    firstEntry,
    buffer: upload(colIdx.subarray(firstEntry, firstEntry + entries)),
  }));
}

/**
 * Buffer of all columns, for samplers whose launches read the neighbours of any vertex.
 *
 * @throws {OutOfMemoryError} where the columns are in several buffers.
 */
export function columnsInOne<B extends DeviceBuffer>(
  sampler: string,
  columns: readonly GraphColumns<B>[],
): B {
  if (columns.length === 1) return columns[0].buffer;
  const bytes = columns.reduce((sum, { buffer }) => sum + buffer.bytes, 0);
  throw new OutOfMemoryError({
    action: `prepare the sampler "${sampler}"`,
    current: `${formatBytes(bytes)} of columns of the graph, in ${columns.length} bindings`,
    wanted: "what one binding holds",
    next: "take a smaller graph, the uniform sampler, or sample on CPU threads",
  });
}
