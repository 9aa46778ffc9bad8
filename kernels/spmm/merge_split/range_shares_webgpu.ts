/**
 * Shares of the ranges that one dispatch each takes of a matrix on an adapter.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { CsrChunk, CsrRange, DeviceCsr } from "../plans/device_csr_webgpu.ts";
import { partialLimit } from "../../plans/partial_sums_webgpu.ts";
import { SHARED_WORDS } from "../../plans/work_items_webgpu.ts";
import { cutPath, type PathShares, SHARE_WORDS } from "./merge_path.ts";

/** Shares that a large matrix has at least: several times the teams of lanes that a server GPU holds. */
const SHARES = 2 ** 16;
/** Least and greatest length that is chosen. */
const LENGTHS = [32, 512] as const;

/** Length of a share by the size of a matrix. */
function lengthFor(matrix: CsrMatrix): number {
  const length = Math.ceil((matrix.rows + nnz(matrix)) / SHARES);
  return Math.max(LENGTHS[0], Math.min(LENGTHS[1], length));
}

/** Range of a matrix in shares. Rows in `shared` are those of the matrix. */
export interface RangeShares extends PathShares {
  /** Chunk of the range. */
  readonly chunk: CsrChunk;
  /** The range. */
  readonly range: CsrRange;
}

/** Options of {@linkcode cutRanges}. */
export interface ShareOptions {
  /** The matrix on the host. */
  readonly matrix: CsrMatrix;
  /** Vectors of four columns of the widest pair of panels. */
  readonly vectors: number;
  /** Row ends and entries of a share; 0 chooses. */
  readonly share: number;
}

/**
 * Cuts each range into shares: longer ones than asked for, where their partial sums or their records would
 * not fit into a binding.
 */
export function cutRanges(
  device: WebGpuDevice,
  { chunks }: DeviceCsr,
  { matrix, vectors, share }: ShareOptions,
): RangeShares[] {
  const records = Math.floor(device.limits.bindingBytes / (4 * Math.max(SHARE_WORDS, SHARED_WORDS)));
  // A share has at most two partial sums.
  const most = Math.max(1, Math.floor(Math.min(records, partialLimit(device, vectors)) / 2) - 1);
  const asked = share || lengthFor(matrix);
  return chunks.flatMap((chunk) =>
    chunk.ranges.map((range): RangeShares => {
      const { rows, entries, firstEntry, continues } = range, firstRow = chunk.firstRow + range.firstRow;
      const end = (row: number) =>
        Math.min(matrix.rowPtr[firstRow + row + 1] - chunk.firstEntry, firstEntry + entries);
      const path = cutPath(
        { rows, firstEntry, end, continues },
        Math.max(asked, Math.ceil((rows + entries) / most)),
      );
      const shared = path.shared.map((word, at) => at % SHARED_WORDS === 0 ? word + firstRow : word);
      return { ...path, shared, chunk, range };
    })
  );
}
