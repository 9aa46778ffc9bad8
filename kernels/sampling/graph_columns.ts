/**
 * Columns of a graph on a device, cut where one binding cannot hold them: those of ogbn-papers100M have six
 * gigabytes, a binding has two. Cuts lie between rows, so that the neighbours of a vertex are in one buffer.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { cutCsr } from "../spmm/plans/device_csr_webgpu.ts";
import type { SamplerMemory } from "./sampler_memory.ts";
import { plural } from "../../platform/text/plural.ts";

/** Columns of consecutive whole rows of a graph. */
export interface GraphColumns<B extends DeviceBuffer = DeviceBuffer> {
  /** First of the rows. */
  readonly firstRow: number;
  /** Row after the last. */
  readonly endRow: number;
  /** Entry of the graph that is the buffer's entry 0. */
  readonly firstEntry: number;
  /** Entry of the graph after the buffer's last one. */
  readonly endEntry: number;
  /** In-neighbours, ascending within a row. */
  readonly buffer: B;
}

/** Rows and entries that go into one buffer. */
type GraphPart = Omit<GraphColumns, "buffer">;

/** Divides a graph into as many parts as the bindings of a device ask for, at least one. */
function partsOf({ rows, rowPtr, colIdx }: CsrMatrix, bindingBytes: number): readonly GraphPart[] {
  if (colIdx.byteLength <= bindingBytes) {
    return [{ firstRow: 0, endRow: rows, firstEntry: 0, endEntry: colIdx.length }];
  }
  // No row is longer than a binding: its offsets, one more than it can have columns, are bound too.
  const limits = { rows: Infinity, entries: Math.max(1, Math.floor(bindingBytes / 4)) };
  return cutCsr(rowPtr, limits).map(({ firstRow, rows, firstEntry, entries }) => ({
    firstRow,
    endRow: firstRow + rows,
    firstEntry,
    endEntry: firstEntry + entries,
  }));
}

/**
 * Copies the columns of a graph to a device, in as many buffers as its bindings ask for, at least one.
 *
 * @throws {OutOfMemoryError} where the device has no room.
 */
export function uploadColumns<B extends DeviceBuffer>(
  memory: SamplerMemory<B>,
  graph: CsrMatrix,
): readonly GraphColumns<B>[] {
  return partsOf(graph, memory.device.limits.bindingBytes).map((part) => ({
    ...part,
    buffer: memory.upload("columns of the graph", graph.colIdx.subarray(part.firstEntry, part.endEntry)),
  }));
}

/**
 * Copies the values of a graph to a device, a buffer beside each of {@linkcode uploadColumns}.
 *
 * @throws {OutOfMemoryError} where the device has no room.
 */
export function uploadValues<B extends DeviceBuffer>(
  memory: SamplerMemory<B>,
  graph: CsrMatrix,
  values: Float32Array,
): readonly B[] {
  return partsOf(graph, memory.device.limits.bindingBytes).map(({ firstEntry, endEntry }) =>
    memory.upload("values of the graph", values.subarray(firstEntry, endEntry))
  );
}

/**
 * Checks that one launch can bind all columns, for a sampler whose launches read neighbours of any vertex.
 *
 * @throws {OutOfMemoryError} where they are in more than `most` buffers.
 */
export function assertColumnsBindable(
  sampler: string,
  columns: readonly GraphColumns[],
  { most, bindingBytes }: { readonly most: number; readonly bindingBytes: number },
): void {
  if (columns.length <= most) return;
  const bytes = sumOf(columns, ({ buffer }) => buffer.bytes);
  const limit = `a binding limit of ${formatBytes(bindingBytes)}`;
  throw new OutOfMemoryError({
    action: `prepare the sampler "${sampler}"`,
    current: `${formatBytes(bytes)} of columns of the graph, cut by ${limit} into ${
      plural(columns.length, "part")
    }`,
    wanted: `at most ${most} of them, the storage bindings that the adapter leaves a launch`,
    next: "take a smaller graph, another sampler, or sample on CPU threads",
  });
}
