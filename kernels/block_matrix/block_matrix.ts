/**
 * Aggregation matrices of sampled blocks on an adapter: the host takes no part, and need not know how many
 * vertices were sampled.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { planSteps } from "../id_map/plans/steps_webgpu.ts";
import type { Plan } from "../kernel.ts";
import { type Launch, WORKGROUP } from "../plans/plan_webgpu.ts";
import type { BlockSizes, DeviceBlock } from "../sampling/mod.ts";
import type { ResidentCsr } from "../spmm/resident_csr.ts";
import { prefixSum } from "../prefix_sum/prefix_sum_webgpu.ts";
import columnCounts from "./column_counts.wgsl" with { type: "text" };
import entryWeight from "./entry_weight.wgsl" with { type: "text" };
import fillRows from "./fill_rows.wgsl" with { type: "text" };
import placeEntries from "./place_entries.wgsl" with { type: "text" };
import rankEntries from "./rank_entries.wgsl" with { type: "text" };
import rowCounts from "./row_counts.wgsl" with { type: "text" };
import weighRows from "./weigh_rows.wgsl" with { type: "text" };

/** Entries and values of the matrix. */
export interface BlockMatrixKind {
  /** Whether every row has its diagonal entry (r, r), drawn or not. */
  readonly diagonal: boolean;
  /**
   * Values: `mean`, 1 / entries of the row; `gcn`, 1 / sqrt(entries of the row * entries of the column);
   * every entry 1 where absent.
   */
  readonly values?: "mean" | "gcn";
  /** Whether the transpose is wanted too. */
  readonly transposed: boolean;
}

/** Matrix of a block, within the bounds of the block. */
export interface BlockMatrix {
  /** Aggregation matrix, destinations x sources. */
  readonly matrix: ResidentCsr<WebGpuBuffer>;
  /** Transpose of the matrix, its columns ascending, where it was wanted. */
  readonly transposed?: ResidentCsr<WebGpuBuffer>;
  /** Plan that computes them from the block; frees them, too. */
  readonly plan: Plan;
}

/** Bounds of the matrix of a block: with a diagonal it has an entry more a row. */
export function matrixBounds(
  { rows, entries, cols }: BlockSizes,
  { diagonal }: Pick<BlockMatrixKind, "diagonal">,
): BlockSizes {
  return { rows, entries: entries + (diagonal ? rows : 0), cols };
}

const GROUP = WORKGROUP.default;
/** Cost of an entry, some uncached accesses, in multiply-adds that take as long. */
const WORK_AN_ENTRY = 16;

/**
 * Prepares the matrix of a block, which without a diagonal has the block's own offsets and columns. Every run
 * computes the same bits from the same block.
 *
 * @throws {OutOfMemoryError} with nothing left allocated.
 */
export async function planBlockMatrix(
  device: WebGpuDevice,
  block: DeviceBlock<WebGpuBuffer>,
  { diagonal, values, transposed }: BlockMatrixKind,
): Promise<BlockMatrix> {
  const bounds = matrixBounds(block.capacity, { diagonal }), { rows, entries, cols } = bounds;
  const arrays: Omit<BlockMatrix, "plan">[] = [];
  const plan = await planSteps(device, (reserve) => {
    const words = (label: string, count: number) => reserve(label, 4 * Math.max(1, count));
    const csr = (
      label: string,
      lines: number,
      across: number,
      {
        rowPtr = words(`offsets of ${label}`, lines + 1),
        colIdx = words(`columns of ${label}`, entries),
      }: Partial<Pick<DeviceBlock<WebGpuBuffer>, "rowPtr" | "colIdx">> = {},
    ) => ({
      rows: lines,
      cols: across,
      entries,
      rowPtr,
      colIdx,
      ...(values && { values: words(`values of ${label}`, entries) }),
    });
    const matrix = csr("a block", rows, cols, diagonal ? {} : block);
    const flipped = transposed ? csr("a block transposed", cols, rows) : undefined;
    arrays.push(flipped ? { matrix, transposed: flipped } : { matrix });

    const over = (items: number, source: string, launch: Launch["launch"]) => ({
      label: "matrix of a block",
      source,
      launch,
      groups: Math.ceil(items / GROUP),
      multiplyAdds: Math.max(items, entries) * WORK_AN_ENTRY,
    });
    const constants = { WORKGROUP: GROUP }, gcn = values === "gcn" ? 1 : 0;
    // Columns are counted for the offsets of the transpose, and for the values of a GCN.
    const columnEntries = flipped || gcn ? words("entries of each column", cols) : undefined;
    const launches: Launch[] = [];
    if (diagonal) {
      const counts = words("entries of each row", rows), { sizes, rowPtr, colIdx } = block;
      const summing = {
        source: rowCounts,
        buffers: [sizes, rowPtr, colIdx, counts],
        multiplyAdds: entries * WORK_AN_ENTRY,
      };
      launches.push(
        ...prefixSum({ counts, offsets: matrix.rowPtr, items: rows, summing }, reserve),
        {
          ...over(rows, fillRows, { bound: rows }),
          constants: { ...constants, COLUMNS: columnEntries ? 1 : 0 },
          buffers: [
            sizes,
            rowPtr,
            colIdx,
            matrix.rowPtr,
            matrix.colIdx,
            columnEntries ?? words("no counts", 1),
          ],
        },
      );
    } else if (columnEntries) {
      launches.push({
        ...over(entries, columnCounts, { bound: rows }),
        constants,
        buffers: [matrix.rowPtr, matrix.colIdx, columnEntries],
      });
    }
    if (matrix.values) {
      launches.push({
        ...over(rows, entryWeight + weighRows, { bound: rows }),
        constants: { ...constants, GCN: gcn },
        buffers: [matrix.rowPtr, matrix.colIdx, columnEntries ?? matrix.rowPtr, matrix.values],
      });
    }
    if (flipped && columnEntries) {
      const pairs = reserve("entries by column", 8 * Math.max(1, entries));
      launches.push(
        ...prefixSum({ counts: columnEntries, offsets: flipped.rowPtr, items: cols }, reserve),
        {
          ...over(rows, placeEntries, { bound: rows }),
          constants,
          buffers: [matrix.rowPtr, matrix.colIdx, columnEntries, pairs],
        },
        {
          ...over(entries, entryWeight + rankEntries, { columns: cols }),
          constants: { ...constants, GCN: gcn, VALUED: values ? 1 : 0 },
          buffers: [
            matrix.rowPtr,
            flipped.rowPtr,
            pairs,
            flipped.colIdx,
            flipped.values ?? words("no values", 1),
          ],
        },
      );
    }
    return { launches, cleared: columnEntries ? [columnEntries] : [] };
  });
  return { ...arrays[0], plan };
}
